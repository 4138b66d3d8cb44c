import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibility, ask, servedSite, webDocuments } from './web-fixture.ts';

const site = servedSite(webDocuments);

/** The colour behind the page, and the size of its text. */
const shown = (page: Page) =>
  page.evaluate<{ ground: string; size: string }>(
    `({ ground: getComputedStyle(document.body).backgroundColor,
        size: getComputedStyle(document.documentElement).fontSize })`,
  );

it('choose colours and size of text whatever the system says, for the next time too', async () => {
  const { page, complaints, close } = await site.open(`${site.address}/#/settings`, { colorScheme: 'dark' });
  const dark = await shown(page);
  await page.getByLabel('Light', { exact: true }).check();
  await expect.poll(async () => (await shown(page)).ground).not.toBe(dark.ground);
  const light = await shown(page);
  await page.getByLabel('Largest').check();
  await page.reload();
  await expect.poll(() => shown(page)).toEqual({ ground: light.ground, size: '20px' });
  await expect.poll(() => page.getByLabel('Light', { exact: true }).isChecked()).toBe(true);
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  await page.getByLabel('As the system').check();
  await expect.poll(async () => (await shown(page)).ground).toBe(dark.ground);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(async () => (await shown(page)).ground).toBe(light.ground);
  await page.getByLabel('Dark', { exact: true }).check();
  await page.emulateMedia({ media: 'print' });
  await expect.poll(async () => (await shown(page)).ground).toBe('rgb(255, 255, 255)');
  expect(complaints).toEqual([]);
  await close();
});

it('list the keys of the page, which "?" opens but where words are written', async () => {
  const { page, close } = await site.open();
  await page.getByRole('textbox', { name: 'Your question' }).waitFor();
  await page.keyboard.press('?');
  await expect.poll(() => page.getByRole('textbox', { name: 'Your question' }).inputValue()).toBe('?');
  await page.locator('h1').click();
  await page.keyboard.press('?');
  await page.getByText('Opens this list').waitFor();
  await page.goBack();
  await expect.poll(() => page.getByRole('textbox', { name: 'Your question' }).inputValue()).toBe('?');
  await close();
});

it('conversations are found by their first question', async () => {
  const { page, close } = await site.open();
  // It is kept once its answer is whole.
  await ask(page, 'Who lit the lamp first?');
  await page.locator('.answer-foot').waitFor();
  await page.getByRole('link', { name: 'New conversation' }).click();
  await page.locator('.starting-points').waitFor();
  await ask(page, 'When are bees fed?');
  await page.locator('.answer-foot').waitFor();
  await page.getByRole('link', { name: 'Conversations' }).click();
  await page.getByText('2 conversations in this browser').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('BEES fed');
  await page.getByText('1 conversation with “BEES fed”').waitFor();
  await expect
    .poll(() => page.locator('.conversations-list .list-page-title').allTextContents())
    .toEqual(['When are bees fed?']);
  await page.reload();
  await page.getByText('1 conversation with “BEES fed”').waitFor();
  await close();
});

it('is in the language of the browser, or in the one that was chosen', async () => {
  const { page, complaints, close } = await site.open(site.address, { locale: 'de-AT' });
  await page.getByRole('heading', { name: 'Fragen Sie Ihre Dokumente' }).waitFor();
  await expect
    .poll(() => page.getByText('Antworten kommen aus').innerText())
    .toBe('Antworten kommen aus 3 Dokumenten, mit einer Quelle für jeden Satz.');
  await page.getByRole('link', { name: 'Einstellungen' }).click();
  await page.getByLabel('Sprache der Seite').selectOption({ label: 'العربية' });
  await page.getByRole('heading', { name: 'الإعدادات' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'الإعدادات' }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ar');
  const [wordmark, pages] = ['.wordmark', '.masthead-pages'].map(
    (name) => `document.querySelector('${name}').getBoundingClientRect().x`,
  );
  await expect.poll(() => page.evaluate(`${wordmark} > ${pages}`)).toBe(true);
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  await page.getByRole('combobox').first().selectOption('en');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('ltr');
  expect(complaints).toEqual([]);
  await close();
});
