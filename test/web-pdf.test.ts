import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibility, ask, firstMarker, servedSite } from './web-fixture.ts';

const mills = readFileSync(new URL('../src/formats/cases/pdf/source.pdf', import.meta.url));
const site = servedSite({ 'mills.pdf': mills, 'notes.md': '# Notes\n\nThe crane lifts nine tonnes.\n' });

const question = 'Where does the river rise?';
const mark = (page: Page) => page.locator('.pdf-mark').first();

/** Asks, and opens the first footnote. */
async function openCited(page: Page): Promise<void> {
  await ask(page, question);
  await firstMarker(page).click();
  await mark(page).waitFor();
}

it('is drawn as it looks, with the cited sentence marked where its words stand', async () => {
  const { page, complaints, close } = await site.open();
  await openCited(page);
  const first = page.getByRole('region', { name: 'Page 1', exact: true });
  // Words as pdf.js itself lays them over the drawing.
  const word = first.locator('.pdf-words span', { hasText: 'northern' }).first();
  const boxesOfMarks = async () => {
    const boxes = (await first.locator('.pdf-mark').all()).map((box) => box.boundingBox());
    return (await Promise.all(boxes)).filter((box) => box !== null);
  };
  const isMarked = async () => {
    const said = await word.boundingBox();
    const middle = {
      x: (said?.x ?? 0) + (said?.width ?? 0) / 2,
      y: (said?.y ?? 0) + (said?.height ?? 0) / 2,
    };
    return (await boxesOfMarks()).some(
      (box) =>
        box.x <= middle.x &&
        middle.x <= box.x + box.width &&
        box.y <= middle.y &&
        middle.y <= box.y + box.height,
    );
  };
  await expect.poll(isMarked).toBe(true);
  // What is not cited is not marked: the sentence is a small part of its page.
  const area = (await boxesOfMarks()).reduce((sum, { width, height }) => sum + width * height, 0);
  const whole = await first.boundingBox();
  expect(area / ((whole?.width ?? 1) * (whole?.height ?? 1))).toBeLessThan(0.1);
  // It was scrolled to, and something was drawn.
  await expect.poll(() => mark(page).isVisible()).toBe(true);
  await expect
    .poll(() =>
      first.locator('canvas').evaluate((canvas) => {
        const { width, height } = canvas as unknown as { width: number; height: number };
        const context = (canvas as unknown as { getContext: (kind: string) => unknown }).getContext('2d') as {
          getImageData: (x: number, y: number, w: number, h: number) => { data: ArrayLike<number> };
        };
        return Array.from(context.getImageData(0, 0, width, height).data).some(
          (value, place) => place % 4 === 0 && value < 60,
        );
      }),
    )
    .toBe(true);
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('is searched, paged through and made larger', async () => {
  const { page, close } = await site.open();
  await openCited(page);
  const tools = page.getByRole('toolbar', { name: 'PDF' });
  await tools.getByRole('searchbox').fill('POWER of their wheels');
  await page.keyboard.press('Enter');
  await tools.getByText('On page 2').waitFor();
  await expect.poll(() => tools.getByLabel('Page').inputValue()).toBe('2');
  await tools.getByRole('searchbox').fill('zeppelin');
  await page.keyboard.press('Enter');
  await tools.getByText('On no page').waitFor();
  await tools.getByLabel('Page').fill('1');
  await page.keyboard.press('Enter');
  await expect.poll(() => tools.getByLabel('Page').inputValue()).toBe('1');
  const first = page.getByRole('region', { name: 'Page 1', exact: true });
  const before = (await first.boundingBox())?.width ?? 0;
  await tools.getByRole('button', { name: 'Larger' }).click();
  await expect.poll(async () => ((await first.boundingBox())?.width ?? 0) / before).toBeCloseTo(1.25, 1);
  await close();
});

it('shows its pages small, which lead to them', async () => {
  const { page, complaints, close } = await site.open();
  await openCited(page);
  await page.getByText('Page previews').click();
  const second = page.getByRole('button', { name: 'Page 2', exact: true });
  await second.locator('canvas').waitFor();
  await expect.poll(() => page.locator('.pdf-thumbnail-cited').allInnerTexts()).toEqual(['1']);
  await second.click();
  await expect.poll(() => second.getAttribute('aria-current')).toBe('page');
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('can be read as text instead, and is, where its file is gone', async () => {
  const { page, close } = await site.open();
  await openCited(page);
  await page.getByRole('button', { name: 'Text only' }).click();
  await page.locator('.source-text mark').waitFor();
  await expect.poll(() => page.locator('.source-text mark').textContent()).toContain('northern hills');

  const [document] = await site.footnote
    .findDocuments({ search: 'mills' })
    .then(({ documents }) => documents);
  const file = document?.path ?? '';
  rmSync(file);
  await page.reload();
  await page.locator('.source-text mark').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Text only' }).count()).toBe(0);
  // Another content under its name is not the one that was cited.
  writeFileSync(file, `${mills.toString('latin1')}\n% changed`, 'latin1');
  await expect(site.footnote.getOriginal(document?.documentId ?? '')).rejects.toMatchObject({
    code: 'original_missing',
  });
  writeFileSync(file, mills);
  await page.reload();
  await mark(page).waitFor();
  await close();
});

it('is sent by ranges, and what browsers could run only as a file to save', async () => {
  const [pdf] = (await site.footnote.findDocuments({ search: 'mills' })).documents;
  const [notes] = (await site.footnote.findDocuments({ search: 'notes' })).documents;
  const original = (id = '') => `${site.address}/api/v1/collections/default/documents/${id}/original`;
  const get = (range?: string) =>
    fetch(original(pdf?.documentId), range === undefined ? {} : { headers: { range } });
  const whole = await get();
  expect(whole.status).toBe(200);
  expect(Buffer.from(await whole.arrayBuffer()).equals(mills)).toBe(true);
  expect(whole.headers.get('content-disposition')).toBe("inline; filename*=UTF-8''mills.pdf");
  for (const [range, start, end] of [
    ['bytes=0-9', 0, 10],
    ['bytes=100-', 100, mills.length],
    ['bytes=-20', mills.length - 20, mills.length],
    [`bytes=10-${mills.length + 500}`, 10, mills.length],
  ] as const) {
    const part = await get(range);
    expect(part.status, range).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${mills.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(mills.subarray(start, end)), range).toBe(true);
  }
  expect((await get(`bytes=${mills.length}-`)).status).toBe(416);
  const tag = whole.headers.get('etag') ?? '';
  expect((await fetch(original(pdf?.documentId), { headers: { 'if-none-match': tag } })).status).toBe(304);
  const saved = await fetch(original(notes?.documentId));
  expect(saved.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(saved.headers.get('content-security-policy')).toContain('sandbox');
  expect((await fetch(original('none'))).status).toBe(404);
});
