"""How the results page looks: the workbook's colours, by day and by night; on narrow screens rows of wide tables are cards."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root{color-scheme:light dark;--ink:#2b2320;--ground:#faf6ec;--card:#fff;--rule:#cdbf9f;--note:#6b6157;--link:#1f4e79;
--best:#7a3b12}
@media (prefers-color-scheme:dark){
:root{--ink:#efe6d6;--ground:#1d1917;--card:#272220;--rule:#574b3d;--note:#b5a998;--link:#9cc7ee;--best:#f0b46a}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:66rem;padding:0 1rem 2rem;background:var(--ground);color:var(--ink);
font:1rem/1.45 Calibri,Carlito,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
h1,h2,#champion strong{font-family:Cambria,Caladea,Georgia,"Times New Roman",serif;line-height:1.15;margin:0}
h1{font-size:clamp(1.7rem,6vw,2.6rem)}
h2{font-size:1.45rem;margin:2.2rem 0 .6rem;padding-bottom:.25rem;border-bottom:3px double var(--rule)}
h3{font-size:1.1rem;margin:1.2rem 0 .4rem}
h4{font-size:1rem;margin:1rem 0 .2rem}
header{padding:1.6rem 0 .2rem}
header p,footer p,.note,.aside{color:var(--note);margin:.3rem 0}
.mark{font-size:1.2rem;letter-spacing:.2em}
a{color:var(--link);text-underline-offset:.15em}
a,span,b,code,data,h3,li{unicode-bidi:isolate}
nav ul,.names,.podium{list-style:none;margin:.6rem 0;padding:0;display:flex;flex-wrap:wrap;gap:.35rem 1.1rem}
nav a{display:inline-block;padding:.35rem 0}
nav{border-block:1px solid var(--rule);margin-top:1.2rem}
#champion{text-align:center;background:var(--card);border:1px solid var(--rule);border-radius:.6rem;
margin-top:1.2rem;padding:0 1rem 1rem}
#champion h2{border:0;margin:1.1rem 0 0;font-size:1.15rem;color:var(--note)}
#champion p{margin:.2rem 0 .6rem}
#champion strong{display:block;font-size:clamp(2rem,9vw,3.6rem);color:var(--best)}
.podium{justify-content:center;border-top:1px solid var(--rule);padding-top:.8rem}
.podium span{color:var(--note);margin-left:.5em}
table{border-collapse:collapse;width:100%;margin:.4rem 0 1.4rem;background:var(--card);font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:bold;padding:.6rem 0 .3rem}
th,td{text-align:left;vertical-align:baseline;padding:.35rem .6rem;border-bottom:1px solid var(--rule);font-weight:normal}
thead th{color:var(--note);font-size:.86rem;vertical-align:bottom}
th.number,td.number,th.place,td.place{text-align:right}
th.place{width:4.5rem}
td,thead th{overflow-wrap:break-word}
td.code,td a{overflow-wrap:anywhere}
th.name{min-width:7rem}
tbody th{font-weight:bold}
thead th.name{font-weight:normal}
.code,code{font-family:Consolas,"DejaVu Sans Mono",Menlo,monospace;font-size:.86em}
.whole{display:inline-block}
details{border-bottom:1px solid var(--rule)}
summary{cursor:pointer;padding:.55rem 0;display:flex;align-items:baseline;gap:.6rem}
summary::before{content:"\\25B8" / "";color:var(--link);flex:none;width:1em}
details[open]>summary::before{content:"\\25BE" / ""}
summary h3{margin:0;flex:1}
summary::-webkit-details-marker{display:none}
details>div{padding:0 0 .6rem 1.6rem;scroll-margin-top:3rem}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
@media screen and (max-width:59.99rem){
details>div{padding-left:0}
.cards thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.cards,.cards caption,.cards tbody,.cards tr{display:block}
.cards tr{display:flex;flex-wrap:wrap;gap:.05rem 1.1rem;padding:.5rem .6rem;border-bottom:1px solid var(--rule)}
.cards th,.cards td{border:0;padding:0}
.cards td.number{text-align:left}
.cards td::before{content:attr(data-h) "\\00a0";color:var(--note);font-size:.86rem;font-family:Calibri,Carlito,sans-serif}
.cards td::before{content:attr(data-h) "\\00a0" / ""}
.cards td:empty{display:none}
.cards td.place{order:-2;min-width:1.6rem;text-align:left}
.cards td.place::before{content:none}
.cards tbody th{order:-1;width:100%;font-size:1.05rem}
.cards td.place+th{width:auto;flex:1 0 75%}
}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media print{
:root{--ink:#000;--ground:#fff;--card:#fff;--rule:#999;--note:#444;--link:#000;--best:#000}
body{max-width:none;padding:0;font-size:10pt}
nav,details:not([open]),#players>.note,section:has(details):not(:has(details[open])){display:none}
a{text-decoration:none}
summary::before,details[open]>summary::before{content:none}
table{font-size:8.5pt}
th,td{padding:.12rem .3rem}
thead th{font-size:8pt}
details>div{padding:0}
tr,#champion,#rounds table,#finals table,#players table{break-inside:avoid}
tbody tr:nth-last-child(-n+2){break-before:avoid}
h2,h3,h4,caption,thead,.note{break-after:avoid}
thead{display:table-header-group}
@page{margin:15mm}
}
"""
