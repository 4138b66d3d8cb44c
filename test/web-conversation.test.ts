import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { accessibility, ask, firstMarker, servedSite, webDocuments } from './web-fixture.ts';

const site = servedSite(webDocuments);

describe('a conversation', () => {
  it('goes on, is kept for this browser, taken up again and erased', async () => {
    const { page, complaints, close } = await site.open();
    await ask(page, 'How much honey does a hive lose in winter?');
    await page.locator('.answer-foot').waitFor();
    await ask(page, 'And what are they fed in autumn?');
    await page.locator('.answer-foot').nth(1).waitFor();
    const answers = page.locator('.answer-text');
    await expect.poll(() => answers.nth(1).textContent()).toContain('sugar syrup');
    const shown = await answers.allTextContents();
    await page.reload();
    await page.locator('.answer-foot').nth(1).waitFor();
    await expect.poll(() => answers.allTextContents()).toEqual(shown);
    await expect.poll(() => page.title()).toBe('How much honey does a hive lose in winter? – Footnote');

    await page.getByRole('link', { name: 'Conversations' }).click();
    await page.getByText('1 conversation in this browser').waitFor();
    await expect
      .poll(() => page.locator('.conversations-list li').textContent())
      .toMatch(/honey.*2 questions/);
    const other = await site.open(`${site.address}/#/conversations`);
    await other.page.getByText('No conversations are kept yet.').waitFor();
    await other.close();
    await page.getByRole('button', { name: /^Erase: / }).click();
    await page.getByRole('button', { name: 'Keep' }).press('Enter');
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toMatch(/^Erase: /);
    await page.getByRole('button', { name: /^Erase: / }).click();
    await page.getByRole('button', { name: 'Erase permanently' }).click();
    await page.getByText('No conversations are kept yet.').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Conversations');
    expect(complaints).toEqual([]);
    await close();
  });

  it('that another window has begun, gone on with or erased is seen on coming back to this one', async () => {
    const { page, complaints, close } = await site.open();
    const other = await page.context().newPage();
    const comeBack = (window: typeof page) => window.evaluate('window.dispatchEvent(new Event("focus"))');
    await other.goto(`${site.address}/#/conversations`);
    await other.getByText('No conversations are kept yet.').waitFor();
    await ask(page, 'When was the lamp first lit?');
    await page.locator('.answer-foot').waitFor();
    await comeBack(other);
    await other.getByRole('link', { name: 'When was the lamp first lit?' }).click();
    await ask(other, 'And what did it burn?');
    await other.locator('.answer-foot').nth(1).waitFor();
    await comeBack(page);
    await page.locator('.answer-foot').nth(1).waitFor();
    await expect
      .poll(() => page.locator('.turn h2').allTextContents())
      .toEqual(['When was the lamp first lit?', 'And what did it burn?']);
    await expect.poll(() => page.getByText('Why these passages').count()).toBe(1);
    await other.getByRole('link', { name: 'Conversations' }).click();
    await other.getByRole('button', { name: /^Erase: / }).click();
    await other.getByRole('button', { name: 'Erase permanently' }).click();
    await other.getByText('No conversations are kept yet.').waitFor();
    await comeBack(page);
    await page.getByRole('button', { name: 'Start a new one' }).waitFor();
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    await close();
  });

  it('that was erased elsewhere begins anew with the question that is asked again', async () => {
    const { page, close } = await site.open();
    const conversation = () => new URL(page.url()).hash.match(/conversation=([\w-]+)/)?.[1] ?? '';
    await ask(page, 'When was the lamp first lit?');
    await page.locator('.answer-foot').waitFor();
    const erased = conversation();
    await site.footnote.eraseConversations({ conversationId: erased });
    await ask(page, 'What are bees fed in autumn?');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.answer-foot').nth(1).waitFor();
    const begun = await site.footnote.getConversation(conversation());
    expect(begun.conversationId).not.toBe(erased);
    expect(begun.title).toBe('What are bees fed in autumn?');
    await close();
  });

  it('has what is written wait until it is there, and is gone on with where it could not be shown', async () => {
    const { conversationId } = await site.footnote.ask('How was the lamp lit?', { conversationId: null });
    const { page, requests, close } = await site.open();
    const gate = Promise.withResolvers<void>();
    await page.route('**/conversations/*', async (route) => {
      await gate.promise;
      await route.continue();
    });
    const isRead = page.waitForRequest('**/conversations/*');
    await page.goto(`${site.address}/#/ask?conversation=${conversationId}`);
    await isRead;
    await ask(page, 'And who lit it?');
    await expect.poll(() => page.getByRole('textbox').inputValue()).toBe('And who lit it?');
    gate.resolve();
    await page.locator('.answer-foot').waitFor();
    expect(requests.filter((address) => address.endsWith('/ask'))).toEqual([]);
    await page.unroute('**/conversations/*');

    await page.route('**/conversations/*', (route) => route.abort());
    await page.reload();
    await page.getByText('The server is not responding.').waitFor();
    const request = page.waitForRequest('**/ask');
    await ask(page, 'And who lit it?');
    expect((await request).postDataJSON()).toMatchObject({ question: 'And who lit it?', conversationId });
    await page.locator('.answer-foot').waitFor();
    await close();
  });

  it('is listed however many there are', async () => {
    const { page, close } = await site.open();
    await page.getByRole('textbox').waitFor();
    const sessionId = await page.evaluate<string>('localStorage.getItem("footnote-session")');
    for (let count = 0; count < 101; count += 1) {
      await site.footnote.ask('hello', { conversationId: null, sessionId });
    }
    await page.getByRole('link', { name: 'Conversations' }).click();
    await page.getByText('101 conversations in this browser').waitFor();
    await expect.poll(() => page.locator('.conversations-list li').count()).toBe(101);
    await close();
  });

  it('asks about words that were selected in a source, until told not to', async () => {
    const { page, complaints, close } = await site.open(`${site.address}/#/documents`);
    const selectAndAsk = async () => {
      await page.locator('.source-text').getByText('The lamp was first lit').selectText();
      await page.getByRole('button', { name: 'Ask about this' }).click();
      await page.getByPlaceholder('Ask about these words').waitFor();
      return page.locator('.ask-place blockquote').textContent();
    };
    await page.getByRole('button', { name: /^The lighthouse at Marrow Point/ }).click();
    const words = await selectAndAsk();
    expect(words).toMatch(/^The lamp was first lit .* changed to paraffin\.$/s);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('question');
    const request = page.waitForRequest('**/ask');
    await ask(page, 'Who did this?');
    expect((await request).postDataJSON()).toMatchObject({ question: 'Who did this?', selectedText: words });
    await page.locator('.answer-foot').waitFor();
    await expect.poll(() => page.locator('.answer-text').textContent()).toContain('Ada Thorne');
    await expect.poll(() => page.locator('.turn blockquote').textContent()).toBe(words);
    await expect.poll(() => page.url()).not.toContain('about=');
    await selectAndAsk();
    await page.getByRole('button', { name: 'Ask without these words' }).click();
    await page.getByPlaceholder('Ask a follow-up').waitFor();
    await page.reload();
    await expect.poll(() => page.locator('.turn blockquote').textContent()).toBe(words);
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps whether an answer helped, and which citation was opened', async () => {
    const { page, close } = await site.open();
    await ask(page, 'When was the lamp first lit?');
    await page.getByRole('button', { name: 'Yes' }).click();
    await firstMarker(page).click();
    const conversation = () => new URL(page.url()).hash.match(/conversation=([\w-]+)/)?.[1] ?? '';
    await expect.poll(conversation).not.toBe('');
    const id = conversation();
    const kept = async () => (await site.footnote.getConversation(id)).history[1]?.answer;
    await expect.poll(async () => (await kept())?.helpful).toBe(true);
    await expect.poll(async () => (await kept())?.citations[0]?.opened).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Yes', pressed: true }).click();
    await expect.poll(async () => (await kept())?.helpful).toBe(null);
    await close();
  });

  it('is asked differently from an earlier question, named, pinned and saved', async () => {
    const { page, complaints, close } = await site.open();
    await ask(page, 'When was the lamp first lit?');
    await page.locator('.answer-foot').waitFor();
    await ask(page, 'And what did it burn?');
    await page.locator('.answer-foot').nth(1).waitFor();
    await page.getByRole('button', { name: 'Ask differently from here' }).nth(1).click();
    await expect.poll(() => page.locator('.turn').count()).toBe(1);
    const field = page.getByRole('textbox', { name: 'Your question' });
    await expect.poll(() => field.inputValue()).toBe('And what did it burn?');
    await ask(page, 'Who lit it?');
    await page.locator('.answer-foot').nth(1).waitFor();

    await page.getByRole('link', { name: 'Conversations' }).click();
    await page.getByText('2 conversations in this browser').waitFor();
    const entries = page.locator('.conversations-list li');
    const titles = () => page.locator('.conversations-list .list-page-title').allTextContents();
    await entries
      .nth(1)
      .getByRole('button', { name: /^More: / })
      .click();
    await entries.nth(1).getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name of the conversation').fill('What the lamp burned');
    await page.keyboard.press('Enter');
    await expect.poll(titles).toEqual(['When was the lamp first lit?', 'What the lamp burned']);
    await entries.nth(1).getByRole('button', { name: 'Pin', exact: true }).click();
    await expect.poll(titles).toEqual(['What the lamp burned', 'When was the lamp first lit?']);
    await expect.poll(async () => (await accessibility(page).analyze()).violations).toEqual([]);
    const saved = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        entries.first().getByRole('button', { name }).click(),
      ]);
      return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')] as const;
    };
    const [name, markdown] = await saved('Save as Markdown');
    expect(name).toBe('What the lamp burned.md');
    expect(markdown).toMatch(
      /^# What the lamp burned\n\n## When was the lamp first lit\?\n\n.*1871.*\[1\].*\n\n\[1\] The lighthouse/s,
    );
    const [, json] = await saved('Save as JSON');
    expect(JSON.parse(json)).toMatchObject({ title: 'What the lamp burned', pinned: true, messages: 4 });
    expect(complaints).toEqual([]);
    await close();
  });
});
