import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask, firstMarker, servedSite } from './web-fixture.ts';

/** Documents that are hard to set well. */
const files = {
  'warranty.md': '# دليل المستخدم\n\n## الضمان\n\nمدة الضمان سنتان من تاريخ الشراء.\n',
  'boiler.md': `# The boiler

## Starting the boiler

To start the boiler:

1. Open the valve for the gas supply
2. Press the red knob and keep it pressed:
   \`\`\`sh
   boiler start --slowly
   \`\`\`
3. Wait for the flame

## Parts

| part | bought in |
|---|---|
| valve of gas | Lisbon |
| valve of water | Porto |

## Draught

The draught of the boiler is set by \`boiler --draught-of-air=9\` or by
\`--draught full\` or by \`--draught half\` or by \`--draught none\` or by \`--draught-by hand\`.

## Chimney

The chimney is swept in spring by a sweep who comes from the town with a ladder and three brushes. A chimney that
burns resinous wood is swept once more in autumn. Whoever sweeps the chimney wears a mask, since old soot burns lungs.

## Maker

The boiler was made by a firm whose name is worn off the plate, in a year that nobody remembers any more at all.
`,
};

const settings = `# Settings

| variable | what it sets |
|---|---|
| \`BOILER_IGNITION_TIMEOUT_SECONDS\` | how long the ignition waits for gas |
| \`BOILER_IGNITION_PAUSE\` | how long the ignition waits for air |
`;

/** How many lines a node of the page takes, as an expression. */
const lines = (node: string) => `(() => {
  const range = document.createRange();
  range.selectNodeContents(${node});
  return new Set([...range.getClientRects()].map(({ top }) => top)).size;
})()`;

const displayOf = (one: Locator) =>
  one.evaluate((found) => found.ownerDocument.defaultView?.getComputedStyle(found).display);

/** Whether something is seen in the panel of the source without moving it sideways. */
async function isInPanel(page: Page, one: Locator): Promise<boolean> {
  const panel = await page.locator('.source-body').boundingBox();
  const place = await one.boundingBox();
  if (!place || !panel) return false;
  return place.x >= panel.x && place.x + place.width <= panel.x + panel.width;
}

const groundOf = (one: Locator) =>
  one.evaluate((cell) => cell.ownerDocument.defaultView?.getComputedStyle(cell).backgroundColor);

const columns = Array.from({ length: 14 }, (_, column) => `quantity-${column}`);
const stockRow = (from: number) => `| ${columns.map((_, column) => from + column).join(' | ')} |\n`;
const wideTable = `# Stock\n\n| ${columns.join(' | ')} |\n|${'---|'.repeat(14)}\n${stockRow(70)}${stockRow(90)}`;

const details = Array.from({ length: 8 }, (_, column) => `particular-${column}`);
const boatRow = (name: string, insurer: string) =>
  `| ${[name, ...details.map((_, column) => `${name}-${column}`), insurer].join(' | ')} |\n`;
const moorings = `# Moorings\n\n| Boat | ${details.join(' | ')} | Insurer |\n|${'---|'.repeat(10)}\n${boatRow('Heron', 'Lloyd')}${boatRow('Curlew', 'Baltica')}`;

const tariff =
  '# Ferries\n\n| Zone | Days | Price | Stamps |\n|---|---|---|---|\n| Narvik north | 9 | 14.90 | 3 |\n| Narvik south | 7 | 12.90 | 3 |\n';

const prices = 'name,price,remark\nrope,12,"sold in pairs, never alone"\nlamp,3,red\n';

const site = servedSite({
  ...files,
  'settings.md': settings,
  'stock.md': wideTable,
  'ferries.md': tariff,
  'moorings.md': moorings,
  'prices.csv': prices,
});

it('is set from right to left where the words are, in question, answer and source', async () => {
  const { page, close } = await site.open();
  await ask(page, 'ما هي مدة الضمان؟');
  await firstMarker(page).click();
  await page.locator('.source-text mark').waitFor();
  for (const place of ['.turn-question', '.answer-text', '.run:has(mark)']) {
    const direction = `getComputedStyle(document.querySelector('${place}')).direction`;
    await expect.poll(async () => [place, await page.evaluate(direction)]).toEqual([place, 'rtl']);
  }
  await close();
});

it('sets a list as a list and its code as code, each with its footnote at the end, and copies its numbers', async () => {
  const { page, close } = await site.open(site.address, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await ask(page, 'How do I start the boiler?');
  await page.locator('.answer-foot').waitFor();
  await expect
    .poll(() => page.locator('.answer-text > p').allTextContents())
    .toEqual(['To start the boiler:']);
  const items = page.locator('.answer-text > ol > li');
  await expect
    .poll(() => items.allInnerTexts())
    .toEqual([
      'Open the valve for the gas supply',
      expect.stringMatching(/^Press the red knob and keep it pressed:\n+boiler start --slowly$/),
      'Wait for the flame1',
    ]);
  await expect.poll(() => items.locator('pre').allTextContents()).toEqual(['boiler start --slowly']);
  const selectAndCopy = async () => {
    await page.evaluate('getSelection().selectAllChildren(document.querySelector(".answer-text > ol"))');
    await page.keyboard.press('Control+C');
    return page.evaluate('navigator.clipboard.readText()');
  };
  await expect
    .poll(selectAndCopy)
    .toMatch(/^1\. Open the valve.*\n2\. Press .*:\n+boiler start --slowly\n+3\. Wait for the flame$/);
  const set = await page.evaluate(
    'navigator.clipboard.read().then(([item]) => item.getType("text/html")).then((html) => html.text())',
  );
  expect(set).toMatch(/^<ol><li value="1">.*<pre [^>]*>.*<\/ol>$/);
  await expect.poll(() => items.first().innerText()).toBe('Open the valve for the gas supply');
  await close();
});

it('asks nobody whether a greeting helped', async () => {
  const { page, close } = await site.open();
  await ask(page, 'Hello!');
  await page.getByText('Ask me something about the documents.').waitFor();
  await ask(page, 'Which firm made the boiler?');
  await page.locator('.answer-foot').waitFor();
  await expect.poll(() => page.locator('.answer-foot').count()).toBe(1);
  await page.reload();
  await page.locator('.turn').nth(1).waitFor();
  await expect.poll(() => page.locator('.answer-foot').count()).toBe(1);
  await close();
});

it('sets the rows of a table in columns, in answer and source, and marks the cited one from edge to edge', async () => {
  const { page, close } = await site.open();
  await ask(page, 'Where was the valve of gas bought in?');
  await page.locator('.answer-foot').waitFor();
  await expect.poll(() => page.locator('.answer-table th').allTextContents()).toEqual(['part', 'bought in']);
  await expect
    .poll(() => page.locator('.answer-table td').allTextContents())
    .toEqual(['1', 'valve of gas', 'Lisbon', '2']);
  await page.locator('.footnote-marker').nth(1).click();
  const cells = page.locator('.table-cell-marked');
  await cells.first().waitFor();
  await expect.poll(() => cells.allInnerTexts()).toEqual(['valve of gas', 'Lisbon']);
  const source = page.locator('.run-table');
  await expect.poll(() => source.locator('th').allInnerTexts()).toEqual(['part', 'bought in']);
  await expect.poll(() => source.getAttribute('tabindex')).toBe('0');
  await expect
    .poll(async () => (await source.textContent())?.trim())
    .toBe('| part | bought in |\n|---|---|\n| valve of gas | Lisbon |\n| valve of water | Porto |');
  await close();
});

it('breaks a name of code that is wider than its cell where it has marks', async () => {
  const { page, close } = await site.open(site.address, { viewport: { width: 320, height: 568 } });
  await ask(page, 'How long does the ignition wait?');
  await page.locator('.answer-table code').first().waitFor();
  const element = 'document.querySelector(".answer-table code")';
  await expect.poll(() => page.evaluate<number>(lines(element))).toBeGreaterThan(1);
  const parts = ['BOILER_', 'IGNITION_', 'TIMEOUT_', 'SECONDS'];
  const texts = `[...${element}.childNodes].filter(({ data }) => data)`;
  await expect.poll(() => page.evaluate(`${texts}.map(({ data }) => data)`)).toEqual(parts);
  await expect
    .poll(() => page.evaluate(`${texts}.map((text) => ${lines('text')})`))
    .toEqual(parts.map(() => 1));
  await close();
});

it('sets a row as words on a phone only where its columns do not fit beside each other', async () => {
  const { page, close } = await site.open(site.address, { viewport: { width: 390, height: 844 } });
  await ask(page, 'What is the price of ferries to Narvik?');
  const cell = page.getByRole('cell', { name: /^14\.90/ });
  await expect.poll(() => displayOf(cell)).toBe('table-cell');
  await ask(page, 'What is the quantity-7 of the stock?');
  const wide = page.locator('.turn').nth(1).locator('.answer-table td').first();
  await expect.poll(() => displayOf(wide)).toBe('inline');
  await close();
});

it('breaks no word of code at its hyphens', async () => {
  const { page, close } = await site.open();
  await ask(page, 'How is the draught of the boiler set?');
  const words = page.locator('.answer-text .code-word');
  await words.first().waitFor();
  await expect.poll(() => words.allTextContents()).toContain('--draught-of-air=9');
  for (let width = 320; width < 480; width += 10) {
    await page.setViewportSize({ width, height: 568 });
    const heights = await words.evaluateAll((all) => all.map((word) => word.getClientRects().length));
    expect([...new Set(heights)]).toEqual([1]);
  }
  await close();
});

it('keeps all that is read to one width, and a question asked on stands at the top of the page', async () => {
  const { page, close } = await site.open();
  await ask(page, 'How is the chimney swept?');
  await page.locator('.answer-foot').waitFor();
  await ask(page, 'Which firm made the boiler?');
  await page.locator('.answer-foot').nth(1).waitFor();
  const rightEdges = () =>
    page
      .locator('.answer, .answer-foot, .explain, .ask-box')
      .evaluateAll((parts) => new Set(parts.map((part) => part.getBoundingClientRect().right)).size);
  await expect.poll(rightEdges).toBe(1);
  await expect
    .poll(async () => (await page.locator('.turn-question').nth(1).boundingBox())?.y)
    .toBeLessThan(80);
  await close();
});

it('keeps no room for the next question where little fits on the page, as at great zoom', async () => {
  const { page, close } = await site.open(site.address, { viewport: { width: 720, height: 450 } });
  await ask(page, 'How is the chimney swept?');
  await page.locator('.answer-foot').waitFor();
  const roomBetween = async () => {
    const last = await page.locator('.answer-foot').boundingBox();
    const box = await page.locator('.ask-box').boundingBox();
    return (box?.y ?? 0) - (last?.y ?? 0) - (last?.height ?? 0);
  };
  await expect.poll(roomBetween).toBeGreaterThan(0);
  await close();
});

it('marks the header of a sheet as its rows', async () => {
  const { documents } = await site.footnote.findDocuments({ search: 'prices.csv' });
  const twoRows = '| name | price | remark |\n| rope | 12 | sold in pairs, never alone |';
  const { page, close } = await site.open(
    `${site.address}/#/documents?document=${documents[0]?.documentId}&span=0-${twoRows.length}`,
  );
  const marked = page.locator('.table-grid .table-cell-marked');
  await expect.poll(() => marked.count()).toBe(6);
  const grounds = async () => new Set(await Promise.all((await marked.all()).map(groundOf)));
  await expect.poll(async () => (await grounds()).size).toBe(1);
  await close();
});

it('sets the rows of a CSV file in columns, and marks a row of them from edge to edge', async () => {
  const { documents } = await site.footnote.findDocuments({ search: 'prices.csv' });
  const rowsOf = '| name | price | remark |\n| rope | 12 | sold in pairs, never alone |\n| lamp | 3 | red |';
  const span = `${rowsOf.indexOf('| rope')}-${rowsOf.indexOf('\n| lamp')}`;
  const { page, close } = await site.open(
    `${site.address}/#/documents?document=${documents[0]?.documentId}&span=${span}`,
  );
  await page.locator('.source-text mark').first().waitFor();
  const rows = page.locator('.run-table tr');
  await expect.poll(() => rows.nth(0).locator('th').allInnerTexts()).toEqual(['name', 'price', 'remark']);
  await expect
    .poll(() => rows.nth(1).locator('.table-cell-marked').allInnerTexts())
    .toEqual(['rope', '12', 'sold in pairs, never alone']);
  await expect.poll(() => page.locator('.run-table').innerText()).not.toContain('"');
  await expect.poll(() => page.locator('.source-text').textContent()).toBe(rowsOf);
  await expect.poll(() => page.locator('.table-cell-marked').count()).toBe(3);
  await close();
});

it('moves a table sideways to the cell that was asked for', async () => {
  const { page, close } = await site.open();
  await ask(page, 'Who is the insurer of Curlew?');
  await page.locator('.answer-foot').waitFor();
  await firstMarker(page).click();
  const cell = page.locator('.source-text .table-cell-asked');
  await cell.waitFor();
  await expect.poll(() => cell.innerText()).toBe('Baltica');
  await expect.poll(() => isInPanel(page, cell)).toBe(true);
  await close();
});

it('moves a table sideways to the words that are cited', async () => {
  const { documents } = await site.footnote.findDocuments({ search: 'stock' });
  const start = wideTable.indexOf('| 83 |') + 2;
  const { page, close } = await site.open(
    `${site.address}/#/documents?document=${documents[0]?.documentId}&span=${start}-${start + 2}`,
  );
  const mark = page.locator('.source-text mark');
  await mark.waitFor();
  await expect.poll(() => mark.textContent()).toBe('83');
  await expect.poll(() => isInPanel(page, mark)).toBe(true);
  await close();
});

it('keeps the place in a very long source when what stands above it is shown', async () => {
  const [document] = await site.footnote.listDocuments();
  const entries = Array.from(
    { length: 7000 },
    (_, day) => `Day ${day}: ${'nothing new '.repeat(1 + (day % 17))}`,
  );
  const text = entries.join('\n\n');
  let end = -2;
  const blocks = entries.map((entry) => {
    const start = end + 2;
    end = start + entry.length;
    return { kind: 'paragraph', start, end };
  });
  const { page, close } = await site.open();
  const body = { documentId: document?.documentId, version: 1, path: 'days.md', title: 'Days', text, blocks };
  await page.route('**/text', (route) => route.fulfill({ json: body }));
  const start = blocks[4000]?.start ?? 0;
  const span = `${start}-${start + 8}`;
  await page.goto(`${site.address}/#/documents?document=${document?.documentId}&span=${span}`);
  await page.locator('.source-text mark').waitFor();
  // It goes to the mark by itself first, with the next frame.
  const scrollTop = `document.querySelector('.source-body').scrollTop`;
  await expect.poll(() => page.evaluate(scrollTop)).toBeGreaterThan(0);
  await page.evaluate(`${scrollTop} = 0`);
  const first = await page.locator('.run').first().textContent();
  const run = page.locator('.run', { hasText: first?.trim() }).first();
  const before = await run.boundingBox();
  await page.getByRole('button', { name: 'Show earlier text' }).click();
  await expect.poll(() => page.locator('.run').first().textContent()).not.toBe(first);
  await expect
    .poll(async () => Math.abs(((await run.boundingBox())?.y ?? 0) - (before?.y ?? 0)))
    .toBeLessThan(2);
  await close();
});

it('prints what was asked and answered, and nothing to press', async () => {
  const { page, close } = await site.open();
  await ask(page, 'How is the chimney swept?');
  await firstMarker(page).click();
  await page.locator('.source-text mark').waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const shown of ['.turn-question', '.answer-text', '.footnotes']) {
    await expect.poll(async () => [shown, await page.locator(shown).isVisible()]).toEqual([shown, true]);
  }
  for (const hidden of ['.ask-box', '.masthead-pages', '.answer-actions', '.source-panel']) {
    await expect.poll(async () => [hidden, await page.locator(hidden).isVisible()]).toEqual([hidden, false]);
  }
  const open = `[...document.querySelectorAll('[aria-expanded="true"]')]`;
  await expect
    .poll(() => page.evaluate(`${open}.map((one) => getComputedStyle(one).backgroundColor)`))
    .toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
  const words = page.locator('.footnote-words');
  await expect.poll(() => words.count()).toBeGreaterThan(0);
  const cutOff = () =>
    words.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  await expect.poll(cutOff).toBe(0);
  await expect.poll(() => page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 0)');
  await expect
    .poll(() => page.evaluate('getComputedStyle(document.body).backgroundColor'))
    .toBe('rgb(255, 255, 255)');
  await close();
});

it('ends the figures of a column at one edge, whether or not their rows have footnotes', async () => {
  const [citation] = (await site.footnote.ask('What is the price of rope?')).citations;
  site.answersMade(async function* () {
    if (citation) yield { type: 'citation', citation };
    yield { type: 'token', text: '| oil | cost |\n|---|--:|\n| colza | 12 [1] |\n| wax | 114.5 |\n' };
  });
  const { page, close } = await site.open();
  await ask(page, 'What does oil cost?');
  await firstMarker(page).waitFor();
  // The answer is whole once its last row is there.
  await page.locator('.answer-table', { hasText: '114.5' }).waitFor();
  const beyond = () =>
    page
      .locator('.answer-table')
      .evaluateAll((tables) => tables.map((table) => table.scrollWidth - table.clientWidth));
  await expect.poll(beyond, { message: 'what a finger touches of a footnote moves no table' }).toEqual([0]);
  const edges = () =>
    page.locator('.answer-table :is(th, td):nth-child(2)').evaluateAll((cells) =>
      cells.map((cell) => {
        const range = cell.ownerDocument.createRange();
        range.selectNodeContents(cell);
        return Math.round(range.getBoundingClientRect().right);
      }),
    );
  await expect.poll(async () => (await edges()).length).toBe(3);
  await expect.poll(async () => new Set(await edges()).size).toBe(1);
  await close();
});

it('names of another direction in a refusal keep their quotation marks around them', async () => {
  const { page, close } = await site.open(site.address, { locale: 'ar' });
  const field = page.getByRole('textbox').first();
  await field.fill('من هو رئيس فرنسا؟');
  await field.press('Enter');
  const names = page.locator('.nothing-relevant p:dir(rtl) bdi:dir(ltr)');
  await expect.poll(() => names.allInnerTexts()).toContain('The boiler');
  await expect.poll(() => page.locator('.nothing-relevant').textContent()).toContain('«The boiler»');
  await close();
});
