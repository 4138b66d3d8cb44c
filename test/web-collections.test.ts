import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { pageAddress } from '../src/cli/commands/serve.ts';
import { accessibility, ask, closeSite, servedSite, webDocuments } from './web-fixture.ts';

const site = servedSite(webDocuments, {
  handbook: { 'leave.md': '# Leave\n\nEmployees have 28 days of paid leave a year.\n' },
  travel: { 'hotels.md': '# Hotels\n\nA hotel may cost up to 140 euros a night.\n' },
});

const choice = (page: Page) => page.locator('.collection-choice-chosen');
const askedIn = (page: Page) =>
  new URLSearchParams(new URL(page.url()).hash.split('?')[1]).getAll('collection');
const marked = async (page: Page) => (await page.locator('.source-text mark').allTextContents()).join('');
const question = 'How many days of paid leave are there, and when was the lamp first lit?';

it('are asked together: each footnote names its own, and opens its source from there, also from a link', async () => {
  const { page, complaints, close } = await site.open();
  await page.locator('.starting-points').waitFor();
  await choice(page).click();
  await page.getByRole('checkbox', { name: 'handbook' }).check();
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.evaluate('document.activeElement.textContent'))
    .toBe('Collections: 2 collections');
  await page.getByText('Answers come from 4 documents in 2 collections').waitFor();
  const request = page.waitForRequest('**/ask');
  await ask(page, question);
  expect((await request).postDataJSON()).toMatchObject({ collections: ['handbook'] });
  await page.locator('.answer-foot').waitFor();
  const footnotes = page.locator('.footnote');
  const named = footnotes.filter({ hasText: 'handbook: Leave' });
  await expect.poll(() => footnotes.filter({ hasText: 'default: The lighthouse' }).count()).toBe(1);
  await named.getByRole('button').click();
  await page.getByText('Employees have').last().waitFor();
  await expect.poll(() => marked(page)).toBe('Employees have 28 days of paid leave a year.');
  await expect.poll(() => page.locator('.source-head p').textContent()).toContain('handbook: ');

  const colleague = await site.open(page.url());
  await colleague.page.locator('.source-text mark').first().waitFor();
  await expect.poll(() => marked(colleague.page)).toBe('Employees have 28 days of paid leave a year.');
  await colleague.page.getByText('handbook: Leave').waitFor();
  await colleague.close();
  expect(complaints).toEqual([]);
  await close();
});

it('are gone on with in more of them, and begun anew where the conversation is in none of those chosen', async () => {
  const { page, close } = await site.open(site.address + (await pageAddress(site.footnote, 'handbook')));
  await choice(page).getByText('handbook').waitFor();
  await ask(page, 'How many days of paid leave are there?');
  await page.locator('.answer-foot').waitFor();
  await expect.poll(() => page.locator('.heading-trail').first().textContent()).toBe('Leave');
  await choice(page).click();
  await page.getByRole('checkbox', { name: 'travel' }).check();
  await expect.poll(() => askedIn(page)).toEqual(['handbook', 'travel']);
  await ask(page, 'What may a hotel cost a night?');
  await page.locator('.footnote').filter({ hasText: 'travel: Hotels' }).waitFor();
  const asked = page.locator('.turn-collections');
  await expect
    .poll(() => asked.allTextContents())
    .toEqual(['Asked in handbook', 'Asked in handbook and travel']);
  await choice(page).click();
  await page.getByRole('button', { name: 'Only travel' }).click();
  await page.getByRole('heading', { name: 'Ask your documents' }).waitFor();
  await expect.poll(() => page.locator('.turn').count()).toBe(0);
  await page.goBack();
  await page.locator('.turn').nth(1).waitFor();
  await expect
    .poll(() => asked.allTextContents())
    .toEqual(['Asked in handbook', 'Asked in handbook and travel']);
  await close();
});

it('are chosen from a list that begins at those that are, however many there are', async () => {
  const { page, close } = await site.open('about:blank');
  const names = Array.from({ length: 60 }, (_, index) => `archive-${index}`);
  await page.route('**/collections', (route) =>
    route.fulfill({ json: { collections: [...names, 'default'] } }),
  );
  await page.goto(site.address);
  await choice(page).click();
  const isInList = async () => {
    const list = await page.locator('.collection-choice-list').boundingBox();
    const chosen = await page.getByRole('checkbox', { name: 'default' }).boundingBox();
    return list && chosen && chosen.y > list.y && chosen.y + 16 < list.y + list.height;
  };
  await expect.poll(isInList).toBe(true);
  await close();
});

it('are remembered for the next time, but not where an address was made elsewhere', async () => {
  const { conversationId } = await site.footnote.ask('When was the lamp first lit?', {
    conversationId: null,
  });
  const { page, close } = await site.open();
  await page.locator('.starting-points').waitFor();
  await expect.poll(() => askedIn(page)).toEqual(['default']);
  await choice(page).click();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  // The button is there no more: what is pressed next goes to what opened the list.
  await expect
    .poll(() => page.evaluate('document.activeElement.textContent'))
    .toBe('Collections: All collections');
  await page.getByRole('checkbox', { name: 'default' }).uncheck();
  await page.getByRole('textbox').focus();
  await page.getByRole('checkbox', { name: 'default' }).waitFor({ state: 'hidden' });
  await page.getByText('2 documents in 2 collections').waitFor();
  await page.goto('about:blank');
  await page.goto(site.address);
  await page.getByText('2 documents in 2 collections').waitFor();
  await expect.poll(() => askedIn(page)).toEqual(['handbook', 'travel']);
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await page
    .getByRole('region', { name: 'Collection travel' })
    .getByRole('button', { name: /^Hotels/ })
    .click();
  await page.getByText('140 euros').waitFor();
  await page.goto('about:blank');
  await page.goto(`${site.address}/#/ask?conversation=${conversationId}`);
  await page.locator('.answer-foot').waitFor();
  await expect.poll(() => choice(page).textContent()).toBe('Collections: default');
  await close();
});

it('are seen on coming back to the page once they are there, and no address means another by that', async () => {
  const other = await site.startEmpty();
  onTestFinished(() => closeSite(other));
  const { page, close } = await site.open(other.address);
  const comeBackTo = (there: string) => {
    const seen = page.getByText(there).first().waitFor();
    return Promise.all([seen, page.evaluate('dispatchEvent(new Event("focus"))')]);
  };
  await page.getByText('There is nothing to ask about yet').waitFor();
  await other.footnote.ingest([site.folderOf('handbook')], { collection: 'handbook' });
  await comeBackTo('Answers come from 1 document');
  await ask(page, 'How many days of paid leave are there?');
  await page.locator('.answer-foot').waitFor();
  await other.footnote.ingest([site.folderOf('travel')], { collection: 'earlier' });
  await comeBackTo('Collections: handbook');
  const colleague = await site.open(page.url());
  await colleague.page.locator('.answer', { hasText: '28 days' }).waitFor();
  await expect.poll(() => choice(colleague.page).textContent()).toBe('Collections: handbook');
  await colleague.close();
  await close();
});

it('have their conversations listed together, each to be gone on with and erased in its own', async () => {
  const { page, close } = await site.open();
  await page.getByRole('textbox').waitFor();
  const sessionId = await page.evaluate<string>('localStorage.getItem("footnote-session")');
  for (const collection of ['default', 'travel']) {
    await site.footnote.ask(`hello ${collection}`, { collection, conversationId: null, sessionId });
  }
  await page.goto(`${site.address}/#/conversations?collection=default&collection=travel`);
  await page.getByText('2 conversations in this browser').waitFor();
  await expect
    .poll(() => page.locator('.list-page-title').allTextContents())
    .toEqual(['hello travel', 'hello default']);
  await page.getByRole('button', { name: 'Erase: hello default' }).click();
  await page.getByRole('button', { name: 'Erase permanently' }).click();
  await page.getByText('1 conversation in this browser').waitFor();
  await page.getByRole('link', { name: 'hello travel' }).click();
  await page.locator('.turn').waitFor();
  await expect.poll(() => askedIn(page)).toEqual(['travel', 'default']);
  await close();
});

it('can be chosen on a phone without a finding of accessibility, and what is being written stays', async () => {
  const { page, close } = await site.open(site.address, {
    viewport: { width: 320, height: 568 },
    reducedMotion: 'reduce',
  });
  await page.getByRole('textbox').fill('How many days');
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await choice(page).click();
  await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'))
    .toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Only handbook' }).click();
  await page.getByRole('link', { name: 'Ask', exact: true }).click();
  await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('How many days');
  await close();
});
