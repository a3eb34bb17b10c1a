// Microsoft's Open XML SDK on workbooks: node validate.mjs PACKAGE-FOLDER FILE...
// Prints {"FILE": {"Office2016": [complaint...], "Microsoft365": [...]}}; ends with 1 when a file cannot be read at all.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [folder, ...files] = process.argv.slice(2);
const { default: validate } = await import(pathToFileURL(`${folder}/dist/npm/index.js`));
const found = {};
for (const file of files) {
  const content = await readFile(file);
  found[file] = {};
  for (const edition of ["Office2016", "Microsoft365"]) found[file][edition] = await validate(content, "xlsx", edition);
}
process.stdout.write(JSON.stringify(found), () => process.exit(0));
