import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accessibility, ask, servedSite } from './web-fixture.ts';

const site = servedSite({ 'harbour.md': '# The harbour\n\nThe harbour closes at ten in the evening.\n' });

/** Where the files lie that are put in. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-uploads-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const documentsPage = (collection = 'default') => `${site.address}/#/documents?collection=${collection}`;
const uploads = (page: Page) => page.getByRole('region', { name: 'Documents on their way' });

/** Chooses files as one does in the browser's own window. */
async function choose(page: Page, button: string, path: string | string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  await (await chooser).setFiles(path);
}

/** Drops files anywhere on the page. */
async function drop(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const data = await page.evaluateHandle(
    `Object.entries(${JSON.stringify(files)}).reduce((transfer, [name, text]) => {
      transfer.items.add(new File([text], name));
      return transfer;
    }, new DataTransfer())`,
  );
  // Nothing is taken before the page knows what the reader may do.
  await expect
    .poll(async () => {
      await page.locator('body').dispatchEvent('dragover', { dataTransfer: data });
      return page.locator('.drop-zone').count();
    })
    .toBe(1);
  await page.locator('body').dispatchEvent('drop', { dataTransfer: data });
}

it('are chosen, read, listed and asked; what fails says why, and the others are read', async () => {
  const { page, complaints, close } = await site.open(documentsPage());
  const ferries = join(folder, 'ferries.md');
  const broken = join(folder, 'broken.pdf');
  await writeFile(ferries, '# Ferries\n\nThe ferry to Orsta leaves at seven from pier four.\n');
  await writeFile(broken, '%PDF-1.7\nnothing that follows is a page\n');
  await choose(page, 'Add files', [ferries, broken]);
  await page.getByText('1 added, 1 failed').waitFor();
  const failed = page.locator('.upload-failed');
  await expect.poll(() => failed.textContent()).toContain('broken.pdf');
  await expect.poll(() => failed.locator('.upload-problem').textContent()).toMatch(/damaged|PDF/);
  await page.getByText('2 documents in the collection default').waitFor();
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);

  // Tried again as it is, it fails again; what was added is not sent twice.
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('1 added, 1 failed').waitFor();
  await page.getByRole('button', { name: 'Clear' }).click();
  await uploads(page).waitFor({ state: 'detached' });
  // The button went with the list: whoever has no mouse goes on from the heading.
  await expect.poll(() => page.locator('h1:focus').count()).toBe(1);

  await page.getByRole('link', { name: 'Ask', exact: true }).click();
  await ask(page, 'From which pier does the ferry to Orsta leave?');
  await page.getByText('leaves at seven from pier four').first().waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('are dropped on any page, also as folders with their paths', async () => {
  const { page, complaints, close } = await site.open();
  await drop(page, { 'lamps.md': '# Lamps\n\nThe red lamp of the mole is lit at dusk.\n' });
  await page.getByText('1 added').waitFor();
  await expect.poll(() => page.url()).toContain('#/documents');

  const handbook = join(folder, 'handbook');
  await mkdir(join(handbook, 'rooms'), { recursive: true });
  await writeFile(join(handbook, 'rooms', 'attic.md'), '# The attic\n\nThe attic is locked in winter.\n');
  await writeFile(join(handbook, '.hidden.md'), '# Hidden\n\nNobody reads this.\n');
  await choose(page, 'Add a folder', handbook);
  await page.getByText('handbook/rooms/attic.md').first().waitFor();
  await page.getByText('2 added').waitFor();
  const names = (await site.footnote.listDocuments()).map(({ path }) => path);
  expect(names).toContain('handbook/rooms/attic.md');
  expect(names.filter((name) => name.includes('hidden'))).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

it('are pasted as text, and removed again with a receipt', async () => {
  const { page, complaints, close } = await site.open(documentsPage());
  await page.getByRole('button', { name: 'Paste text' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste text' });
  await dialog.getByLabel('Title').fill('Notes on the crane');
  await dialog.getByLabel('Text or Markdown').fill('The crane lifts nine tonnes.');
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  await dialog.getByRole('button', { name: 'Add this text' }).click();
  await page.getByText('1 added').waitFor();
  const entry = page.locator('.documents-list li', { hasText: 'Notes on the crane' });
  await entry.waitFor();

  await entry.getByRole('button', { name: 'Remove: Notes on the crane' }).click();
  await entry.getByRole('button', { name: 'Keep' }).click();
  await entry.getByRole('button', { name: 'Remove: Notes on the crane' }).click();
  await entry.getByRole('button', { name: 'Remove with all its passages' }).click();
  await page.getByText('was removed with all its passages').waitFor();
  await entry.waitFor({ state: 'detached' });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the receipt' }).click();
  expect((await download).suggestedFilename()).toBe('footnote-receipt.json');
  expect(complaints).toEqual([]);
  await close();
});

it('go into a collection of their own, which is made, renamed and deleted', async () => {
  const { page, close } = await site.open(documentsPage());
  await page.getByRole('button', { name: 'New collection' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('letters');
  await page.getByRole('button', { name: 'Make it' }).click();
  await page.getByText('There is nothing to ask about yet').waitFor();
  await drop(page, { 'first.md': '# First letter\n\nThe boat is sold.\n' });
  await page.getByText('1 document in the collection letters').waitFor();

  await page.getByRole('button', { name: 'Rename this one' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('post');
  await page.getByRole('button', { name: 'Rename it' }).click();
  await page.getByText('1 document in the collection post').waitFor();

  await page.getByRole('button', { name: 'Delete this one' }).click();
  await page.getByRole('button', { name: 'Delete it with 1 document' }).click();
  await page.getByText('in the collection default').waitFor();
  expect(await site.footnote.listCollections()).toEqual(['default']);
  await close();
});

it('that are stopped while they are sent say so, and can be sent again', async () => {
  const { page, close } = await site.open(documentsPage());
  const held = Promise.withResolvers<void>();
  await page.route('**/collections/default/documents', async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  await drop(page, { 'tide.md': '# Tides\n\nHigh tide is at noon.\n' });
  await page.getByText('1 on the way', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('1 stopped').waitFor();
  held.resolve();
  await page.unroute('**/collections/default/documents');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('1 added').waitFor();
  await close();
});

it('are not offered to those who may only read', async () => {
  const { page, close } = await site.open('about:blank');
  await page.route('**/api/v1/session', (route) =>
    route.fulfill({ json: { principal: { id: 'k', role: 'read' }, isSession: true, provider: false } }),
  );
  await page.goto(documentsPage());
  await page.locator('.documents-list').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Add files' }).count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
  await close();
});
