import { expect, test } from 'vitest';
import type { Generator, PromptMessage } from '../contracts/generator.ts';
import { FootnoteError } from '../errors.ts';
import { searchText } from '../question/whole-question.ts';
import type { Hit } from '../retrieve/hit.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import { analyser } from '../text/analyser/analyser.ts';
import type { AnswerContext } from './answer-context.ts';
import {
  answerOf,
  answerTo,
  chunk,
  contextWith,
  eventsOf,
  finish,
  found,
  foundFor,
  hit,
  nothing,
  result,
  saying,
  text,
} from './answer-question.test-support.ts';
import { gate } from './answer-question.ts';
import type { VerifyPolicy } from './compose/compose-answer.ts';
import { questionToQuote } from './extract/quoting-request.ts';

test('answers with cited quotes and a confidence, and adds its stage to the timings', async () => {
  const answer = await answerTo('When was the dam built?', contextWith(found));
  expect(answer).toMatchObject({
    answer: 'The dam was built in 1931. [1]',
    abstained: false,
    outcome: 'answered',
    citations: [{ number: 1, quote: 'The dam was built in 1931.', verdict: 'verbatim' }],
    sentences: [{ start: 0, end: 30, verdict: 'verbatim', citations: [1], missing: [] }],
    model: null,
    complete: true,
    hits: [hit],
    warnings: ['said before'],
  });
  expect(answer.confidence).toBeCloseTo(0.7, 12);
  expect(Object.keys(answer.timings)).toEqual(['fuse', 'total', 'answer']);
  expect(answer.timings.total).toBeGreaterThanOrEqual(2);
});

test('B13: the tokens put together are the answer, and a citation comes before its mark', async () => {
  const events = await eventsOf('When was the dam built?', contextWith(found));
  expect(events.map(({ type }) => type)).toEqual([
    'retrieved',
    'token',
    'citation',
    'token',
    'verdict',
    'done',
  ]);
  const tokens = events.flatMap((event) => (event.type === 'token' ? [event.text] : []));
  expect(tokens.join('')).toBe('The dam was built in 1931. [1]');
});

test('abstains where nothing was found: says what is covered, cites nothing', async () => {
  const answer = await answerTo('Who is the king?', contextWith(nothing));
  expect(answer).toMatchObject({
    abstained: true,
    outcome: 'below-threshold',
    citations: [],
    confidence: 0,
    hits: [],
    dropped: [hit],
  });
  expect(answer.answer).toContain('nothing about this');
  expect(answer.answer).toContain('They cover: “Dams” (“Walls”, “Gates” and more), “Bridges” and more. ');
  expect(
    answer.topics.map(({ documentId, start, end }) => [documentId, answer.answer.slice(start, end)]),
  ).toEqual([
    ['d1', '“Dams” (“Walls”, “Gates” and more)'],
    ['d2', '“Bridges”'],
  ]);
});

test('says how to add documents where there are none', async () => {
  const answer = await answerTo(
    'Who is the king?',
    contextWith(nothing, { coverage: async () => ({ documents: [], hasMore: false }) }),
  );
  expect(answer).toMatchObject({ abstained: true, outcome: 'no-documents' });
  expect(answer.answer).toContain('footnote ingest');
});

test('abstains, and says why, where the document was replaced in the meantime', async () => {
  const context = contextWith(found, { sourceText: async () => undefined });
  const answer = await answerTo('When was the dam built?', context);
  expect(answer).toMatchObject({ abstained: true, outcome: 'unproven', citations: [], confidence: 0 });
  expect(answer.warnings).toEqual(['said before', expect.stringContaining('dam.md')]);
});

test('the generator reads no more passages than it may', async () => {
  let read = 0;
  const counting: Generator = {
    name: 'counting',
    async *generate(request) {
      read = request.passages.length;
      yield finish;
    },
  };
  const chunks = [0, 100, 200].map((start) => ({ ...chunk, start, end: start + text.length }));
  const many = { result: { ...result, hits: [hit, hit, hit] }, chunks };
  const context = contextWith(many, { generator: counting });
  await answerTo('When?', { ...context, settings: { ...context.settings, maxPassages: 2 } });
  expect(read).toBe(2);
});

test('words of a model carry what checking them came to, and its marks become footnotes', async () => {
  const generator = saying(
    { type: 'text', text: 'Built in 1931 [' },
    { type: 'text', text: '1]. It was opened by the mayor of Rome [1]. Fine wea' },
    { type: 'text', text: 'ther [7].' },
    { type: 'finish', reason: 'length', model: 'tiny', usage: { promptTokens: 90, completionTokens: 20 } },
  );
  const events = await eventsOf('When?', contextWith(found, { generator }));
  const answer = answerOf(events);
  expect(answer.answer).toBe('Built in 1931 [1]. It was opened by the mayor of Rome [2]. Fine weather.');
  expect(answer.citations).toMatchObject([
    { number: 1, quote: 'The dam was built in 1931.' },
    { number: 2, quote: text },
  ]);
  expect(
    answer.sentences.map(({ start, end, verdict }) => [answer.answer.slice(start, end), verdict]),
  ).toEqual([
    ['Built in 1931 [1].', 'supported'],
    ['It was opened by the mayor of Rome [2].', 'unsupported'],
    ['Fine weather.', 'uncited'],
  ]);
  expect(answer.model).toEqual({
    name: 'tiny',
    finishReason: 'length',
    promptTokens: 90,
    completionTokens: 20,
  });
  expect(answer.complete).toBe(false);
  expect(answer.warnings).toEqual(['said before', expect.stringMatching(/^Citations of passages .*: 7\.$/)]);
  const verdicts = events.flatMap((event) => (event.type === 'verdict' ? [event.sentence] : []));
  expect(verdicts).toEqual(answer.sentences);
});

test('what code of a model holds in brackets is no footnote, whatever footnotes there are', async () => {
  const code = 'Built in 1931.[1] Read `built[1]` and `args[9]` for it.';
  const generator = saying(...Array.from(code, (character) => ({ type: 'text', text: character }) as const));
  const { answer, sentences, warnings } = await answerTo('When?', contextWith(found, { generator }));
  expect(answer).toBe(code);
  expect(sentences.map(({ start, end, citations }) => [answer.slice(start, end), citations])).toEqual([
    ['Built in 1931.[1]', [1]],
    ['Read `built[1]` and `args[9]` for it.', []],
  ]);
  expect(warnings).toEqual(['said before']);
});

/** What answers by this generator, and does this with sentences that are not borne out. */
function verifying(verify: VerifyPolicy, generator: Generator): AnswerContext {
  const context = contextWith(found, { generator });
  return { ...context, settings: { ...context.settings, verify } };
}

const invented = 'Built in 1931 [1]. It was opened by the mayor of Rome [1]. Rain fell on Monday [1].';

test('sentences that their sources do not bear out are left out, and the rest is whole', async () => {
  const generator = saying({ type: 'text', text: invented }, finish);
  const events = await eventsOf('When?', verifying('drop', generator));
  const answer = answerOf(events);
  expect(answer.answer).toBe('Built in 1931 [1]. Rain fell on Monday [2].');
  expect(answer.sentences.map(({ start, end }) => answer.answer.slice(start, end))).toEqual([
    'Built in 1931 [1].',
    'Rain fell on Monday [2].',
  ]);
  expect(answer.citations.map(({ number }) => number)).toEqual([1, 2]);
  expect(answer.warnings.at(-1)).toMatch(/^Sentences left out .*: 1\.$/);
  expect(events.flatMap((event) => (event.type === 'token' ? [event.text] : [])).join('')).toBe(
    answer.answer,
  );
});

test('a citation has the weakest verdict of the sentences that are left', async () => {
  const generator = saying({ type: 'text', text: `Built in 1931 [1]. Zeus built it of gold [1].` }, finish);
  const answer = await answerTo('When?', verifying('drop', generator));
  expect(answer).toMatchObject({ answer: 'Built in 1931 [1].', citations: [{ verdict: 'supported' }] });
});

test('a model may try once more, told what the sources do not bear out', async () => {
  const asked: number[] = [];
  const generator: Generator = {
    name: 'learning',
    async *generate({ messages }) {
      asked.push(messages.length);
      const isSecond = messages.at(-1)?.content.includes('mayor of Rome') ?? false;
      yield { type: 'text', text: isSecond ? 'Built in 1931 [1].' : invented };
      yield finish;
    },
  };
  const answer = await answerTo('When?', verifying('regenerate', generator));
  expect(answer.answer).toBe('Built in 1931 [1].');
  expect(asked).toEqual([2, 4]);
});

test('a model that is asked once more reads its own words and marks', async () => {
  const asked: (readonly PromptMessage[])[] = [];
  const written = 'Rain fell on Monday [1]. Zeus built it of gold [1].';
  const generator: Generator = {
    name: 'learning',
    async *generate({ messages }) {
      asked.push(messages);
      yield { type: 'text', text: written };
      const usage = { promptTokens: 7, completionTokens: 2 };
      yield { type: 'finish', reason: 'stop', model: 'learning', usage };
    },
  };
  const answer = await answerTo('When?', verifying('regenerate', generator));
  expect(answer.answer).toBe('Rain fell on Monday [1].');
  // Readers see its second mark as [2].
  expect(asked[1]?.at(-2)?.content).toBe(written);
  expect(asked[1]?.at(-1)?.content).toContain('\n- Zeus built it of gold.\n');
  expect(answer.model).toMatchObject({ promptTokens: 14, completionTokens: 4 });
});

test('where a model says nothing the second time, what is borne out of the first answer stays', async () => {
  let asked = 0;
  const failure = new FootnoteError('model_rejected', {
    model: 'small',
    reason: 'Too long',
    remedy: 'Ask less',
  });
  const generator: Generator = {
    name: 'small',
    async *generate() {
      asked += 1;
      if (asked > 1) throw failure;
      yield { type: 'text', text: invented };
      yield finish;
    },
  };
  const answer = await answerTo('When?', verifying('regenerate', generator));
  expect(answer).toMatchObject({ answer: 'Built in 1931 [1]. Rain fell on Monday [2].', complete: true });
  expect(answer.warnings).toContain(
    'The answer was not rewritten. The model small refused the request: Too long. Ask less.',
  );
});

test('a model is not asked again for what only introduces others', async () => {
  let asked = 0;
  const generator: Generator = {
    name: 'listing',
    async *generate() {
      asked += 1;
      const list = '# When\n\nAs follows:\n\n- Built in 1931 [1].\n\n| Year |\n|---|\n| 1931 [1] |';
      yield { type: 'text', text: asked === 1 ? list : 'Here:' };
      yield finish;
    },
  };
  const regenerating = verifying('regenerate', generator);
  const { answer } = await answerTo('When?', regenerating);
  expect(answer).toBe('# When\n\nAs follows:\n\n- Built in 1931 [1].\n\n| Year |\n|---|\n| 1931 [1] |');
  expect(asked).toBe(1);
  expect(await answerTo('When?', regenerating)).toMatchObject({ outcome: 'unproven' });
  expect(asked).toBe(3);
});

test('B12: small talk is answered without a search', async () => {
  const context = contextWith(found, {
    retrieve: () => Promise.reject(new Error('nothing is to be searched')),
  });
  const events = await eventsOf('Hello!', context);
  expect(events.map(({ type }) => type)).toEqual(['token', 'done']);
  expect(events.at(-1)).toMatchObject({
    answer: { outcome: 'small-talk', abstained: false, citations: [], confidence: 0, hits: [] },
  });
});

test('who asks what can be asked is told what the documents cover, without a search', async () => {
  const context = contextWith(found, {
    retrieve: () => Promise.reject(new Error('nothing is to be searched')),
  });
  const events = await eventsOf('What can I ask you?', context);
  expect(events.map(({ type }) => type)).toEqual(['topics', 'token', 'done']);
  const answer = answerOf(events);
  expect(answer.outcome).toBe('small-talk');
  const { documents } = await context.coverage();
  expect(answer.topics.map(({ documentId }) => documentId)).toEqual(
    documents.map(({ documentId }) => documentId),
  );
});

test('a question that asks for everything is answered with a warning', async () => {
  const answer = await answerTo('List all dams built in 1931.', contextWith(found));
  expect(answer.outcome).toBe('answered');
  expect(answer.warnings).toEqual(['said before', expect.stringContaining('may be incomplete')]);
});

const history = [
  { role: 'user', content: 'When was the dam built?' },
  { role: 'assistant', content: 'In 1931. [1]' },
] as const;

test('a follow-up is searched for with what it leaves unsaid', async () => {
  const asked: string[] = [];
  const context = contextWith(found, {
    async retrieve(whole) {
      asked.push(searchText(whole));
      return foundFor(whole, found);
    },
  });
  const { searchedFor } = await answerTo('Who opened it?', context, { history });
  expect(asked).toEqual(['Who opened it? (dam built)']);
  expect(searchedFor).toBe('Who opened it? (dam built)');
});

test.each([
  ['Who opened it?', ''],
  ['And the bridge?', 'In 1931. [1]'],
])(
  '%s: the last reply answers what is asked of the same, and not what is asked of another',
  async (question, said) => {
    const told: string[] = [];
    const generator: Generator = {
      name: 'scripted',
      async *generate(request) {
        told.push(questionToQuote(request, analyser()).saidEarlier);
        yield finish;
      },
    };
    await answerTo(question, contextWith(found, { generator }), { history });
    expect(told).toEqual([said]);
  },
);

test('words of the settings are said where nothing is relevant, but not where nothing is there', async () => {
  const context = contextWith(nothing);
  const settings = { ...context.settings, fallback: 'Ask the front desk.' };
  const refused = await answerTo('When?', { ...context, settings });
  expect(refused).toMatchObject({ answer: 'Ask the front desk.', abstained: true, confidence: 0 });
  const empty = await answerTo('When?', {
    ...context,
    settings,
    coverage: async () => ({ documents: [], hasMore: false }),
  });
  expect(empty).toMatchObject({ outcome: 'no-documents' });
  expect(empty.answer).toContain('footnote ingest');
});

test('E9: marked words are searched for where the settings say so, and never as filters or phrases', async () => {
  const searched: string[] = [];
  const context = contextWith(found, {
    retrieve: async (whole) => {
      searched.push(searchText(whole));
      return foundFor(whole, found);
    },
  });
  const selectedText = 'the "dam" path:x';
  for (const question of ['When do pumps run?', 'When?']) {
    for (const searchSelection of [false, true]) {
      const settings = { ...context.settings, searchSelection };
      await answerTo(question, { ...context, settings }, { history, selectedText });
    }
  }
  expect(searched).toEqual([
    'When do pumps run?',
    'When do pumps run?\n\nContext the  dam  path x',
    // A question that leans on something leans on the words marked, and not on what was said before.
    'When? (dam path x)',
    'When?\n\nContext the  dam  path x',
  ]);
});

const alone = { expansion: false, merged: [] } as unknown as Hit;
const merged = { expansion: false, merged: ['next'] } as unknown as Hit;
const around = { expansion: true, merged: ['before'] } as unknown as Hit;

test.each<[string, readonly Hit[], readonly Hit[], ReturnType<typeof gate>]>([
  ['nothing at all', [], [], 'nothing-found'],
  ['nothing above the threshold', [], [alone], 'below-threshold'],
  ['too few', [alone], [], 'too-few-passages'],
  ['one with what stands around it', [alone, around], [], 'too-few-passages'],
  ['as many as it takes', [alone, alone], [], undefined],
  ['as many that became one span', [merged], [], undefined],
])('B8: %s', (_, hits, dropped, refusal) => {
  const retrieval = { result: { hits, dropped }, chunks: [] } as unknown as Retrieval;
  expect(gate(retrieval, { minPassages: 2 })).toBe(refusal);
});
