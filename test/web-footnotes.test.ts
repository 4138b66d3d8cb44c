import { expect, it } from 'vitest';
import { ask, servedSite } from './web-fixture.ts';

const boiler = `# The boiler

## Parts

| part | bought in |
|---|---|
| valve | Lisbon |

## Chimney

The chimney is swept in spring by a sweep who comes from the town with a ladder and three brushes. A chimney that
burns resinous wood is swept once more in autumn. Whoever sweeps the chimney wears a mask, since old soot burns lungs.

## Grate

The grate is raked each night before the fire is banked.

Raking the grate needs:

- a long iron rake
- gloves of leather

## Maker

The boiler was made by a firm whose name is worn off the plate, in a year that nobody remembers any more at all.
`;

const prices = 'name,price,remark\nrope,12,"sold in pairs, never alone"\nlamp,3,red\n';

const code = "/** Says when to sweep. */\nexport function sweepAt(): string {\n  return 'in spring';\n}\n";

const site = servedSite({ 'boiler.md': boiler, 'prices.csv': prices, 'sweep.ts': code });

it('begins no line with the footnote of the sentence before it, however wide the page is', async () => {
  const { page, close } = await site.open();
  await ask(page, 'What is said about the chimney?');
  await page.locator('.footnote-marker').nth(2).waitFor();
  await page.locator('.answer-foot').waitFor();
  const stranded: number[] = [];
  for (let width = 320; width < 720; width += 8) {
    await page.setViewportSize({ width, height: 800 });
    const beginsLine = page.locator('.footnote-marker').evaluateAll((markers) =>
      markers.some((marker) => {
        const line = marker.closest('.answer-text')?.getBoundingClientRect();
        return marker.getBoundingClientRect().left - (line?.left ?? 0) < 8;
      }),
    );
    if (await beginsLine) stranded.push(width);
  }
  expect(stranded).toEqual([]);
  await close();
});

it('copies what is selected of an answer without the numbers of its footnotes, and a whole one with them', async () => {
  const { page, close } = await site.open(site.address, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await ask(page, 'Which firm made the boiler?');
  await page.locator('.answer-foot').waitFor();
  await page.evaluate('getSelection().selectAllChildren(document.querySelector(".answer-text"))');
  const copied = () => page.evaluate('navigator.clipboard.readText()');
  // Now and then a headless Chromium tells the page of a copy and makes none.
  const copy = () => page.keyboard.press('Control+C').then(copied);
  await expect.poll(copy).toMatch(/remembers any more at all\.$/);
  await page.getByRole('button', { name: 'Copy answer' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  await expect.poll(copied).toMatch(/at all\. \[1\]\n\n\[1\] The boiler › Maker \(.*boiler\.md\)$/);
  const set = await page.evaluate<string>(
    'navigator.clipboard.read().then(([item]) => item.getType("text/html")).then((html) => html.text())',
  );
  await page.goto(/<a href="([^"]+)">1<\/a>/.exec(set)?.[1]?.replaceAll('&amp;', '&') ?? '');
  await page.locator('.source-text mark').getByText('The boiler was made by a firm').waitFor();
  await close();
});

it('tells footnotes of one place from each other by their words', async () => {
  const { page, close } = await site.open();
  await ask(page, 'Where was the valve bought in?');
  await page.locator('.answer-foot').waitFor();
  await expect
    .poll(async () => (await page.locator('.footnote button').allTextContents()).slice(0, 2))
    .toEqual([
      expect.stringMatching(/^Footnote 1: The boiler › Parts.*boiler\.md$/),
      'Footnote 2: valve · Lisbon',
    ]);
  await ask(page, 'When is the grate raked and what does raking the grate need?');
  await page.locator('.answer-foot').nth(1).waitFor();
  await expect
    .poll(() => page.locator('.turn').nth(1).locator('.footnote-words').allTextContents())
    .toEqual(['Raking the grate needs: · a long iron rake · gloves of leather']);
  await ask(page, 'Who sweeps the chimney in spring, and which firm made the boiler?');
  await page.locator('.answer-foot').nth(2).waitFor();
  const places = page.locator('.turn').nth(2).locator('.footnote');
  await expect
    .poll(() => places.locator('.heading-trail').allTextContents())
    .toEqual(['The boiler › Chimney', 'The boiler › Maker']);
  await expect.poll(() => places.locator('.footnote-path').count()).toBe(1);
  await close();
});

it('goes from footnote to footnote by the arrow keys, and back to where it began', async () => {
  const { page, close } = await site.open();
  await ask(page, 'How is the chimney swept?');
  await page.locator('.answer-foot').waitFor();
  await page.locator('.footnote-marker').first().press('Enter');
  const opened = page.locator('.footnote-marker[aria-expanded="true"]');
  const marked = page.locator('.source-text mark');
  await marked.waitFor();
  const first = await marked.textContent();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => opened.textContent()).toBe('2');
  await expect
    .poll(() => marked.textContent())
    .toBe('A chimney that\nburns resinous wood is swept once more in autumn.');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => marked.textContent()).toBe(first);
  await page.keyboard.press('Escape');
  await page.locator('.source-panel').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('1');
  await close();
});

it('shows where the words of a separated file stand, and a path that is a title once', async () => {
  const { page, close } = await site.open();
  await ask(page, 'What is the price of rope in path:prices.csv?');
  await page.locator('.answer-foot').waitFor();
  await expect
    .poll(() => page.locator('.footnote button').allTextContents())
    .toEqual([expect.stringMatching(/^Footnote 1: prices/), 'Footnote 2: name · price · remark']);
  await ask(page, 'Which code says when to sweep, in path:sweep.ts?');
  await page.locator('.answer-foot').nth(1).waitFor();
  await expect
    .poll(() => page.locator('.turn').nth(1).locator('.footnote button').textContent())
    .toMatch(/^Footnote 1: \S*sweep\.ts$/);
  await close();
});
