import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type AnswerEvent, incompleteAnswer } from '../src/answer/answer.ts';
import type { AskOptions, Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { type ChatPeer, startChatPeer, streamThen } from './chat-peer.ts';
import { handbook, writeFiles } from './corpus.ts';
import { refuseWith } from './json-peer.ts';
import { runFootnote } from './run-footnote.ts';
import { quickAdapters } from './shared-embedder.ts';

const question = 'How long must a password be?';
const tokens = ['A pass', 'word has at least four', 'teen characters', ' [', '1', '].'];

/** Longer than a small model's window. */
const long = `# Locks\n\n${'The lock of the gate is oiled in spring. '.repeat(40)}`;

let peer: ChatPeer;
let store: string;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-model-'));
  store = join(folder, 'store');
  const footnote = await openFootnote({ store }, await quickAdapters());
  await footnote.ingest([writeFiles(join(folder, 'handbook'), { ...handbook, 'locks.md': long })]);
  await footnote.close();
  return () => rmSync(folder, { recursive: true });
});

beforeEach(async () => {
  peer = await startChatPeer();
  peer.says(tokens);
});

afterEach(() => peer.close());

/** The handbook behind the scripted model. */
async function open(
  generator: PartialConfig['generator'] = {},
  answer: PartialConfig['answer'] = {},
  others: PartialConfig = {},
): Promise<Footnote> {
  const chat = { kind: 'openai', baseUrl: peer.baseUrl, model: 'chat', ...generator } as const;
  const settings = { store, generator: chat, answer, ...others };
  const footnote = await openFootnote(settings, await quickAdapters());
  onTestFinished(() => footnote.close());
  return footnote;
}

async function eventsOf(footnote: Footnote, options?: AskOptions) {
  const events: AnswerEvent[] = [];
  let error: unknown;
  try {
    for await (const event of footnote.ask(question, options)) events.push(event);
  } catch (thrown) {
    error = thrown;
  }
  return { events, error };
}

/** Asks the handbook behind the scripted model as a user would, into a pipe. */
function askOnCommandLine(...flags: readonly string[]) {
  const env = {
    FOOTNOTE_GENERATOR_KIND: 'openai',
    FOOTNOTE_GENERATOR_BASE_URL: peer.baseUrl,
    FOOTNOTE_GENERATOR_MODEL: 'chat',
  };
  return runFootnote(['ask', question, '--store', store, ...flags], { cwd: dirname(store), env });
}

/** The scripted model says these sentences. */
const says = (...sentences: readonly string[]) => peer.says([sentences.join(' ')]);

const wordsOf = (events: readonly AnswerEvent[]) =>
  events.map((event) => (event.type === 'token' ? event.text : '')).join('');

describe("a model's answer", () => {
  test('is streamed, cited and checked, and says which model it was', async () => {
    const footnote = await open();
    const { events } = await eventsOf(footnote);
    expect(wordsOf(events)).toMatch(/^A password has at least fourteen characters ?\[1\]\.$/);
    const done = events.at(-1);
    expect(done).toMatchObject({
      type: 'done',
      answer: {
        citations: [{ path: expect.stringContaining('passwords.md') }],
        model: { name: 'chat', finishReason: 'stop', promptTokens: 7, completionTokens: tokens.length },
        complete: true,
        warnings: [],
      },
    });
    const asked = peer.requests[0]?.body;
    expect(asked).toMatchObject({ temperature: 0.3, max_tokens: 500, stream: true });
    expect(asked?.messages.at(-1)?.content).toContain(question);
  });

  test('that is cut at its most tokens is not complete', async () => {
    const length = { choices: [{ delta: {}, finish_reason: 'length' }] };
    peer.meet(streamThen(6, (response) => response.end(`data: ${JSON.stringify(length)}\n\n`)));
    const answer = await (await open()).ask(question);
    expect(answer).toMatchObject({ complete: false, model: { finishReason: 'length' } });
  });

  test('is quoted from the documents where the model is down, with a warning', async () => {
    peer.meet(refuseWith(503, { error: 'Loading.' }, { 'retry-after': '3600' }));
    const answer = await (await open()).ask(question);
    expect(answer.answer).toContain('fourteen characters');
    expect(answer).toMatchObject({ complete: true, model: null });
    expect(answer.citations[0]?.quote).toContain('fourteen characters');
    expect(answer.warnings).toEqual([
      'The language model gave no answer, so the documents are quoted instead. The model chat is not responding: HTTP 503, Loading. Try again in 3600 s.',
    ]);
  });

  test.each(['mark', 'drop', 'regenerate'] as const)(
    'C8: is waited for where its provider has too many requests, and whoever asked is told (%s)',
    async (verify) => {
      peer.meet(refuseWith(429, { error: 'Slow down.' }, { 'retry-after': '0.6' }));
      const { events } = await eventsOf(await open({}, { verify }));
      expect(events.slice(0, 2)).toMatchObject([
        { type: 'retrieved' },
        { type: 'waiting', message: 'High traffic, please wait 1 second.' },
      ]);
      expect(wordsOf(events)).toContain('fourteen characters');
      expect(events.at(-1)).toMatchObject({ answer: { model: { name: 'chat' }, warnings: [] } });
    },
  );

  test('C8: also says that the model is waited for which orders the passages', async () => {
    const { baseUrl } = peer;
    const footnote = await open({}, {}, { reranker: { kind: 'llm', baseUrl, model: 'chat' } });
    peer.replies(() => '[1]');
    peer.meet(refuseWith(429, { error: 'Slow down.' }, { 'retry-after': '0.6' }));
    const { events, error } = await eventsOf(footnote);
    expect(error).toBeUndefined();
    expect(events.slice(0, 2)).toMatchObject([
      { type: 'waiting', reason: 'high-traffic', seconds: 1 },
      { type: 'retrieved', result: { warnings: [] } },
    ]);
  });

  test('C8: is waited for on the command line with a word about it', async () => {
    peer.meet(refuseWith(429, { error: 'Slow down.' }, { 'retry-after': '0.6' }));
    const { code, stdout, stderr } = await askOnCommandLine();
    expect([code, stderr]).toEqual([0, 'High traffic, please wait 1 second.\n']);
    expect(stdout).toContain('fourteen characters');
  });

  test('is an error where the model refuses, without a quotation in its stead', async () => {
    peer.meet(refuseWith(401, { error: { message: 'No such key.' } }));
    const { events, error } = await eventsOf(await open());
    expect(error).toMatchObject({ code: 'model_rejected' });
    expect(wordsOf(events)).toBe('');
  });

  test.each(['mark', 'drop'] as const)(
    'that breaks off ends with one error that has what was said (%s)',
    async (verify) => {
      peer.says([...tokens, ' It is', ' changed', ' often.']);
      peer.meet(streamThen(8, (response) => response.socket?.resetAndDestroy()));
      const { events, error } = await eventsOf(await open({}, { verify }));
      expect(error).toMatchObject({ code: 'answer_incomplete', retryable: true });
      const partial = incompleteAnswer(error);
      expect(partial).toMatchObject({
        complete: false,
        citations: [{ number: 1 }],
        model: { name: 'chat', finishReason: 'failed', promptTokens: null },
      });
      expect(partial?.answer).toMatch(/^A password has at least fourteen characters ?\[1\]\./);
      expect(wordsOf(events)).toBe(partial?.answer);
      expect(events.map(({ type }) => type)).not.toContain('done');
    },
  );
});

describe('what a model says is held against its passages', () => {
  const fact = 'A password has at least fourteen characters.';

  test.each(['mark', 'drop'] as const)(
    'a sentence without a mark is cited where a passage has it (%s)',
    async (verify) => {
      says(fact);
      const answer = await (await open({}, { verify })).ask(question);
      expect(answer.answer).toBe(`${fact} [1]`);
      expect(answer.citations).toMatchObject([
        { verdict: 'verbatim', path: expect.stringContaining('passwords.md') },
      ]);
    },
  );

  test('of a paragraph without marks each sentence has its own, at its end', async () => {
    says('A password has at least fourteen characters.', 'The moon is made of cheese.');
    const { sentences } = await (await open()).ask(question);
    expect(sentences.map(({ verdict }) => verdict)).toEqual(['verbatim', 'uncited']);
  });

  test.each(['mark', 'drop'] as const)(
    'a wrong number gives way to the passage that has the words (%s)',
    async (verify) => {
      const right = await (await open({}, { verify })).search(question, { topK: 3 });
      const wrong = right.hits.findIndex(({ path }) => !path.endsWith('passwords.md')) + 1;
      says(`A password has at least fourteen characters [${wrong}].`);
      const answer = await (await open({}, { verify })).ask(question);
      expect(wrong).toBeGreaterThan(0);
      const cited = answer.citations.filter(({ number }) => answer.sentences[0]?.citations.includes(number));
      expect(cited).toMatchObject([{ path: expect.stringContaining('passwords.md'), verdict: 'verbatim' }]);
      expect(answer.sentences).toMatchObject([{ verdict: 'verbatim' }]);
    },
  );

  test('nothing that is borne out is nothing to trust, and is said to be', async () => {
    says('The moon is made of green cheese [1].', 'Cows jump over it every night [2].');
    const footnote = await open();
    const answer = await footnote.ask(question, { sessionId: 'cheese' });
    expect(answer).toMatchObject({
      confidence: 0,
      warnings: ['Nothing in this answer is supported by the documents.'],
    });
    const { entries } = await footnote.readLog({ only: 'unanswered' });
    expect(entries.map(({ sessionId }) => sessionId)).toContain('cheese');
  });

  test('what goes round in circles is trusted no further than it says something', async () => {
    says(`${fact} [1]`);
    const once = await (await open()).ask(question);
    says(...Array.from({ length: 10 }, () => `${fact} [1]`));
    const tenTimes = await (await open()).ask(question);
    expect(tenTimes.confidence).toBeCloseTo(once.confidence / 10, 12);
    expect(tenTimes.confidenceReason).toContain('10 % of the answer borne out');
  });

  test('a reply without words gives way to quotations, with a warning', async () => {
    peer.says([]);
    const answer = await (await open()).ask(question);
    expect(answer.answer).toContain('fourteen characters');
    expect(answer).toMatchObject({ model: null, complete: true });
    expect(answer.warnings).toEqual([expect.stringContaining('ended without saying anything')]);
  });
});

describe('an answer that breaks off', () => {
  beforeEach(() => {
    peer.says([...tokens, ' It is', ' changed', ' often.']);
    peer.meet(streamThen(8, (response) => response.socket?.resetAndDestroy()));
  });

  test('is in conversation and log with the model that began it', async () => {
    const footnote = await open();
    await eventsOf(footnote, { conversationId: null, sessionId: 'broken' });
    const [conversation] = await footnote.listConversations({ sessionId: 'broken' });
    const { history } = await footnote.getConversation(conversation?.conversationId ?? '');
    expect(history.at(-1)?.answer).toMatchObject({
      outcome: 'failed',
      complete: false,
      trace: { model: { name: 'chat', finishReason: 'failed' } },
    });
    const { entries } = await footnote.readLog({ limit: 1 });
    expect(entries).toMatchObject([{ errorCode: 'answer_incomplete', model: 'chat' }]);
  });

  test('is printed into a pipe as far as it came, marked, before the error', async () => {
    const { code, stdout, stderr } = await askOnCommandLine();
    expect(code).toBe(1);
    expect(stdout).toMatch(/^A password has at least fourteen characters ?\[1\]\./);
    expect(stdout).toMatch(/^\[1\] .*passwords\.md/m);
    expect(stdout).toContain('The answer broke off before it was complete.');
    expect(stderr).toMatch(/^error: /);
  });

  test('is one object with --json: the error that has it', async () => {
    const { stdout } = await askOnCommandLine('--json');
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'answer_incomplete', details: { answer: { model: { name: 'chat' } } } },
    });
  });
});

describe('a small model', () => {
  test('is given no more than it reads', async () => {
    const footnote = await open({ contextWindow: 1000, maxTokens: 100 });
    await footnote.ask(question, {
      history: Array.from({ length: 10 }, (_, index) => ({
        role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
        content: `Message ${index}. ${'A word or two. '.repeat(40)}`,
      })),
    });
    const { messages = [] } = peer.requests.at(-1)?.body ?? {};
    const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
    // As the estimating tokenizer counts.
    expect(characters / 3).toBeLessThanOrEqual(900);
    expect(messages[0]?.content).toMatch(/^\[1\] /m);
  });

  test('with a window smaller than a passage reads its beginning', async () => {
    const footnote = await open({ contextWindow: 600, maxTokens: 50 });
    await footnote.ask('When is the lock of the gate oiled?');
    const asked = peer.requests[0]?.body.messages.map(({ content }) => content).join('\n') ?? '';
    expect(asked).toContain('The lock of the gate is oiled');
    expect(asked.length / 3).toBeLessThanOrEqual(550);
  });

  test('that cannot read the question is named', async () => {
    const footnote = await open({ contextWindow: 120, maxTokens: 20 });
    await expect(footnote.ask(question)).rejects.toMatchObject({
      code: 'prompt_too_long',
      details: { model: 'chat', limit: 100 },
    });
    expect(peer.requests).toHaveLength(0);
  });
});

describe('a follow-up question', () => {
  const history = [
    { role: 'user', content: 'How long must a password be?' },
    { role: 'assistant', content: 'At least fourteen characters.' },
  ] as const;

  test('is made whole by the model and searched for so, and the model reads the one that was asked', async () => {
    peer.meet((response) => {
      const message = { content: 'When is a password changed?' };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] }));
    });
    const answer = await (await open()).ask('And when is it changed?', { history });
    expect(answer).toMatchObject({ searchedFor: 'When is a password changed?' });
    expect(answer.warnings).not.toContainEqual(expect.stringContaining('not rewritten'));
    expect(peer.requests).toHaveLength(2);
    expect(peer.requests[1]?.body.messages.at(-1)?.content).toContain('And when is it changed?');
  });

  test('has the last ten messages before it with it, and no more', async () => {
    const footnote = await open({}, { rewriteFollowUps: false });
    const long = Array.from({ length: 6 }, () => history).flat();
    await footnote.ask(question, { history: long });
    // System message, history, question.
    expect(peer.requests[0]?.body.messages).toHaveLength(12);
    await expect(footnote.ask(question, { selectedText: 'x'.repeat(10_001) })).rejects.toMatchObject({
      code: 'request_invalid',
      message: expect.stringContaining('10000'),
    });
  });

  test('takes words over where the model is down, where it is not to be asked, and where there is none', async () => {
    peer.meet(refuseWith(503, {}));
    const down = await (await open()).ask('And when is it changed?', { history });
    expect(down.warnings).toContainEqual(expect.stringContaining('was not rewritten before the search'));
    const unasked = await (await open({}, { rewriteFollowUps: false })).ask('And when is it changed?', {
      history,
    });
    expect(peer.requests).toHaveLength(3);
    const quoted = await (await open({ kind: 'extractive' })).ask('And when is it changed?', { history });
    for (const { searchedFor } of [down, unasked, quoted]) expect(searchedFor).toMatch(/\(.*password.*\)/);
  });
});

describe('A question in other words', () => {
  const asked = 'When must credentials be renewed?';
  const rephrased = 'How often is a password changed?';
  const search = async (kind: 'openai' | 'extractive' = 'openai') => {
    const footnote = await open({ kind }, {}, { question: { rephrase: true } });
    return footnote.search(asked);
  };

  test('finds what the words of the question do not, and is shown', async () => {
    peer.replies(() => rephrased);
    const { hits, question: read, warnings } = await search();
    expect(hits[0]?.content).toContain('password');
    expect(hits[0]?.explain.matchedTerms.map(({ term }) => term)).toContain('password');
    expect(read).toMatchObject({
      rephrased,
      expansions: expect.arrayContaining([expect.objectContaining({ kind: 'rephrasing', term: 'password' })]),
    });
    expect(warnings).toEqual([]);
    expect(peer.requests).toHaveLength(1);
    expect(peer.requests[0]?.body.messages.at(-1)?.content).toContain(asked);
  });

  test('is done without where the model is down, with a warning, or says no question', async () => {
    peer.meet(refuseWith(401, {}));
    const { question: read, warnings } = await search();
    expect(read.rephrased).toBeNull();
    expect(warnings).toEqual([expect.stringContaining('only in its own words')]);
    peer.meet();
    peer.replies(() => 'Here are three:\n1. One\n2. Two');
    expect(await search()).toMatchObject({ question: { rephrased: null, expansions: [] }, warnings: [] });
  });

  test('needs a language model', async () => {
    await expect(search('extractive')).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('generator.kind'),
    });
  });
});

test('doctor says whether the language model answers, without its key', async () => {
  const env = {
    FOOTNOTE_GENERATOR_KIND: 'openai',
    FOOTNOTE_GENERATOR_BASE_URL: peer.baseUrl,
    FOOTNOTE_GENERATOR_MODEL: 'chat',
    FOOTNOTE_GENERATOR_API_KEY: 'sk-nobody-may-see-it',
  };
  const look = async () => {
    const { stdout } = await runFootnote(['doctor', '--json', '--port', '0'], { cwd: dirname(store), env });
    expect(stdout).not.toContain('nobody-may-see-it');
    const { checks } = JSON.parse(stdout) as { checks: { name: string }[] };
    return checks.find(({ name }) => name === 'language model');
  };
  expect(await look()).toMatchObject({ ok: true, finding: `chat at ${peer.baseUrl} answers` });
  peer.meet(refuseWith(401, { error: { message: 'Wrong key sk-nobody-may-see-it' } }));
  expect(await look()).toMatchObject({ ok: false, finding: expect.stringContaining('Wrong key ***') });
});

test('a reader who leaves ends the request to the model', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  peer.meet(streamThen(3, (response) => response.once('close', resolve)));
  const footnote = await open();
  for await (const event of footnote.ask(question)) if (event.type === 'token') break;
  await closed;
});
