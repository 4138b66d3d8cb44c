import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibility, servedSite } from './web-fixture.ts';

/** More than are listed at first. */
const letters = Object.fromEntries(
  Array.from({ length: 103 }, (_, index) => [
    `letters/${String(index).padStart(3, '0')}.txt`,
    `Letter ${index}.\n`,
  ]),
);

const site = servedSite({
  ...letters,
  'lease.md': '# Mietvertrag für die Straße\n\nDie Miete beträgt tausend Euro.\n',
  'warranty.md': '# دليل المستخدم\n\nمدة الضمان سنتان.\n',
});

const field = (page: Page) => page.getByRole('searchbox', { name: 'Find a document by title or path' });
const titles = (page: Page) => page.locator('.documents-list .list-page-title').allTextContents();

it('are found by words of title and path, by the address too', async () => {
  const { page, complaints, close } = await site.open(`${site.address}/#/documents`);
  await page.getByText('105 documents in the collection default').waitFor();
  await expect
    .poll(() => page.locator('.documents-list li').first().textContent())
    .toContain('1 passage, 65 bytes');
  await page.keyboard.press('/');
  await page.keyboard.type('STRASSE mietv');
  await page.getByText('No document has “STRASSE mietv” in its title or path.').waitFor();
  await field(page).fill('fur LEASE');
  await page.getByText('1 document with “fur LEASE” in title or path').waitFor();
  await expect.poll(() => titles(page)).toEqual(['Mietvertrag für die Straße']);
  await page.locator('.list-page-entry').click();
  await page.getByText('tausend Euro').waitFor();
  await expect.poll(() => page.locator('.source-text mark').count()).toBe(0);

  await page.reload();
  await page.getByText('tausend Euro').waitFor();
  await expect.poll(() => field(page).inputValue()).toBe('fur LEASE');
  await page.getByRole('button', { name: 'Close' }).click();
  await field(page).fill('');
  await page.getByText('105 documents in the collection default').waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('are listed as far as they are in view, fetched as they come near, and in the order that is chosen', async () => {
  const { page, close } = await site.open(`${site.address}/#/documents`);
  await page.locator('.documents-list li').first().waitFor();
  await expect.poll(async () => (await titles(page)).length).toBeLessThan(60);
  const last = page.locator('.documents-list li', { hasText: 'warranty.md' });
  await expect.poll(() => last.count()).toBe(0);
  await page.locator('.documents-list li').first().locator('button').first().focus();
  await page.keyboard.press('End');
  await last.waitFor();
  await expect.poll(() => last.getAttribute('aria-posinset')).toBe('105');
  await expect.poll(() => last.getAttribute('aria-setsize')).toBe('105');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Largest first');
  await page.keyboard.press('Home');
  await expect.poll(async () => (await titles(page))[0]).toBe('Mietvertrag für die Straße');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('By title');
  await expect.poll(async () => (await titles(page))[0]).toMatch(/000|Letter 0/);
  await close();
});

it('begin at one edge whatever their script, without a finding of accessibility, also where none is found', async () => {
  const { page, close } = await site.open(`${site.address}/#/documents?search=${encodeURIComponent('.md')}`, {
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
  });
  await page.locator('.documents-list').waitFor();
  const edges = () =>
    page.locator('.documents-list .list-page-title').evaluateAll((all) =>
      all.map((title) => {
        const range = title.ownerDocument.createRange();
        range.selectNodeContents(title);
        return range.getBoundingClientRect().left;
      }),
    );
  await expect.poll(async () => (await edges()).length).toBe(2);
  await expect.poll(async () => new Set(await edges()).size).toBe(1);
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  await field(page).fill('nothing of this name');
  await page.getByText('No document has').waitFor();
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  await close();
});

it('can be had where the address names a collection that is not there', async () => {
  const { page, close } = await site.open(`${site.address}/#/documents?collection=elsewhere`);
  await page.getByText('There is no collection "elsewhere"').waitFor();
  await page.getByRole('button', { name: 'Collections: elsewhere' }).click();
  await page.getByRole('button', { name: 'Only default' }).click();
  await page.getByText('105 documents in the collection default').waitFor();
  await close();
});
