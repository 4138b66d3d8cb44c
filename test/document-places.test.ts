import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DocumentPlaces } from '../src/contracts/document.ts';
import { officeFile, relationshipsXml } from '../src/formats/office/office-file.test-support.ts';
import { writePdf } from '../src/formats/pdf/write-pdf.test-support.ts';
import { openFootnote } from '../src/pipeline.ts';
import { resolveConfig } from '../src/settings/resolve-config.ts';
import { temporaryFolder } from './run-footnote.ts';
import { startTestServer } from './serve-fixture.ts';

const at = (text: string, y: number) => ({ text, x: 60, y });

const cellsOf = (row: readonly string[]) =>
  row.map((words) => `<c t="inlineStr"><is><t>${words}</t></is></c>`).join('');

/** A sheet of rows of words. */
function sheetOf(...rows: readonly (readonly string[])[]): string {
  return `<worksheet><sheetData>${rows.map((row) => `<row>${cellsOf(row)}</row>`).join('')}</sheetData></worksheet>`;
}

const sentence = 'The crane at the north pier lifts nine tonnes.';

test('a citation has its place on the page, and the server gives those of any part of a text', async () => {
  using folder = temporaryFolder();
  const files = join(folder.path, 'files');
  mkdirSync(files);
  const pages = [
    { texts: [at('The harbour was built in 1880.', 700)] },
    {
      texts: [at('Of the cranes this is said.', 700), at(sentence, 600), at('The south pier has none.', 500)],
    },
  ];
  writeFileSync(join(files, 'harbour.pdf'), writePdf({ pages }));
  writeFileSync(
    join(files, 'lunch.eml'),
    'From: ann@example.org\r\nSubject: Lunch\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nThe canteen serves soup on Fridays.\r\n',
  );
  writeFileSync(
    join(files, 'meters.xlsx'),
    officeFile('meters.xlsx', 'xl/workbook.xml', {
      'xl/workbook.xml': '<workbook><sheets><sheet name="Water" sheetId="1" r:id="r0"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relationshipsXml({ r0: ['worksheet', 'worksheets/s0.xml'] }),
      'xl/worksheets/s0.xml': sheetOf(
        ['Household', '2024', '2025'],
        ['Hassan', '51', '47'],
        ['Ng', '18', '19'],
      ),
    }).bytes,
  );
  writeFileSync(join(files, 'notes.md'), '# Notes\n\nThe lock is shut at night.\n');
  const config = { store: join(folder.path, 'store'), embedder: { threads: 1 } };
  const footnote = await openFootnote(config);
  try {
    await footnote.ingest([files]);
    const { citations } = await footnote.ask('How many tonnes does the crane at the north pier lift?');
    const [cited] = citations;
    expect(cited).toMatchObject({ quote: sentence, page: 2 });
    expect(cited?.place).toMatchObject({ page: 2, box: [60, 184, expect.any(Number), 10] });
    const { config: resolved } = resolveConfig({ flags: config, environment: {}, directory: folder.path });
    const server = await startTestServer({ config: resolved, footnote });
    const path = `/api/v1/collections/default/documents/${cited?.documentId}/places`;
    const asked = async (query: string) =>
      ((await server.send(path + query)).json() as DocumentPlaces).places;
    expect(await asked('')).toHaveLength(4);
    expect(await asked(`?start=${cited?.start}&end=${cited?.end}`)).toEqual([cited?.place]);
    expect((await server.send(`${path}?start=-1`)).status).toBe(400);
    const meters = join(files, 'meters.xlsx');
    const { text } = await footnote.getDocumentText(meters);
    const [start, end] = [text.indexOf('47'), text.indexOf('47') + 2];
    expect((await footnote.getDocumentPlaces(meters, { start, end })).places).toEqual([
      { start, end, sheet: 'Water', cells: 'C2' },
    ]);
    const soup = await footnote.ask('When does the canteen serve soup?');
    expect(soup.citations[0]).toMatchObject({ path: join(files, 'lunch.eml'), place: { part: '1' } });
    await server.server.close();
    expect((await footnote.getDocumentPlaces(join(files, 'notes.md'))).places).toEqual([]);
  } finally {
    await footnote.close();
  }
});
