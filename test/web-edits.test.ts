import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { accessibility, servedSite } from './web-fixture.ts';

const site = servedSite(
  {
    'tides.md': '---\nteam: red\n---\n# Tides\n\nThe tide turns every six hours.\n',
    'bees.txt': 'Bees are fed sugar syrup in autumn.\n',
  },
  {},
  { ingest: { maxKeptBytes: 2 ** 20 } },
);

it('title and metadata are edited, taken back, and documents filtered by them', async () => {
  const { page, complaints, close } = await site.open(`${site.address}/#/documents`);
  await page.getByRole('button', { name: 'Edit: Tides' }).click();
  const dialog = page.getByRole('dialog', { name: 'Title and metadata' });
  await dialog.getByLabel('Title', { exact: true }).fill('Ebb and flow');
  await dialog.getByRole('button', { name: 'Add a field' }).click();
  const added = dialog.getByRole('group').last();
  await added.getByLabel('Field', { exact: true }).fill('tags');
  await added.getByLabel('Kind of value').selectOption('list');
  await added.getByLabel('Values, one a line').fill('sea\nmoon');
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Ebb and flow', { exact: true }).waitFor();
  await expect
    .poll(() => page.locator('.documents-fields').innerText())
    .toContain('tags: sea, moon · edited');

  await page.getByLabel('Any field').selectOption('tags');
  await page.getByText('1 document passes the filter').waitFor();
  await page.getByLabel('tags is').fill('sun');
  await page.getByText('0 documents pass the filter').waitFor();
  await page.getByLabel('tags is').fill('moon');
  await page.getByText('1 document passes the filter').waitFor();
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await page.getByLabel('All kinds').selectOption('txt');
  await page.getByText('1 document passes the filter').waitFor();
  await expect.poll(() => page.locator('.documents-list li').allInnerTexts()).toHaveLength(1);
  await page.getByRole('button', { name: 'Clear the filter' }).press('Enter');
  // The button goes with the filter, what chooses one stays.
  await page.locator('select:focus[aria-label="All kinds"]').waitFor();

  await page.getByRole('button', { name: 'Edit: Ebb and flow' }).click();
  await dialog.getByLabel('Take back: let the file say it').first().check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Tides', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('administrators see use and quotas, and which setting lets folders be followed', async () => {
  await site.footnote.ask('When are bees fed?', { owner: 'somebody', conversationId: null });
  const { page, complaints, close } = await site.open(`${site.address}/#/documents`);
  await page.getByText('Usage and quotas').click();
  const asked = page.getByRole('group', { name: 'Questions asked' });
  await expect.poll(() => asked.locator('tbody tr').allInnerTexts()).toEqual(['somebody\tdefault\t1\t0\t0']);
  const held = page.getByRole('group', { name: 'What is held' });
  await expect.poll(() => held.locator('tbody td').last().innerText()).toBe('0 bytes / 1 MB');
  await page.getByText('Folders that are followed').click();
  await page.getByText('This server may follow no folder.').waitFor();
  await expect.poll(() => page.locator('.folders code').innerText()).toBe('server.folders');
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('a folder that may not be followed says why in the language of the page, and one that is forgotten keeps the focus', async () => {
  const { folderId, path } = await site.footnote.watchFolder(dirname(site.store));
  const stop = new AbortController();
  const following = site.footnote.followFolders({ within: [], signal: stop.signal });
  await expect
    .poll(() => site.footnote.listWatchedFolders())
    .toMatchObject([{ folderId, error: { code: 'folder_forbidden' } }]);
  stop.abort();
  await following;
  const { page, close } = await site.open(`${site.address}/#/documents`, { locale: 'ar' });
  await page.getByText('المجلدات المتابَعة').click();
  const failed = page.locator('.folders-failed');
  await expect.poll(() => failed.innerText()).toMatch(/^[\u0600-\u06ff]/);
  await expect.poll(() => failed.innerText()).toContain(path);
  await page.locator('.folders-failed:dir(rtl)').waitFor();
  // Paths begin where the rest of their entry does, which is at the right.
  const right = (selector: string) =>
    page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().right));
  await expect.poll(() => right('.folders-entry > bdi')).toBe(await right('.folders-entry'));
  await page.locator('.folders-list button').last().press('Enter');
  await page.locator('.folders-list').waitFor({ state: 'detached' });
  await page.locator('.folders:focus').waitFor();
  await close();
});
