import { rm, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { officeFile, relationshipsXml } from '../src/formats/office/office-file.test-support.ts';
import { accessibility, ask, firstMarker, servedSite } from './web-fixture.ts';

const boiler = `# The *old* boiler ##

Its **draught** is set by \`--draught\` and _slowly_, as [the maker](https://example.org/maker) says; \\*never\\* more.

- [ ] swept
- [x] raked
- painted

> Old soot burns lungs.

***

\`\`\`sh
boiler start
\`\`\`
`;

const cellsOf = (row: readonly string[]) =>
  row
    .map((words) =>
      Number.isNaN(Number(words))
        ? `<c t="inlineStr"><is><t>${words}</t></is></c>`
        : `<c><v>${words}</v></c>`,
    )
    .join('');

const rows = [
  ['Household', '2024', '2025'],
  ['Hassan', '51', '47'],
  ['Ng', '18', '19'],
];

const workbook = officeFile('meters.xlsx', 'xl/workbook.xml', {
  'xl/workbook.xml': '<workbook><sheets><sheet name="Water" sheetId="1" r:id="r0"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relationshipsXml({ r0: ['worksheet', 'worksheets/s0.xml'] }),
  'xl/worksheets/s0.xml': `<worksheet><sheetData>${rows.map((row) => `<row>${cellsOf(row)}</row>`).join('')}</sheetData></worksheet>`,
});

const shape = (name: string, type: string, words: string, y: number) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="${name}"/><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="${y}"/><a:ext cx="100" cy="100"/></a:xfrm></p:spPr><p:txBody><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:txBody></p:sp>`;
const slide = (content: string) => `<p:sld><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:sld>`;

const deck = officeFile('deck.pptx', 'ppt/presentation.xml', {
  'ppt/presentation.xml':
    '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r0"/><p:sldId id="257" r:id="r1"/></p:sldIdLst></p:presentation>',
  'ppt/_rels/presentation.xml.rels': relationshipsXml({
    r0: ['slide', 'slides/s0.xml'],
    r1: ['slide', 'slides/s1.xml'],
  }),
  'ppt/slides/s0.xml': slide(shape('Title 1', 'ctrTitle', 'The harbour', 0)),
  'ppt/slides/s1.xml': slide(
    shape('Title 1', 'title', 'Cranes', 0) +
      shape('Body 2', 'body', 'The north pier gets a crane in June.', 300),
  ),
  'ppt/slides/_rels/s1.xml.rels': relationshipsXml({ n: ['notesSlide', '../notes/n.xml'] }),
  'ppt/notes/n.xml': `<p:notes><p:cSld><p:spTree>${shape('Notes 1', 'body', 'Thank the divers.', 0)}</p:spTree></p:cSld></p:notes>`,
});

const mail = `From: Ann <ann@example.org>
To: Bob <bob@example.org>
Date: Fri, 01 Mar 2024 09:00:00 +0000
Subject: Lunch
MIME-Version: 1.0
Content-Type: text/plain

The canteen serves soup on Fridays.

On Thu, 29 Feb 2024, Bob wrote:
> What is there to eat?
`.replaceAll('\n', '\r\n');

const code = "/** Says when to sweep. */\nexport function sweepAt(): string {\n  return 'in spring';\n}\n";

const kettle = `# The kettle

The kettle holds nine litres of water and is made of copper. It stands in the yard all winter.
`;

const site = servedSite({
  'boiler.md': boiler,
  'meters.xlsx': workbook.bytes,
  'deck.pptx': deck.bytes,
  'lunch.eml': mail,
  'sweep.ts': code,
  'prices.csv': 'name,price\nrope,12\nlamp,114.5\n',
  'kettle.md': kettle,
  'pans.md': '# Pans\n\nThe pans were bought in Lisbon. They are cleaned with sand.\n',
});

/** Opens a document at words of it, on a page of its own. */
async function openAt(name: string, words: string) {
  const [document] = (await site.footnote.findDocuments({ search: name })).documents;
  const documentId = document?.documentId ?? '';
  const { text } = await site.footnote.getDocumentText(documentId);
  const start = text.indexOf(words);
  const opened = await site.open(
    `${site.address}/#/documents?document=${documentId}&span=${start}-${start + words.length}`,
  );
  await opened.page.locator('.source-text mark').first().waitFor();
  return { ...opened, text };
}

const where = (page: Page) => page.locator('.source-where');

/** Nothing to complain of, neither by the browser nor by who is told of the page. */
async function expectSound(page: Page, complaints: readonly string[]): Promise<void> {
  await expect
    .poll(async () => (await accessibility(page).include('.source-panel').analyze()).violations)
    .toEqual([]);
  expect(complaints).toEqual([]);
}

it('sets Markdown as its page shows it, and keeps its text', async () => {
  const { page, complaints, text, close } = await openAt('boiler', 'set by `--draught` and _slowly_');
  const source = page.locator('.source-text');
  await expect
    .poll(async () => (await source.innerText()).split(/\n+/))
    .toEqual([
      'The old boiler',
      'Its draught is set by --draught and slowly, as the maker says; *never* more.',
      expect.stringMatching(/swept$/),
      expect.stringMatching(/raked$/),
      'painted',
      'Old soot burns lungs.',
      'boiler start',
    ]);
  await expect.poll(() => source.textContent()).toBe(text);
  await expect.poll(() => source.locator('mark').innerText()).toBe('set by --draught and slowly');
  await expect
    .poll(() => source.locator('strong, em, code').allInnerTexts())
    .toEqual(['old', 'draught', '--draught', 'slowly']);
  await expect
    .poll(() =>
      source.locator('.run-box').evaluateAll((boxes) => boxes.map((box) => box.getAttribute('data-box'))),
    )
    .toEqual(['☐', '☑']);
  await expect.poll(() => source.getByRole('heading').innerText()).toBe('The old boiler');
  await expect.poll(() => source.getByRole('listitem').count()).toBe(3);
  await expectSound(page, complaints);
  await close();
});

it('sets a sheet as a grid with the names of its rows and columns, the cited cell marked', async () => {
  const { page, complaints, close } = await openAt('meters', '47');
  await expect.poll(() => page.locator('.table-cell-marked').allInnerTexts()).toEqual(['47']);
  await expect.poll(() => where(page).innerText()).toBe('Water, C2');
  const labels = page.locator('.table-grid [data-label]');
  await labels.first().waitFor();
  await expect
    .poll(() => labels.evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-label'))))
    .toEqual(['A', 'B', 'C', '1', '2', '3']);
  await expect
    .poll(() => alignments(page))
    .toEqual({
      Hassan: 'start',
      '51': 'end',
      '47': 'end',
      Ng: 'start',
      '18': 'end',
      '19': 'end',
    });
  await expectSound(page, complaints);
  await close();
});

it('sets the numbers of a separated file at the right', async () => {
  const { page, close } = await openAt('prices', 'lamp');
  await expect
    .poll(() => alignments(page))
    .toEqual({ rope: 'start', '12': 'end', lamp: 'start', '114.5': 'end' });
  await close();
});

/** Where the words of each cell below the header stand. */
async function alignments(page: Page): Promise<Record<string, string>> {
  const found = await page.evaluate<[string, string][]>(
    `[...document.querySelectorAll('.table-body td:not([data-label])')].map((cell) => [cell.innerText, getComputedStyle(cell).textAlign])`,
  );
  return Object.fromEntries(found);
}

it('sets slides as cards, with what the speaker says below', async () => {
  const { page, complaints, close } = await openAt('deck', 'The north pier gets a crane in June.');
  const second = page.getByRole('region', { name: 'slide 2' });
  await expect
    .poll(() => second.locator('.slide-card mark').innerText())
    .toBe('The north pier gets a crane in June.');
  await expect.poll(() => second.locator('.slide-notes').innerText()).toContain('Thank the divers.');
  await expect.poll(() => page.locator('.slide').count()).toBe(2);
  await expect.poll(() => where(page).innerText()).toBe('slide 2, Body 2');
  await expectSound(page, complaints);
  await close();
});

it('shows an e-mail with its headers', async () => {
  const { page, complaints, close } = await openAt('lunch', 'soup on Fridays');
  await expect
    .poll(() => page.locator('.run-headers .run-label').allInnerTexts())
    .toEqual(['From:', 'To:', 'Date:']);
  await expect.poll(() => page.locator('.run-quote').innerText()).not.toContain('>');
  await expect.poll(() => where(page).innerText()).toBe('Part 1');
  await expectSound(page, complaints);
  await close();
});

it('shows code with the numbers of its lines', async () => {
  const { page, complaints, text, close } = await openAt('sweep', "return 'in spring';");
  const marked = page.locator('.code-line:has(mark)');
  await expect.poll(() => marked.getAttribute('data-line')).toBe('3');
  await expect.poll(() => page.locator('.code-line').count()).toBe(4);
  await expect.poll(() => page.locator('.source-text').textContent()).toBe(text);
  await expectSound(page, complaints);
  await close();
});

it('goes from footnote to footnote by buttons, on which the focus stays', async () => {
  const { page, close } = await site.open();
  await ask(page, 'How is the kettle made and where were the pans bought?');
  await page.locator('.answer-foot').waitFor();
  await firstMarker(page).click();
  const marked = page.locator('.source-text mark');
  await marked.first().waitFor();
  const steps = page.getByRole('navigation', { name: 'Footnotes' });
  const first = await marked.first().innerText();
  await expect.poll(() => steps.innerText()).toMatch(/1 \/ \d/);
  await steps.getByRole('button', { name: 'Next footnote' }).press('Enter');
  await expect.poll(() => steps.innerText()).toMatch(/2 \/ \d/);
  await expect.poll(() => marked.first().innerText()).not.toBe(first);
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Next footnote');
  await steps.getByRole('button', { name: 'Previous footnote' }).click();
  await expect.poll(() => marked.first().innerText()).toBe(first);
  await page.keyboard.press('Escape');
  await page.locator('.source-panel').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('1');
  await close();
});

it('shows what was cited beside what a document says by now, and what of one that is gone', async () => {
  const { page, complaints, close } = await site.open();
  await ask(page, 'How many litres does the kettle hold?');
  await page.locator('.answer-foot').waitFor();
  const [found] = (await site.footnote.findDocuments({ search: 'kettle' })).documents;
  const { path = '', documentId = '' } = found ?? {};
  await writeFile(path, kettle.replace('nine litres of water', 'eleven litres of tea'));
  await site.footnote.ingest([path]);
  await firstMarker(page).click();
  const changed = page.locator('.changed-quote');
  await changed.waitFor();
  await expect
    .poll(() => changed.locator('figcaption').allInnerTexts())
    .toEqual(['When it was cited', 'Now']);
  await expect.poll(() => changed.locator('del').allInnerTexts()).toEqual(['nine', 'water']);
  await expect.poll(() => changed.locator('ins').allInnerTexts()).toEqual(['eleven', 'tea']);
  await expect
    .poll(() => page.locator('.source-text mark').innerText())
    .toBe('The kettle holds eleven litres of tea and is made of copper.');
  await page.getByText(/^Cited from version \d+; this is version \d+\.$/).waitFor();
  await expectSound(page, complaints);
  await page.keyboard.press('Escape');
  await page.locator('.source-panel').waitFor({ state: 'detached' });
  await rm(path);
  await site.footnote.removeDocument(documentId);
  await firstMarker(page).click();
  await page.getByText('The document was removed after it was cited.').waitFor();
  await expect.poll(() => changed.innerText()).toContain('nine litres of water');
  await close();
});
