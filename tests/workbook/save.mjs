// One of three libraries opens a workbook and saves it: node save.mjs FOLDER LIBRARY IN OUT; the packages are in FOLDER.
import { createRequire } from "node:module";

const [folder, library, source, target] = process.argv.slice(2);
const Library = createRequire(`${folder}/`)(library);
if (library === "xlsx") {
  Library.writeFile(Library.readFile(source, { cellStyles: true }), target);
} else if (library === "exceljs") {
  const book = new Library.Workbook();
  await book.xlsx.readFile(source);
  await book.xlsx.writeFile(target);
} else {
  const book = await Library.fromFileAsync(source);
  await book.toFileAsync(target);
}
