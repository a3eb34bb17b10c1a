"""How leaves look: black on white by day and by night; on a screen one below the other, on paper a page each."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root{color-scheme:light;--ink:#2b2320;--rule:#cdbf9f;--note:#57504a;--sand:#ebdfca}
*{box-sizing:border-box}
body{margin:0;background:#8d8578;color:var(--ink);font:11pt/1.3 Calibri,Carlito,"Segoe UI",Roboto,Arial,sans-serif;
-webkit-print-color-adjust:exact;print-color-adjust:exact}
h1,h2,h3{font-family:Cambria,Caladea,Georgia,"Times New Roman",serif;margin:0;line-height:1.15}
h1{font-size:22pt;text-transform:none}
h2{font-size:13pt;margin-top:.8em;break-after:avoid;border-bottom:1px solid var(--rule);padding-bottom:.15em}
p{margin:.35em 0}
.leaf{background:#fff;max-width:186mm;margin:1rem auto;padding:1rem;overflow-x:auto}
.wide{max-width:277mm}
.leaf>header{display:flex;justify-content:space-between;align-items:baseline;gap:1em}
.leaf>header p{margin:0;text-align:right;font-weight:bold}
.below{display:flex;justify-content:space-between;gap:1em;border-bottom:1.5pt solid var(--ink);margin:0 0 .5em;min-height:1.6em}
.note{color:var(--note);font-size:9pt}
.code{font-weight:bold;font-size:13pt;margin-top:.6em}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.18em .45em;border-bottom:.5pt solid var(--rule);vertical-align:baseline;font-weight:normal}
thead th{font-size:8.5pt;font-weight:bold;vertical-align:bottom;border-bottom:1pt solid var(--ink)}
tbody th{font-weight:bold}
th.name{min-width:11em}
.number,.place{text-align:right;white-space:nowrap}
.centre{text-align:center}
tr,.whole{break-inside:avoid}
thead{display:table-header-group}
.lists{display:flex;gap:8mm;align-items:flex-start}
.lists>table{flex:1}
.lists.many{display:block;columns:var(--columns);column-gap:8mm}
.lists td:not(.centre,.number){width:99%;max-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.lists td{padding-block:0;height:var(--row);font-size:var(--size);line-height:1;vertical-align:middle}
.lists tr.first td{background:var(--sand);font-weight:bold;border-block:.75pt solid var(--ink)}
.sheet{table-layout:fixed}
.sheet td{padding-block:0;border:.5pt solid var(--ink);height:var(--row);vertical-align:middle}
.sheet th{border-bottom:1pt solid var(--ink)}
.sheet td.free{border-inline:0}
.sheet td.cross,.sheet th.cross{text-align:center}
.sheet td.cross{font-size:15pt}
.sheet td.idle{background:var(--sand)}
.sheet td.name{font-weight:bold;font-size:13pt;line-height:1}
.sheet .group td{border:0;height:auto}
.sheet .group th{border:0;text-align:center;font-weight:normal;color:var(--note);font-size:8pt;white-space:nowrap}
.boxes{display:flex;border:1pt solid var(--ink);margin:.3em 0 .7em}
.boxes p{flex:1;margin:0;padding:.35em .7em;border-left:1pt solid var(--ink);
display:grid;grid-template-columns:auto 1fr;gap:0 .7em;align-items:center}
.boxes p:first-child{border-left:0}
.boxes b{font-size:20pt;line-height:1;grid-row:1/3;font-weight:normal}
.boxes small{color:var(--note)}
.noon{display:flex;gap:2.5em;align-items:baseline;margin-top:.6em}
.noon b,.caption{font-family:Cambria,Caladea,Georgia,serif;font-weight:bold}
.lines{border-bottom:.5pt solid var(--rule);height:1.5em;margin:0}
.signs{display:flex;gap:3em;margin-top:2.3em}
.signs p{flex:1;border-top:1.5pt solid var(--ink);margin:0;font-size:9pt;color:var(--note)}
.slip{border-bottom:1pt dashed var(--note);padding:.8em 0;break-inside:avoid}
.slip p{margin:.1em 0}
.slip .head{font-weight:bold}
.pale{color:var(--note)}
.duel{font-size:10pt;line-height:1.22}
.duel th{width:22%;vertical-align:top}
.duel th,.duel td{padding-block:.1em}
.best strong{font-size:20pt;font-family:Cambria,Caladea,Georgia,serif}
.met th.up{writing-mode:vertical-rl;transform:rotate(180deg);font-weight:normal;padding:.3em .1em;white-space:nowrap;border:0}
.met{font-size:var(--size);table-layout:auto;width:auto}
.met thead th{font-size:inherit}
.met td{text-align:center;border:.5pt solid var(--rule);padding:0;min-width:var(--row);height:var(--row);line-height:1}
.met tbody th{white-space:nowrap;font-weight:normal}
.met .m1{background:var(--sand)}
.met .m2{background:#dda45c}
.met .m3{background:#9c4a1a;color:#fff}.met .self{background:var(--rule)}
.diploma{text-align:center;border:3pt solid var(--ink);outline:.75pt solid var(--ink);outline-offset:-9pt;min-height:186mm;
display:flex;flex-direction:column;justify-content:space-evenly;padding:14mm 20mm;font-family:Cambria,Caladea,Georgia,serif}
.diploma p{margin:0}
.diploma h1{font-size:46pt;letter-spacing:.06em}
.diploma .event{font-size:20pt;font-weight:bold}
.diploma .star{font-size:40pt;line-height:1}
.diploma .who{font-size:38pt;font-weight:bold;color:#1f4e79;line-height:1.1}
.diploma .title{font-size:26pt;font-weight:bold}
.diploma .signs{justify-content:space-between;margin-top:12mm;font-family:Calibri,Carlito,Arial,sans-serif}
.diploma .signs p{flex:0 1 30%}
.steps td{padding-block:.55em}
.steps td.name{font-size:16pt;font-weight:bold}
@media screen and (max-width:48rem){
.lists{flex-wrap:wrap}
.lists.many{columns:1}
.diploma{padding:1rem}.diploma h1,.diploma .who{font-size:22pt}.boxes,.signs{flex-wrap:wrap}
.boxes p{flex-basis:100%;border-left:0}
}
@media print{
body{background:none}
.leaf{margin:0;padding:0;max-width:none;overflow:visible;break-after:page}
.leaf:last-child{break-after:auto}
.leaf.diploma{padding:14mm 20mm;min-height:184mm}
}
@page{size:A4;margin:12mm}
@page wide{size:A4 landscape;margin:9mm 10mm}
.wide{page:wide}
"""
