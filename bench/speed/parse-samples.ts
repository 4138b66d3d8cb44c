import { strToU8, zipSync } from 'fflate';
import type { SourceFile } from '../../src/contracts/parser.ts';
import { seededRandom } from '../../src/values/seeded-random.ts';
import { madeUpPassage } from './made-up-text.ts';

const rowCount = 5000;

/** Large files of formats whose real samples are all small: records with a number, words, an amount and a date. */
export function madeUpSamples(seed: number): readonly SourceFile[] {
  const random = seededRandom(seed);
  const records = Array.from({ length: rowCount }, (_, index) => ({
    number: index + 1,
    subject: madeUpPassage(random, 3 + Math.floor(random() * 5)),
    description: madeUpPassage(random, 20),
    amount: Math.round(random() * 1e6) / 100,
    date: new Date(1.6e12 + Math.floor(random() * 1e11)).toISOString().slice(0, 10),
  }));
  const names = Object.keys(records[0] ?? {});
  const rows = [names, ...records.map((record) => Object.values(record).map(String))];
  const nested = records.map(({ number, date, ...rest }) => ({ number, tags: [date], content: rest }));
  return [
    { path: 'large.csv', bytes: strToU8(rows.map((row) => row.map(quoted).join(',')).join('\n')) },
    { path: 'large.json', bytes: strToU8(JSON.stringify({ records: nested }, undefined, 1)) },
    { path: 'large.xlsx', bytes: workbook(rows) },
  ];
}

function quoted(field: string): string {
  return /[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** A workbook of one sheet, its words among the shared strings, as programs write them. */
function workbook(rows: readonly (readonly string[])[]): Uint8Array {
  const strings: string[] = [];
  const cell = (text: string, column: number, row: number): string => {
    const reference = `${String.fromCharCode(65 + column)}${row}`;
    if (/^[\d.]+$/.test(text)) return `<c r="${reference}"><v>${text}</v></c>`;
    return `<c r="${reference}" t="s"><v>${strings.push(text) - 1}</v></c>`;
  };
  const lines = rows.map(
    (row, index) =>
      `<row r="${index + 1}">${row.map((text, column) => cell(text, column, index + 1)).join('')}</row>`,
  );
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const link = (id: string, name: string, target: string): string =>
    `<Relationship Id="${id}" Type="${type}/${name}" Target="${target}"/>`;
  const parts = {
    '_rels/.rels': `<Relationships>${link('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${type}"><sheets><sheet name="Records" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${link('a', 'worksheet', 'worksheets/sheet1.xml')}${link('b', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
}
