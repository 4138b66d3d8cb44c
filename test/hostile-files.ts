import { strToU8, type Zippable, zipSync } from 'fflate';
import { madeUpPassage } from '../bench/speed/made-up-text.ts';
import { seededRandom } from '../src/values/seeded-random.ts';

/** Pages below one node of a PDF's tree, as programs write it. */
const pagesPerNode = 100;

/** A PDF of so many pages, each with a line of made-up words and its own number. */
export function pdfOfPages(count: number): Uint8Array {
  const random = seededRandom(1);
  const nodes = Math.ceil(count / pagesPerNode);
  const firstPage = 4 + nodes;
  const pageNumbers = Array.from({ length: count }, (_, page) => firstPage + 2 * page);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${references(pageNumbers.slice(0, nodes).map((_, node) => 4 + node))}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  for (let node = 0; node < nodes; node++) {
    const kids = pageNumbers.slice(node * pagesPerNode, (node + 1) * pagesPerNode);
    objects.push(`<< /Type /Pages /Parent 2 0 R /Count ${kids.length} /Kids [${references(kids)}] >>`);
  }
  for (const [page, number] of pageNumbers.entries()) {
    const parent = 4 + Math.floor(page / pagesPerNode);
    const text = `BT /F1 12 Tf 72 700 Td (${madeUpPassage(random, 6)} Room ${page + 1}.) Tj ET`;
    objects.push(
      `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${number + 1} 0 R >>`,
      `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    );
  }
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return strToU8(
    `${body}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  );
}

function references(objects: readonly number[]): string {
  return objects.map((object) => `${object} 0 R`).join(' ');
}

/** An archive that holds an archive that holds …, so many, with a text at the bottom. */
export function nestedArchive(depth: number): Uint8Array {
  let inner: Zippable = { 'a.md': strToU8('# Deep\n\nText at the bottom.\n') };
  for (let level = 1; level < depth; level++) inner = { 'inner.zip': zipSync(inner) };
  return zipSync(inner);
}

/** A document type with the entity `e9`, which unfolds to a billion words. */
function bombDocumentType(): string {
  const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join(
    '',
  );
  return `<!DOCTYPE d [<!ENTITY e0 "word ">${entities}]>`;
}

/** An OpenDocument file of a media type and a content. */
function openDocument(mediaType: string, content: string): Uint8Array {
  return zipSync({
    mimetype: [strToU8(`application/vnd.oasis.opendocument.${mediaType}`), { level: 0 }],
    'content.xml': strToU8(content),
  });
}

/** An OpenDocument text whose only paragraph is an XML entity that unfolds to a billion words. */
export function entityBombText(): Uint8Array {
  const body = '<office:body><office:text><text:p>&e9;</text:p></office:text></office:body>';
  return openDocument(
    'text',
    `<?xml version="1.0"?>${bombDocumentType()}<office:document-content>${body}</office:document-content>`,
  );
}

/** A spreadsheet whose only row, a cell repeated to the last column, is repeated to the last row. */
export function repeatedCells(): Uint8Array {
  const cell =
    '<table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell>';
  const row = `<table:table-row table:number-rows-repeated="1048576">${cell}</table:table-row>`;
  const body = `<office:spreadsheet><table:table table:name="All">${row}</table:table></office:spreadsheet>`;
  return openDocument(
    'spreadsheet',
    `<office:document-content><office:body>${body}</office:body></office:document-content>`,
  );
}

/** A Word document whose text is an XML entity that unfolds to a billion words. */
export function entityBomb(): Uint8Array {
  const documentType = bombDocumentType();
  const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  return zipSync({
    '[Content_Types].xml': strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    'word/document.xml': strToU8(
      `<?xml version="1.0"?>${documentType}<w:document xmlns:w="${namespace}"><w:body><w:p><w:r><w:t>&e9;</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });
}
