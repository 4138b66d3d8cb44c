import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibility, ask, firstMarker, servedSite, webDocuments } from './web-fixture.ts';

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
  const light = await shown(page);
  expect(light.ground).not.toBe(dark.ground);
  await page.getByLabel('Largest').check();
  await page.reload();
  expect(await shown(page)).toEqual({ ground: light.ground, size: '20px' });
  expect(await page.getByLabel('Light', { exact: true }).isChecked()).toBe(true);
  expect((await accessibility(page).analyze()).violations).toEqual([]);
  await page.getByLabel('As the system').check();
  expect((await shown(page)).ground).toBe(dark.ground);
  await page.emulateMedia({ colorScheme: 'light' });
  expect((await shown(page)).ground).toBe(light.ground);
  await page.getByLabel('Dark', { exact: true }).check();
  await page.emulateMedia({ media: 'print' });
  expect((await shown(page)).ground).toBe('rgb(255, 255, 255)');
  expect(complaints).toEqual([]);
  await close();
});

it('list the keys of the page, which "?" opens but where words are written', async () => {
  const { page, close } = await site.open();
  await page.getByRole('textbox', { name: 'Your question' }).waitFor();
  await page.keyboard.press('?');
  expect(await page.getByRole('textbox', { name: 'Your question' }).inputValue()).toBe('?');
  await page.locator('h1').click();
  await page.keyboard.press('?');
  await page.getByText('Opens this list').waitFor();
  await page.goBack();
  expect(await page.getByRole('textbox', { name: 'Your question' }).inputValue()).toBe('?');
  await close();
});

it('conversations are found by their first question', async () => {
  const { page, close } = await site.open();
  await ask(page, 'Who lit the lamp first?');
  await firstMarker(page).waitFor();
  await page.getByRole('link', { name: 'New conversation' }).click();
  await ask(page, 'When are bees fed?');
  await firstMarker(page).waitFor();
  await page.getByRole('link', { name: 'Conversations' }).click();
  await page.getByText('2 conversations in this browser').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('BEES fed');
  await page.getByText('1 conversation with “BEES fed”').waitFor();
  expect(await page.locator('.conversations-list .list-page-title').allTextContents()).toEqual([
    'When are bees fed?',
  ]);
  await page.reload();
  await page.getByText('1 conversation with “BEES fed”').waitFor();
  await close();
});

it('is in the language of the browser, or in the one that was chosen', async () => {
  const { page, complaints, close } = await site.open(site.address, { locale: 'de-AT' });
  await page.getByRole('heading', { name: 'Fragen Sie Ihre Dokumente' }).waitFor();
  expect(await page.getByText('Antworten kommen aus').innerText()).toBe(
    'Antworten kommen aus 3 Dokumenten, mit einer Quelle für jeden Satz.',
  );
  await page.getByRole('link', { name: 'Einstellungen' }).click();
  await page.getByLabel('Sprache der Seite').selectOption({ label: 'العربية' });
  await page.getByRole('heading', { name: 'الإعدادات' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'الإعدادات' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('ar');
  const places = await page.evaluate<readonly number[]>(
    `['.wordmark', '.masthead-pages'].map((name) => document.querySelector(name).getBoundingClientRect().x)`,
  );
  expect(places[0]).toBeGreaterThan(places[1] ?? 0);
  expect((await accessibility(page).analyze()).violations).toEqual([]);
  await page.getByRole('combobox').first().selectOption('en');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
  expect(complaints).toEqual([]);
  await close();
});
