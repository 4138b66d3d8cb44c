import { describe, expect, it, onTestFinished } from 'vitest';
import type { AnswerEvent } from '../src/answer/answer.ts';
import { answerStream } from '../src/answer/answer-stream.ts';
import type { ConversationWithMessages } from '../src/contracts/conversation.ts';
import { FootnoteError } from '../src/errors.ts';
import type { AskOptions } from '../src/footnote.ts';
import { ask, firstMarker, servedSite, webDocuments } from './web-fixture.ts';

const site = servedSite(webDocuments);

/** What the page sends and gets, from a footnote whose answers are made by the test. */
function answersMade(make: (options: AskOptions) => AsyncGenerator<AnswerEvent, void>): void {
  const own = site.footnote.ask.bind(site.footnote);
  site.footnote.ask = (_, options = {}) => answerStream(() => make(options));
  onTestFinished(() => {
    site.footnote.ask = own;
  });
}

/** Conversations as the server says that they are. */
function conversationsRead(read: () => ConversationWithMessages): void {
  const own = site.footnote.getConversation.bind(site.footnote);
  site.footnote.getConversation = async () => read();
  onTestFinished(() => {
    site.footnote.getConversation = own;
  });
}

/** A conversation of which no answer has an end, and the last word is so old. */
const withoutEnd = (kept: ConversationWithMessages, ageMs: number): ConversationWithMessages => ({
  ...kept,
  updatedAt: new Date(Date.now() - ageMs).toISOString(),
  history: kept.history.map((message) =>
    message.answer
      ? {
          ...message,
          content: '',
          answer: { ...message.answer, outcome: null, complete: false, citations: [] },
        }
      : message,
  ),
});

describe('a conversation', () => {
  it('goes on, is kept for this browser, taken up again and erased', async () => {
    const { page, complaints, close } = await site.open();
    await ask(page, 'How much honey does a hive lose in winter?');
    await page.locator('.answer-foot').waitFor();
    await ask(page, 'And what are they fed in autumn?');
    await page.locator('.answer-foot').nth(1).waitFor();
    const shown = await page.locator('.answer-text').allTextContents();
    expect(shown[1]).toContain('sugar syrup');
    await page.reload();
    await page.locator('.answer-foot').nth(1).waitFor();
    expect(await page.locator('.answer-text').allTextContents()).toEqual(shown);
    expect(await page.title()).toBe('How much honey does a hive lose in winter? – Footnote');

    await page.getByRole('link', { name: 'Conversations' }).click();
    await page.getByText('1 conversation of this browser').waitFor();
    expect(await page.locator('.conversations-list li').textContent()).toMatch(/honey.*2 questions/);
    const other = await site.open(`${site.address}/#/conversations`);
    await other.page.getByText('None is kept yet.').waitFor();
    await other.close();
    await page.getByRole('button', { name: /^Erase: / }).click();
    await page.getByRole('button', { name: 'Keep' }).press('Enter');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toMatch(/^Erase: /);
    await page.getByRole('button', { name: /^Erase: / }).click();
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('None is kept yet.').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Conversations');
    expect(complaints).toEqual([]);
    await close();
  });

  it('that another window has begun, gone on with or erased is seen on coming back to this one', async () => {
    const { page, complaints, close } = await site.open();
    const other = await page.context().newPage();
    const comeBack = (window: typeof page) => window.evaluate('window.dispatchEvent(new Event("focus"))');
    await other.goto(`${site.address}/#/conversations`);
    await other.getByText('None is kept yet.').waitFor();
    await ask(page, 'When was the lamp first lit?');
    await page.locator('.answer-foot').waitFor();
    await comeBack(other);
    await other.getByRole('link', { name: 'When was the lamp first lit?' }).click();
    await ask(other, 'And what did it burn?');
    await other.locator('.answer-foot').nth(1).waitFor();
    await comeBack(page);
    await page.locator('.answer-foot').nth(1).waitFor();
    expect(await page.locator('.turn h2').allTextContents()).toEqual([
      'When was the lamp first lit?',
      'And what did it burn?',
    ]);
    expect(await page.getByText('Why these passages').count()).toBe(1);
    await other.getByRole('link', { name: 'Conversations' }).click();
    await other.getByRole('button', { name: /^Erase: / }).click();
    await other.getByRole('button', { name: 'Erase for good' }).click();
    await other.getByText('None is kept yet.').waitFor();
    await comeBack(page);
    await page.getByRole('button', { name: 'Begin a new one' }).waitFor();
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
    await page.goto(`${site.address}/#/ask?conversation=${conversationId}`);
    await ask(page, 'And who lit it?');
    expect(await page.getByRole('textbox').inputValue()).toBe('And who lit it?');
    gate.resolve();
    await page.locator('.answer-foot').waitFor();
    expect(requests.filter((address) => address.endsWith('/ask'))).toEqual([]);
    await page.unroute('**/conversations/*');

    await page.route('**/conversations/*', (route) => route.abort());
    await page.reload();
    await page.getByText('The server does not answer.').waitFor();
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
    await page.getByText('101 conversations of this browser').waitFor();
    expect(await page.locator('.conversations-list li').count()).toBe(101);
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
    await page.getByRole('button', { name: 'The lighthouse at Marrow Point' }).click();
    const words = await selectAndAsk();
    expect(words).toMatch(/^The lamp was first lit .* changed to paraffin\.$/s);
    expect(await page.evaluate('document.activeElement.id')).toBe('question');
    const request = page.waitForRequest('**/ask');
    await ask(page, 'Who did this?');
    expect((await request).postDataJSON()).toMatchObject({ question: 'Who did this?', selectedText: words });
    await page.locator('.answer-foot').waitFor();
    expect(await page.locator('.answer-text').textContent()).toContain('Ada Thorne');
    expect(await page.locator('.turn blockquote').textContent()).toBe(words);
    expect(page.url()).not.toContain('about=');
    await selectAndAsk();
    await page.getByRole('button', { name: 'Ask without these words' }).click();
    await page.getByPlaceholder('Ask a follow-up').waitFor();
    await page.reload();
    expect(await page.locator('.turn blockquote').textContent()).toBe(words);
    expect(complaints).toEqual([]);
    await close();
  });

  it('keeps whether an answer helped, and which citation was opened', async () => {
    const { page, close } = await site.open();
    await ask(page, 'When was the lamp first lit?');
    await page.getByRole('button', { name: 'Yes' }).click();
    await firstMarker(page).click();
    const id = new URL(page.url()).hash.match(/conversation=([\w-]+)/)?.[1] ?? '';
    const kept = async () => (await site.footnote.getConversation(id)).history[1]?.answer;
    await expect.poll(async () => (await kept())?.helpful).toBe(true);
    await expect.poll(async () => (await kept())?.citations[0]?.opened).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Yes', pressed: true }).click();
    await expect.poll(async () => (await kept())?.helpful).toBe(null);
    await close();
  });

  it('shows an answer while it is made, stops it when asked to, and goes on with its conversation', async () => {
    const stopped = Promise.withResolvers<void>();
    const conversations: (string | null | undefined)[] = [];
    answersMade(async function* ({ signal, conversationId }) {
      conversations.push(conversationId);
      yield { type: 'conversation', conversationId: 'c-1', messageId: 'm-1' };
      yield { type: 'token', text: 'The lamp was lit in 1872 [1].' };
      yield {
        type: 'verdict',
        sentence: { start: 0, end: 29, verdict: 'partial', citations: [], missing: ['1872'] },
      };
      yield { type: 'token', text: ' And then' };
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      stopped.resolve();
    });
    const { page, close } = await site.open();
    await ask(page, 'When was the lamp first lit?');
    await page.getByText('And then').waitFor();
    await page.getByRole('button', { name: 'Only partly in its source' }).click();
    expect(await page.locator('.verdict-note').textContent()).toContain('Missing: 1872');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('The answer broke off here.').waitFor();
    await stopped.promise;
    expect(new URL(page.url()).hash).toContain('conversation=c-1');
    await ask(page, 'And who lit it?');
    await page.getByText('And then').nth(1).waitFor();
    expect(conversations).toEqual([null, 'c-1']);
    await close();
  });

  it('that its reader has left and come back to is told on, and can still be stopped', async () => {
    const asked = await site.footnote.ask('When was the lamp first lit?', { conversationId: null });
    const conversationId = asked.conversationId ?? '';
    const kept = await site.footnote.getConversation(conversationId);
    conversationsRead(() => withoutEnd(kept, 0));
    const goOn = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    answersMade(async function* ({ signal }) {
      yield { type: 'conversation', conversationId, messageId: 'm-1' };
      yield { type: 'token', text: 'The lamp was' };
      await goOn.promise;
      yield { type: 'token', text: ' lit' };
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      stopped.resolve();
    });
    const { page, close } = await site.open();
    await ask(page, 'When was the lamp first lit?');
    await page.getByText('The lamp was').waitFor();
    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await page.locator('.documents-list').waitFor();
    await page.goBack();
    await page.getByText('The lamp was').waitFor();
    goOn.resolve();
    await page.getByText('The lamp was lit').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('The answer broke off here.').waitFor();
    await stopped.promise;
    await close();
  });

  it('that is opened while its answer is made elsewhere waits for it, and asks again what broke off', async () => {
    const { conversationId } = await site.footnote.ask('When was the lamp first lit?', {
      conversationId: null,
    });
    const kept = await site.footnote.getConversation(conversationId ?? '');
    const finished = Promise.withResolvers<void>();
    let isFinished = false;
    void finished.promise.then(() => (isFinished = true));
    let said = () => (isFinished ? kept : withoutEnd(kept, 1000));
    conversationsRead(() => said());
    const { page, close } = await site.open(`${site.address}/#/ask?conversation=${conversationId}`);
    await page.getByText('still being made when the page was opened').waitFor();
    expect(await page.getByText('broke off').count()).toBe(0);
    finished.resolve();
    await page.locator('.answer-text', { hasText: '1871' }).waitFor();
    expect(await page.getByRole('button', { name: 'Ask again' }).count()).toBe(0);

    // Its server was ended long ago, and the disk has lost something.
    said = () => ({ ...withoutEnd(kept, 600_000), warnings: ['The store is damaged.'] });
    await page.reload();
    await page.getByText('The answer broke off here.').waitFor();
    expect(await page.getByRole('list', { name: 'Warnings' }).innerText()).toBe('The store is damaged.');
    const request = page.waitForRequest('**/ask');
    await page.getByRole('button', { name: 'Ask again' }).click();
    expect((await request).postDataJSON()).toMatchObject({
      question: kept.history[0]?.content,
      conversationId,
    });
    await page.locator('.answer-text', { hasText: '1871' }).waitFor();
    expect(await page.locator('.turn').count()).toBe(1);
    await close();
  });

  it('shows where the next words of an item will stand, and beside it what is missing in another', async () => {
    answersMade(async function* ({ signal }) {
      yield { type: 'token', text: '- It was lit in 1872.\n- And th' };
      yield {
        type: 'verdict',
        sentence: { start: 2, end: 21, verdict: 'partial', citations: [], missing: ['1872'] },
      };
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    });
    const { page, close } = await site.open();
    await ask(page, 'When was the lamp first lit?');
    const caret = await page
      .locator('.answer-text li', { hasText: 'And th' })
      .locator('.answer-caret')
      .boundingBox();
    expect(caret?.width).toBeGreaterThan(0);
    await page.locator('.verdict-mark').click();
    await page.locator('.answer-text li').first().getByText('Missing: 1872').waitFor();
    await close();
  });

  it('ends the figures of a column at one edge, whether or not their rows have footnotes', async () => {
    const [citation] = (await site.footnote.ask('When was the lamp first lit?')).citations;
    answersMade(async function* () {
      if (citation) yield { type: 'citation', citation };
      yield { type: 'token', text: '| oil | cost |\n|---|--:|\n| colza | 12 [1] |\n| wax | 114.5 |\n' };
    });
    const { page, close } = await site.open();
    await ask(page, 'What does oil cost?');
    await firstMarker(page).waitFor();
    const edges = await page.locator('.answer-table :is(th, td):nth-child(2)').evaluateAll((cells) =>
      cells.map((cell) => {
        const range = cell.ownerDocument.createRange();
        range.selectNodeContents(cell);
        return Math.round(range.getBoundingClientRect().right);
      }),
    );
    expect(edges).toEqual(edges.map(() => edges[0]));
    expect(edges).toHaveLength(3);
    await close();
  });

  it('says that the connection ended where it does in mid-answer, and keeps what came', async () => {
    answersMade(async function* ({ signal }) {
      yield { type: 'token', text: 'The lamp was' };
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    });
    const { page, close } = await site.open();
    await ask(page, 'When was the lamp first lit?');
    await page.getByText('The lamp was').waitFor();
    site.breakConnections();
    expect(await page.getByRole('alert').textContent()).toContain('ended before the answer did');
    expect(await page.locator('.answer-text').textContent()).toBe('The lamp was');
    await close();
  });

  it('C8: says for how long the model has to be waited for, until the answer comes', async () => {
    const gate = Promise.withResolvers<void>();
    answersMade(async function* () {
      const message = 'High traffic, please wait 12 seconds.';
      yield { type: 'waiting', reason: 'high-traffic', seconds: 12, message };
      await gate.promise;
      yield { type: 'token', text: 'The lamp was lit.\n\n## Its oil' };
    });
    const { page, close } = await site.open();
    await ask(page, 'When was the lamp first lit?');
    const wait = page.getByText('High traffic, please wait 12 seconds.');
    await wait.waitFor();
    gate.resolve();
    await page.getByText('The lamp was lit.').waitFor();
    await page.getByRole('heading', { name: 'Its oil', level: 3 }).waitFor();
    expect(await wait.count()).toBe(0);
    await close();
  });

  it("says in the server's words why an answer broke off, and keeps what came", async () => {
    answersMade(async function* () {
      yield { type: 'token', text: 'The lamp <b>was</b> ' };
      throw new FootnoteError('model_rejected', { model: 'm', reason: 'no', remedy: 'Go' });
    });
    const { page, close } = await site.open();
    await ask(page, 'When was the lamp first lit?');
    expect(await page.getByRole('alert').textContent()).toContain('The model m refused the request: no.');
    expect(await page.locator('.answer-text').textContent()).toBe('The lamp <b>was</b>');
    await close();
  });
});
