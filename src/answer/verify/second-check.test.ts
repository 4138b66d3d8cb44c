import { expect, test } from 'vitest';
import type { CitedClaim, ClaimVerdict } from '../../contracts/claim-verifier.ts';
import type { CheckedSentence, Citation, Verdict } from '../../contracts/generator.ts';
import { FootnoteError } from '../../errors.ts';
import type { ComposedAnswer, ComposeEvent } from '../compose/compose-answer.ts';
import { readVerdict, SecondCheck } from './second-check.ts';

const quote = 'Anna opened the gate.';
const citation = { number: 1, quote, verdict: 'verbatim' } as Citation;

/** All of them are the generator's, and facts are missing from none. */
const ownWords = () => false;

/** An answer of one sentence for each first verdict, and the events it comes as. */
function answerOf(...first: readonly Verdict[]) {
  const sentences: CheckedSentence[] = [];
  const events: ComposeEvent[] = [{ type: 'citation', citation }];
  let text = '';
  for (const [place, verdict] of first.entries()) {
    const words = `Sentence ${place} [1]. `;
    const span = { start: text.length, end: text.length + words.length };
    const cited = verdict === 'uncited' ? [] : [1];
    const sentence: CheckedSentence = { ...span, verdict, citations: cited, missing: [] };
    events.push({ type: 'token', text: words }, { type: 'verdict', sentence });
    sentences.push(sentence);
    text += words;
  }
  const composed = { text, sentences, citations: [citation], warnings: [] } as unknown as ComposedAnswer;
  return { events, composed };
}

async function all(events: AsyncIterable<ComposeEvent>): Promise<ComposeEvent[]> {
  const taken: ComposeEvent[] = [];
  for await (const event of events) taken.push(event);
  return taken;
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item, void> {
  yield* items;
}

/** A verifier that is answered from outside, claim by claim. */
function openVerifier() {
  const asked: (CitedClaim & PromiseWithResolvers<ClaimVerdict> & { signal: AbortSignal | undefined })[] = [];
  const verify = (claim: CitedClaim, { signal }: { readonly signal?: AbortSignal } = {}) => {
    const answer = Promise.withResolvers<ClaimVerdict>();
    signal?.addEventListener('abort', () => answer.reject(new FootnoteError('aborted', {})));
    asked.push({ ...claim, ...answer, signal });
    return answer.promise;
  };
  return { asked, verifier: { name: 'open', verify } };
}

/** Follows an answer whose claims meet these, in order. */
async function follow(
  answer: ReturnType<typeof answerOf>,
  verdicts: readonly (ClaimVerdict | FootnoteError)[],
) {
  const asked: CitedClaim[] = [];
  const verify = async (claim: CitedClaim): Promise<ClaimVerdict> => {
    const met = verdicts[asked.push(claim) - 1] ?? 'supported';
    if (met instanceof FootnoteError) throw met;
    return met;
  };
  const check = new SecondCheck({ verifier: { name: 'scripted', verify }, timeoutMs: 60_000 });
  const events = await all(check.follow(each(answer.events), ownWords));
  const said = events.flatMap((event) => (event.type === 'verdict' ? [event.sentence] : []));
  const revised = check.revise(answer.composed);
  expect(revised.sentences).toEqual(said);
  return { asked, events, revised, verdicts: said.map(({ verdict }) => verdict) };
}

test('what has a source and does not stand in it letter for letter is read once more, without its marks', async () => {
  const answer = answerOf('verbatim', 'partial', 'uncited', 'supported', 'unsupported');
  const { asked, verdicts, revised } = await follow(answer, ['supported', 'unsupported', 'partial']);
  expect(asked).toEqual([
    { text: 'Sentence 1. ', sources: [quote], first: 'partial', lacksFacts: false },
    { text: 'Sentence 3. ', sources: [quote], first: 'supported', lacksFacts: false },
    { text: 'Sentence 4. ', sources: [quote], first: 'unsupported', lacksFacts: false },
  ]);
  expect(verdicts).toEqual(['verbatim', 'supported', 'uncited', 'unsupported', 'partial']);
  expect(revised).toMatchObject({ citations: [{ number: 1, verdict: 'unsupported' }], warnings: [] });
});

test('what is quoted is not read', async () => {
  const { events } = answerOf('supported', 'partial');
  const { asked, verifier } = openVerifier();
  const check = new SecondCheck({ verifier, timeoutMs: 60_000 });
  expect(await all(check.follow(each(events), () => undefined))).toEqual(events);
  expect(asked).toEqual([]);
});

test('words go on while a sentence is read, and verdicts keep the order of the sentences', async () => {
  const { events } = answerOf('partial', 'partial', 'verbatim');
  const { asked, verifier } = openVerifier();
  const check = new SecondCheck({ verifier, timeoutMs: 60_000 });
  const seen: string[] = [];
  for await (const event of check.follow(each(events), ownWords)) {
    seen.push(event.type === 'verdict' ? event.sentence.verdict : event.type);
    if (event.type !== 'token' || asked.length < 2) continue;
    asked[1]?.resolve('unsupported');
    asked[0]?.resolve('supported');
  }
  expect(seen).toEqual(['citation', 'token', 'token', 'token', 'supported', 'unsupported', 'verbatim']);
});

test('a verdict that is there does not wait for the next word', async () => {
  const { events } = answerOf('partial');
  const more = Promise.withResolvers<void>();
  async function* slowly(): AsyncGenerator<ComposeEvent, void> {
    yield* events;
    await more.promise;
  }
  const { asked, verifier } = openVerifier();
  for await (const event of new SecondCheck({ verifier, timeoutMs: 60_000 }).follow(slowly(), ownWords)) {
    if (event.type === 'token') setImmediate(() => asked[0]?.resolve('supported'));
    if (event.type === 'verdict') more.resolve();
  }
  expect(asked).toHaveLength(1);
});

test('no more than four sentences are read at once', async () => {
  const { events } = answerOf(...Array.from({ length: 10 }, () => 'partial' as const));
  const { asked, verifier } = openVerifier();
  const following = new SecondCheck({ verifier, timeoutMs: 60_000 }).follow(each(events), ownWords);
  // The citation and all words come before the first verdict.
  for (let words = 0; words <= 10; words += 1) await following.next();
  const verdicts: unknown[] = [];
  for (let left = 10; left > 0; left -= 1) {
    const next = following.next();
    await new Promise(setImmediate);
    expect(asked).toHaveLength(Math.min(10, verdicts.length + 4));
    asked[verdicts.length]?.resolve('supported');
    verdicts.push((await next).value);
  }
  expect(await following.next()).toMatchObject({ done: true });
});

test('a verdict that cannot be read leaves the first, and the next sentence is read', async () => {
  const unreadable = new FootnoteError('model_answer_invalid', { model: 'judge', problem: 'Perhaps.' });
  const answer = answerOf('partial', 'partial');
  const { verdicts, revised } = await follow(answer, [unreadable, 'supported']);
  expect(verdicts).toEqual(['partial', 'supported']);
  expect(revised.warnings).toEqual([
    { sentence: 'checkedByWords', count: 1, reason: expect.stringContaining('Perhaps') },
  ]);
});

test('a verifier that is away leaves all first verdicts and is not asked again', async () => {
  const away = new FootnoteError('model_unavailable', { model: 'judge', reason: 'HTTP 503', remedy: 'Wait' });
  const answer = answerOf('partial', 'supported', 'verbatim', 'unsupported', 'partial', 'partial');
  const { asked, verdicts, revised } = await follow(
    answer,
    Array.from({ length: 6 }, () => away),
  );
  expect(asked.length).toBeLessThanOrEqual(4);
  expect(verdicts).toEqual(answer.composed.sentences.map(({ verdict }) => verdict));
  expect(revised.warnings).toEqual([
    { sentence: 'checkedByWords', count: 5, reason: expect.stringContaining('HTTP 503') },
  ]);
});

test.each([
  [async () => 'yes' as ClaimVerdict, 'its verdict is not one of the choices: “yes”'],
  [() => Promise.reject(new TypeError('fetch failed')), 'The verifier own failed: fetch failed'],
])('a verifier that does something else leaves the first verdict, and is named', async (verify, reason) => {
  const { events, composed } = answerOf('partial');
  const check = new SecondCheck({ verifier: { name: 'own', verify }, timeoutMs: 60_000 });
  expect((await all(check.follow(each(events), ownWords))).at(-1)).toMatchObject({
    sentence: { verdict: 'partial' },
  });
  const warnings = [{ count: 1, reason: expect.stringContaining(reason) }];
  expect(check.revise(composed)).toMatchObject({ warnings });
});

test('a verifier that takes too long leaves the first verdict, and says so', async () => {
  const { events, composed } = answerOf('partial');
  const { asked, verifier } = openVerifier();
  const check = new SecondCheck({ verifier, timeoutMs: 1 });
  const last = (await all(check.follow(each(events), ownWords))).at(-1);
  expect(last).toMatchObject({ type: 'verdict', sentence: { verdict: 'partial' } });
  expect(asked[0]?.signal?.aborted).toBe(true);
  expect(check.revise(composed).warnings).toMatchObject([
    { reason: 'The verifier open took longer than 1 ms.' },
  ]);
});

test('an answer that is aborted ends the reading, with that error', async () => {
  const { events } = answerOf('partial');
  const { asked, verifier } = openVerifier();
  const reader = new AbortController();
  const check = new SecondCheck({ verifier, timeoutMs: 60_000 }, { signal: reader.signal });
  const following = all(check.follow(each(events), ownWords));
  await new Promise(setImmediate);
  reader.abort();
  await expect(following).rejects.toMatchObject({ code: 'aborted' });
  expect(asked[0]?.signal?.aborted).toBe(true);
});

test('whoever leaves half-way leaves the events too', async () => {
  let isLeft = false;
  async function* watched(): AsyncGenerator<ComposeEvent, void> {
    try {
      yield* answerOf('partial', 'partial').events;
    } finally {
      isLeft = true;
    }
  }
  const { verifier } = openVerifier();
  for await (const event of new SecondCheck({ verifier, timeoutMs: 60_000 }).follow(watched(), ownWords))
    if (event.type === 'token') break;
  expect(isLeft).toBe(true);
});

test.each([
  ['supported', 'supported'],
  ['Partial.', 'partial'],
  ['“UNSUPPORTED”', 'unsupported'],
  [' **supported**.\n', 'supported'],
  ['`partial`', 'partial'],
])('%j is a verdict', (reply, verdict) => {
  expect(readVerdict(reply)).toBe(verdict);
});

test.each([
  'yes',
  '',
  'not supported',
  'supported, I think',
  'supported\nunsupported',
  'Verdict: supported',
  '{"verdict":"supported"}',
  'supporteds',
])('%j is none', (reply) => {
  expect(readVerdict(reply)).toBeUndefined();
});
