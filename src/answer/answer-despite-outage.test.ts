import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Citation } from '../contracts/generator.ts';
import { FootnoteError } from '../errors.ts';
import type { AnswerEvent } from './answer.ts';
import { answerDespiteOutage, PopularPassages } from './answer-despite-outage.ts';
import { smallTalk } from './finish-answer.ts';
import { citationWith } from './generate/quoting.test-support.ts';

const citation = citationWith({ quote: 'The lamp burns oil.' });
const answer = { ...smallTalk('Which lamp?', 'The lamp burns oil. [1]'), citations: [citation] };
const language = 'question';
const away = () =>
  new FootnoteError('store_unavailable', { path: 'footnote.db', reason: 'timeout', remedy: 'Wait' });

async function* answering(): AsyncGenerator<AnswerEvent> {
  yield { type: 'token', text: answer.answer };
  yield { type: 'done', answer };
}

/** Tries that fail so often before they answer. */
function failing(times: number, error: () => Error = away) {
  let tries = 0;
  const run = async function* () {
    tries += 1;
    if (tries <= times) throw error();
    yield* answering();
  };
  return { run, tries: () => tries };
}

async function all(made: AsyncIterable<AnswerEvent>): Promise<AnswerEvent[]> {
  const found: AnswerEvent[] = [];
  for await (const event of made) found.push(event);
  return found;
}

async function events(
  run: () => AsyncIterable<AnswerEvent>,
  popular = new PopularPassages(),
  scope: string | null = 'book',
) {
  const options = { question: 'Which lamp?', scope, popular, backoffMs: 1, language } as const;
  return all(answerDespiteOutage(run, options));
}

test('C8: a store that is away is asked once more', async () => {
  const store = failing(1);
  expect((await events(store.run)).at(-1)).toMatchObject({ answer: { outcome: 'small-talk' } });
  expect(store.tries()).toBe(2);
});

test('C8: then what recent answers cited most is shown, said so, and is no answer', async () => {
  const popular = new PopularPassages();
  await events(answering, popular);
  const store = failing(2);
  const shown = await events(store.run, popular);
  expect(store.tries()).toBe(2);
  const done = shown.at(-1);
  expect(done).toMatchObject({
    type: 'done',
    answer: { outcome: 'store-away', abstained: true, confidence: 0, citations: [citation] },
  });
  const text = shown.map((event) => (event.type === 'token' ? event.text : '')).join('');
  expect(text).toMatch(/^The documents cannot be reached right now[^]*\n“The lamp burns oil.” \[1\]$/);
  expect(done?.type === 'done' && done.answer.answer).toBe(text);
});

test('C8: where nothing is remembered of what the question may see, it fails', async () => {
  const popular = new PopularPassages();
  await events(answering, popular, 'another book');
  await expect(events(failing(2).run, popular)).rejects.toMatchObject({ code: 'store_unavailable' });
  await events(answering, popular, null);
  await expect(events(failing(2).run, popular, null)).rejects.toMatchObject({ code: 'store_unavailable' });
});

test('other errors, and those in mid-answer, are not met again', async () => {
  const refused = failing(1, () => new FootnoteError('aborted', {}));
  await expect(events(refused.run)).rejects.toMatchObject({ code: 'aborted' });
  expect(refused.tries()).toBe(1);
  let tries = 0;
  const broken = async function* (): AsyncGenerator<AnswerEvent> {
    tries += 1;
    yield { type: 'token', text: 'The lamp' };
    throw away();
  };
  await expect(events(broken)).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(tries).toBe(1);
});

test('whoever gives up while it waits is told at once', async () => {
  const signal = AbortSignal.abort();
  const popular = new PopularPassages();
  const options = {
    question: 'Which lamp?',
    scope: 'book',
    popular,
    language,
    signal,
    backoffMs: 60_000,
  } as const;
  const made = all(answerDespiteOutage(failing(2).run, options));
  await expect(made).rejects.toMatchObject({ code: 'aborted' });
});

test('C8: an engine whose server is away is a store that is away', async () => {
  const popular = new PopularPassages();
  await events(answering, popular);
  const shown = await events(failing(2, gone).run, popular);
  expect(shown.at(-1)).toMatchObject({ type: 'done', answer: { outcome: 'store-away' } });
});

function gone(): FootnoteError {
  return new FootnoteError('engine_unavailable', { server: 'A server', reason: 'timeout', remedy: 'Wait' });
}

const citationAt = (start: number, documentId = 'd') =>
  citationWith({ number: 9, documentId, start, end: start + 4 });
const starts = (citations: readonly Citation[]) => citations.map(({ start }) => start);

test('C8: what is cited most comes first, and later answers weigh more', () => {
  const popular = new PopularPassages();
  popular.note('book', [citationAt(1), citationAt(2)]);
  popular.note('book', [citationAt(2), citationAt(3)]);
  expect(starts(popular.best('book', 5))).toEqual([2, 3, 1]);
  expect(popular.best('book', 2).map(({ number }) => number)).toEqual([1, 2]);
});

test('nothing crosses from one scope to another, and what is removed is shown to nobody', () => {
  const popular = new PopularPassages();
  popular.note('book', [citationAt(1, 'kept'), citationAt(2, 'removed')]);
  expect(popular.best('other', 5)).toEqual([]);
  popular.forgetDocument('removed');
  expect(starts(popular.best('book', 5))).toEqual([1]);
  popular.clear();
  expect(popular.best('book', 5)).toEqual([]);
});

test('it keeps 20 passages of a scope and 64 scopes, whatever is asked', () => {
  const asked = fc.array(fc.tuple(fc.nat(100), fc.array(fc.nat(200), { maxLength: 4 })), {
    minLength: 200,
  });
  fc.assert(
    fc.property(asked, (answers) => {
      const popular = new PopularPassages();
      for (const [scope, cited] of answers)
        popular.note(
          `${scope}`,
          cited.map((start) => citationAt(start)),
        );
      const kept = Array.from({ length: 101 }, (_, scope) => popular.best(`${scope}`, 100).length);
      expect(Math.max(...kept)).toBeLessThanOrEqual(20);
      expect(kept.filter((count) => count > 0).length).toBeLessThanOrEqual(64);
    }),
    { numRuns: 20 },
  );
});
