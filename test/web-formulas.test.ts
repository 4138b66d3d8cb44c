import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibility, ask, firstMarker, servedSite } from './web-fixture.ts';

const site = servedSite({
  'pendulum.md': String.raw`# The pendulum

## Period

A pendulum of length $l$ swings with the period $T = 2\pi\sqrt{\frac{l}{g}}$, whatever mass hangs on it.

## Spring

The energy of a stretched spring grows with the square of its length:

$$
W = \frac{1}{2} k x^2 + a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8 + a_9 + b_1 + b_2 + b_3 + b_4
$$

| quantity | symbol |
|---|---|
| stiffness | $k$ |

## Friction

Friction is written as $\frac{1}{$ or $\href{https://elsewhere.example/}{x}$ or $\def\a{x}\a$ by a careless
<img src="https://elsewhere.example/x.png"> hand, and oil against it costs between $5 and $10 a can.
`,
  'clock.md': String.raw`# The clock

The clockmaker writes the sum of all swings as $s = a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8 + a_9$ on a slip.
`,
});

/** What is seen of the formulas in a part of the page; null where one is its source. */
const shownIn = (page: Page, part: string) => () =>
  page
    .locator(`${part} .formula`)
    .evaluateAll((formulas) =>
      formulas.map(({ shadowRoot }) => shadowRoot?.querySelector('math')?.textContent ?? null),
    );

it('are shown as formulas in answer and source, whose text stays the TeX', async () => {
  const { page, requests, complaints, close } = await site.open();
  const { citations } = await site.footnote.ask('What is the period of a pendulum?');
  const drawing = () => requests.filter((url) => url.includes('show-formula')).length;
  await page.getByRole('textbox').waitFor();
  expect(drawing()).toBe(0);
  await ask(page, 'What is the period of a pendulum?');
  await page.locator('.answer-foot').waitFor();
  await expect.poll(shownIn(page, '.answer-text')).toEqual(['l', 'T=2πlg']);
  await firstMarker(page).click();
  await page.locator('.source-text mark').first().waitFor();
  await expect
    .poll(async () => (await page.locator('.source-text mark').allTextContents()).join(''))
    .toBe(citations[0]?.quote);
  const { text } = await site.footnote.getDocumentText(citations[0]?.documentId ?? '');
  await expect.poll(() => page.locator('.source-text').textContent()).toBe(text);
  await expect
    .poll(shownIn(page, '.source-text'))
    .toEqual(['l', 'T=2πlg', expect.stringMatching(/^W=12kx2/), 'k', null, null, null]);
  expect(drawing()).toBe(1);
  expect(requests.filter((url) => new URL(url).origin !== site.address)).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('are TeX where a citation begins or ends within one', async () => {
  const { documents } = await site.footnote.findDocuments({ search: 'pendulum' });
  const documentId = documents[0]?.documentId ?? '';
  const { text } = await site.footnote.getDocumentText(documentId);
  const start = text.indexOf('T = 2');
  const end = text.indexOf(', whatever');
  const { page, close } = await site.open(
    `${site.address}/#/ask?document=${documentId}&span=${start}-${end}`,
  );
  await page.locator('.source-text mark').waitFor();
  await expect.poll(() => page.locator('.source-text mark').innerText()).toBe(text.slice(start, end));
  await close();
});

it('are copied as TeX', async () => {
  const { page, close } = await site.open(site.address, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await ask(page, 'What is the period of a pendulum?');
  await page.locator('.answer-foot').waitFor();
  await expect.poll(shownIn(page, '.answer-text')).toEqual(['l', 'T=2πlg']);
  await page.evaluate('getSelection().selectAllChildren(document.querySelector(".answer-text"))');
  // Now and then a headless Chromium tells the page of a copy and makes none.
  const copy = () =>
    page.keyboard.press('Control+C').then(() => page.evaluate('navigator.clipboard.readText()'));
  await expect
    .poll(copy)
    .toBe(
      String.raw`A pendulum of length $l$ swings with the period $T = 2\pi\sqrt{\frac{l}{g}}$, whatever mass hangs on it.`,
    );
  await close();
});

it('have no accessibility finding on a phone, and a wide one moves sideways alone', async () => {
  const { page, close } = await site.open(site.address, { viewport: { width: 360, height: 740 } });
  await ask(page, 'How does the energy of a stretched spring grow?');
  await firstMarker(page).click();
  await page.locator('.source-text mark').first().waitFor();
  await expect.poll(shownIn(page, '.source-text')).toContain('k');
  const findings = async () => {
    const { violations } = await accessibility(page).include('.source-panel').analyze();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`));
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(findings).toEqual([]);
  }
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  const wide = page.locator('.source-text .formula-display');
  await expect
    .poll(() => wide.evaluate((formula) => formula.scrollWidth - formula.clientWidth))
    .toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await ask(page, 'How does the clockmaker write the sum of all swings?');
  await page.locator('.answer-foot').nth(1).waitFor();
  await expect.poll(shownIn(page, '.turn:last-child .answer-text')).toEqual([expect.stringMatching(/^s=a1/)]);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await close();
});
