import { expect, it } from 'vitest';
import { accessibility, ask, firstMarker, servedSite } from './web-fixture.ts';

const site = servedSite({
  'wages.md':
    '---\ngroups: [staff]\n---\n# Wages of Marrow Point\n\nThe keeper earns ninety crowns a month.\n',
  'tides.md': '# Tides\n\nThe tide turns every six hours.\n',
});

const keyFor = async (name: string, groups: readonly string[]) =>
  (await site.footnote.createKey({ name, groups })).key;

async function signedIn(key: string, address = site.address) {
  const opened = await site.open(address);
  await opened.page.getByLabel('Key').fill(key);
  await opened.page.getByLabel('Key').press('Enter');
  return opened;
}

it('an answer is shared, opened by whoever may see its documents, refused to others, and taken back', async () => {
  const { page, close } = await signedIn(await keyFor('owner', ['staff']));
  await ask(page, 'What does the keeper earn?');
  await firstMarker(page).waitFor();
  await page.getByRole('button', { name: 'Share a link' }).click();
  await page.getByRole('button', { name: 'Take the link back' }).press('Enter');
  const again = page.getByRole('button', { name: 'Share a link' });
  await again.and(page.locator(':focus')).waitFor();
  await again.press('Enter');
  const field = page.getByLabel('Link to this answer');
  await field.waitFor();
  const link = await field.inputValue();
  expect(link).toMatch(/#\/shared\?share=[\w-]{32}$/);
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);

  const reader = await signedIn(await keyFor('reader', ['staff']), link);
  await reader.page.getByText('Asked ').waitFor();
  await expect.poll(() => reader.page.locator('.answer-text').innerText()).toContain('ninety crowns');
  await expect.poll(async () => (await accessibility(reader.page).analyze()).violations).toEqual([]);
  await firstMarker(reader.page).click();
  await reader.page.locator('mark').first().waitFor();
  await reader.close();

  const stranger = await signedIn(await keyFor('stranger', []), link);
  await stranger.page.getByText('It rests on documents that you may not see.').waitFor();
  expect(await stranger.page.content()).not.toMatch(/Wages|keeper|crowns|wages/);
  expect(await stranger.page.title()).not.toMatch(/keeper/);
  await expect.poll(async () => (await accessibility(stranger.page).analyze()).violations).toEqual([]);
  await stranger.close();

  await page.getByRole('link', { name: 'Conversations' }).click();
  const links = page.getByRole('region', { name: 'Links to answers' });
  await links.getByRole('link', { name: /What does the keeper earn/ }).waitFor();
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  await links.getByRole('button', { name: /^Take the link back/ }).click();
  await links.waitFor({ state: 'detached' });
  await page.goto(link);
  await page.getByText('The link was taken back').waitFor();
  await close();
});
