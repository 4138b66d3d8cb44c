import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ConversationWithMessages } from '../src/contracts/conversation.ts';
import { FootnoteError } from '../src/errors.ts';
import { ask, servedSite, webDocuments } from './web-fixture.ts';

const site = servedSite(webDocuments);

/** An answer with these words, which a question to begin with may have too. */
const answerWith = (page: Page, words: string) => page.locator('.answer-text', { hasText: words });

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

describe('an answer in the making', () => {
  it('shows an answer while it is made, stops it when asked to, and goes on with its conversation', async () => {
    const stopped = Promise.withResolvers<void>();
    const conversations: (string | null | undefined)[] = [];
    site.answersMade(async function* ({ signal, conversationId }) {
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
    await answerWith(page, 'And then').waitFor();
    await page.getByRole('button', { name: 'Only partly in its source' }).click();
    await expect.poll(() => page.locator('.verdict-note').textContent()).toContain('Missing: 1872');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('The answer broke off here.').waitFor();
    await stopped.promise;
    await expect.poll(() => new URL(page.url()).hash).toContain('conversation=c-1');
    await ask(page, 'And who lit it?');
    await answerWith(page, 'And then').nth(1).waitFor();
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
    site.answersMade(async function* ({ signal }) {
      yield { type: 'conversation', conversationId, messageId: 'm-1' };
      yield { type: 'token', text: 'The lamp was' };
      await goOn.promise;
      yield { type: 'token', text: ' lit' };
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      stopped.resolve();
    });
    const { page, close } = await site.open();
    await ask(page, 'When was the lamp first lit?');
    await answerWith(page, 'The lamp was').waitFor();
    await page.getByRole('link', { name: 'Documents', exact: true }).click();
    await page.locator('.documents-list').waitFor();
    await page.goBack();
    await answerWith(page, 'The lamp was').waitFor();
    goOn.resolve();
    await answerWith(page, 'The lamp was lit').waitFor();
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
    await page.getByText('still being written when the page was opened').waitFor();
    await expect.poll(() => page.getByText('broke off').count()).toBe(0);
    finished.resolve();
    await answerWith(page, '1871').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Ask again' }).count()).toBe(0);

    // Its server was ended long ago, and the disk has lost something.
    said = () => ({ ...withoutEnd(kept, 600_000), warnings: ['The store is damaged.'] });
    await page.reload();
    await page.getByText('The answer broke off here.').waitFor();
    await expect
      .poll(() => page.getByRole('list', { name: 'Warnings' }).innerText())
      .toBe('The store is damaged.');
    const request = page.waitForRequest('**/ask');
    await page.getByRole('button', { name: 'Ask again' }).click();
    expect((await request).postDataJSON()).toMatchObject({
      question: kept.history[0]?.content,
      conversationId,
    });
    await answerWith(page, '1871').waitFor();
    await expect.poll(() => page.locator('.turn').count()).toBe(1);
    await close();
  });

  it('shows where the next words of an item will stand, and beside it what is missing in another', async () => {
    site.answersMade(async function* ({ signal }) {
      yield { type: 'token', text: '- It was lit in 1872.\n- And th' };
      yield {
        type: 'verdict',
        sentence: { start: 2, end: 21, verdict: 'partial', citations: [], missing: ['1872'] },
      };
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    });
    const { page, close } = await site.open();
    await ask(page, 'When was the lamp first lit?');
    const caret = page.locator('.answer-text li', { hasText: 'And th' }).locator('.answer-caret');
    await expect.poll(async () => (await caret.boundingBox())?.width).toBeGreaterThan(0);
    await page.locator('.verdict-mark').click();
    await page.locator('.answer-text li').first().getByText('Missing: 1872').waitFor();
    await close();
  });

  it('says that the connection ended where it does in mid-answer, and keeps what came', async () => {
    site.answersMade(async function* ({ signal }) {
      yield { type: 'token', text: 'The lamp was' };
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    });
    const breakAnswers = site.breakAnswers();
    const { page, close } = await site.open();
    await ask(page, 'When was the lamp first lit?');
    await answerWith(page, 'The lamp was').waitFor();
    breakAnswers();
    await page.getByRole('alert').filter({ hasText: 'ended before the answer was complete' }).waitFor();
    await expect.poll(() => page.locator('.answer-text').textContent()).toBe('The lamp was');
    await close();
  });

  it('C8: says for how long the model has to be waited for, until the answer comes', async () => {
    const gate = Promise.withResolvers<void>();
    site.answersMade(async function* () {
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
    await answerWith(page, 'The lamp was lit.').waitFor();
    await page.getByRole('heading', { name: 'Its oil', level: 3 }).waitFor();
    await expect.poll(() => wait.count()).toBe(0);
    await close();
  });

  it("says in the server's words why an answer broke off, and keeps what came", async () => {
    site.answersMade(async function* () {
      yield { type: 'token', text: 'The lamp <b>was</b> ' };
      throw new FootnoteError('model_rejected', { model: 'm', reason: 'no', remedy: 'Go' });
    });
    const { page, close } = await site.open();
    await ask(page, 'When was the lamp first lit?');
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('The model m refused the request: no.');
    await expect.poll(() => page.locator('.answer-text').textContent()).toBe('The lamp <b>was</b>');
    await close();
  });
});
