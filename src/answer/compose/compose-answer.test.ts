import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { analysis, chunk, cited } from '../generate/quoting.test-support.ts';
import { Speaker } from '../wording/speaker.ts';
import { Footnotes } from './cite.ts';
import { AnswerComposer, type ComposedAnswer, type ComposeEvent } from './compose-answer.ts';
import { numberMarkers } from './markers.ts';

const texts = [
  'The dam was built in 1931 by the Rossi company. It never leaked.',
  'Herons nest along the northern shore. They leave in spring.',
];

const given = texts.map((content, place) => cited(place + 1, chunk(`document-${place}`, content)));

const composer = () =>
  new AnswerComposer({
    footnotes: new Footnotes(given, async (id) => ({ text: texts[Number(id.at(-1))] ?? '', blocks: [] })),
    markers: numberMarkers(given),
    analyser: analysis,
    language: 'en',
    speaker: new Speaker('en'),
  });

/** The events of what is said next; without words, of the end. */
async function eventsOf(composing: AnswerComposer, text?: string): Promise<readonly ComposeEvent[]> {
  const events: ComposeEvent[] = [];
  const made = text === undefined ? composing.end() : composing.take({ type: 'text', text });
  for await (const event of made) events.push(event);
  return events;
}

/** What comes of an answer that arrives in these parts. */
async function composed(parts: readonly string[]): Promise<[readonly ComposeEvent[], ComposedAnswer]> {
  const composing = composer();
  const events: ComposeEvent[] = [];
  for (const part of [...parts, undefined]) events.push(...(await eventsOf(composing, part)));
  return [events, composing.result()];
}

test('a citation goes out as soon as its sentence is over, before its marker', async () => {
  const composing = composer();
  expect(await eventsOf(composing, 'The dam was built in 1931 [1')).toEqual([
    { type: 'token', text: 'The dam was built in 1931' },
  ]);
  expect(await eventsOf(composing, ']')).toEqual([]);
  expect(await eventsOf(composing, '.')).toMatchObject([
    { type: 'citation', citation: { number: 1, quote: 'The dam was built in 1931 by the Rossi company.' } },
    { type: 'token', text: ' [1]' },
    { type: 'token', text: '.' },
  ]);
});

test('quotes of one source stand in one paragraph, those of another begin the next', async () => {
  const composing = composer();
  const quotes = [
    [1, 'The dam was built in 1931 by the Rossi company.'],
    [1, 'It never leaked.'],
    [2, 'They leave in spring.'],
  ] as const;
  for (const [passage, quote] of quotes) {
    const start = texts[passage - 1]?.indexOf(quote) ?? 0;
    for await (const _ of composing.take({ type: 'quote', passage, start, end: start + quote.length }));
  }
  expect(composing.result().text).toBe(
    'The dam was built in 1931 by the Rossi company. [1] It never leaked. [2]\n\nThey leave in spring. [3]',
  );
});

test('a marker behind words that only say who says so cites for the rest of the sentence', async () => {
  const [, { citations }] = await composed(['According to the report [2], they leave in spring.']);
  expect(citations.map(({ quote }) => quote)).toEqual(['They leave in spring.']);
});

test('a marker within a sentence waits for its end, or for another marker, and cites for all before that', async () => {
  const composing = composer();
  await eventsOf(composing, 'Rossi [1]');
  expect(await eventsOf(composing, ' built a dam for 3.5 million which never')).toEqual([]);
  const [citation, ...words] = await eventsOf(composing, ' leaked. Herons');
  expect(citation).toMatchObject({ citation: { quote: texts[0] } });
  expect(words).toMatchObject([
    { text: ' [1]' },
    { text: ' built a dam for 3.5 million which never leaked. Herons' },
    { type: 'verdict' },
  ]);
  expect(await eventsOf(composing, ' [2] never leaked')).toEqual([]);
  expect(await eventsOf(composing, ' [1]')).toMatchObject([
    { citation: { quote: 'Herons nest along the northern shore.' } },
    { text: ' [2]' },
    { text: ' never leaked' },
  ]);
});

const pieces =
  'The dam was built in 1931|Herons nest| never| along the shore| Dr.| 3.5| He left| [1]|[2]| [1, 2]| [9]|.|. |? |: |\n- |\r\n|\n\n';
const piece = fc.constantFrom(...pieces.split('|'));
const pieceWithCode = fc.constantFrom(
  ...`${pieces}|\n(b) |\n\`\`\`\nit();\n\`\`\`|\n$$\na = b|\n$$|\n    ~~~\n|\`|\n¦a¦b¦`.split('|'),
);

function cutAt(text: string, cuts: readonly number[]): readonly string[] {
  const places = [0, ...cuts.filter((at) => at < text.length).toSorted((a, b) => a - b), text.length];
  return places.slice(1).map((to, at) => text.slice(places[at], to));
}

test('however an answer is cut, its events tell of the same answer, each when its time has come', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 24 }),
      fc.array(fc.nat(400), { maxLength: 12 }),
      async (parts, cuts) => {
        const text = parts.join('');
        const [events, result] = await composed(cutAt(text, cuts));
        expect(result).toEqual((await composed([text]))[1]);
        const known = new Set<number>();
        let said = '';
        for (const event of events) {
          if (event.type === 'citation') known.add(event.citation.number);
          if (event.type === 'verdict') expect(said.length).toBeGreaterThanOrEqual(event.sentence.end);
          if (event.type !== 'token') continue;
          said += event.text;
          expect(event.text.replace(/\[\d+\]/g, '')).not.toMatch(/[[\]]/);
          for (const [, number] of event.text.matchAll(/\[(\d+)\]/g)) expect(known).toContain(Number(number));
        }
        expect(said).toBe(result.text);
        const checked = events.flatMap((event) => (event.type === 'verdict' ? [event.sentence] : []));
        expect(checked).toEqual(result.sentences);
      },
    ),
  );
});

test('nor does it with code and rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(pieceWithCode, { maxLength: 24 }),
      fc.array(fc.nat(400), { maxLength: 12 }),
      async (parts, cuts) => {
        const text = `${parts.join('').replaceAll('¦', '|')} [1]`;
        expect((await composed(cutAt(text, cuts)))[1]).toEqual((await composed([text]))[1]);
      },
    ),
  );
});

test.each([
  [
    'before its colon, in several places',
    'They are near [1][2]:\n- The dam was built in 1931\n- Herons nest along the shore\n\nIt never leaked.',
    'They are near [1][2]:\n- The dam was built in 1931 [3]\n- Herons nest along the shore [4]\n\nIt never leaked.',
  ],
  [
    'behind its colon',
    'So it is: [1]\n\n1. The dam was built in 1931.\n2. It never leaked.',
    'So it is: [1]\n\n1. The dam was built in 1931. [2]\n2. It never leaked. [3]',
  ],
  [
    'in bold print, but for one that cites by itself',
    '**So it is [1]:**\n* The dam was built in 1931\n* They nest along the shore [2]',
    '**So it is [1]:**\n* The dam was built in 1931 [2]\n* They nest along the shore [3]',
  ],
  [
    'and introduces lead-ins without marks',
    'So it is [1]:\n1. Built:\n   - The dam was built in 1931\n2. It never leaked',
    'So it is [1]:\n1. Built:\n   - The dam was built in 1931 [2]\n2. It never leaked [3]',
  ],
  [
    'as an item of another does',
    'So it is [1]:\n1. Herons [2]:\n   - They nest along the shore\n2. It never leaked',
    'So it is [1]:\n1. Herons [2]:\n   - They nest along the shore [2]\n2. It never leaked [3]',
  ],
  [
    'without a colon, being an item',
    '- Herons [2]\n  - They nest along the shore\n- It never leaked\n\n|a|b|\n|---|---|\n|never|leaked|',
    '- Herons [1]\n  - They nest along the shore [1]\n- It never leaked\n\n|a|b|\n|---|---|\n|never|leaked|',
  ],
  [
    'in several parts of its sentence',
    'The dam was built in 1931 [1] and herons nest along the shore [2]:\n- It was built in 1931',
    'The dam was built in 1931 [1] and herons nest along the shore [2]:\n- It was built in 1931 [1]',
  ],
  ['in the sentence before it', 'It never leaked. [1] So it is:\n- Herons nest', undefined],
  [
    'for code, unless it cites by itself',
    'So it is [1]:\n```\n- The dam was built in 1931\n```\n\n1. So:\n\n    ```\n    Never leaked\n    ```\n    [1]',
    'So it is [1]:\n```\n- The dam was built in 1931\n```\n[2]\n\n1. So:\n\n    ```\n    Never leaked\n    ```\n    [3]',
  ],
  [
    'for a formula, unless it cites by itself',
    'So it is [1]:\n\n$$\nT = 1931\n$$\n\nor\n\n\\[ T = 2 \\] [2]\n\nFurther [1]:\n$$x$$\n[2]\n\nIt never leaked.',
    'So it is [1]:\n\n$$\nT = 1931\n$$ [2]\n\nor\n\n\\[ T = 2 \\] [3]\n\nFurther [1]:\n$$x$$\n[3]\n\nIt never leaked.',
  ],
  [
    'for parts of a sentence',
    'So it is [1]:\n(a) The dam was built in 1931\n\niv) It never leaked',
    'So it is [1]:\n(a) The dam was built in 1931 [2]\n\niv) It never leaked [3]',
  ],
  [
    'for rows, but for the header',
    'So it is [1]:\n\n|dam|so|\n|---|---|\n|built|in 1931|\n|leaked|never [1]|\n|nest|along the shore|',
    'So it is [1]:\n\n|dam|so|\n|---|---|\n|built|in 1931| [2]\n|leaked|never [3]|\n|nest|along the shore| [1]',
  ],
  [
    'for rows without outer bars',
    'So it is [1]:\n\ndam | so\n--- | ---\nbuilt | in 1931\nleaked | never\n\nIt never leaked.',
    'So it is [1]:\n\ndam | so\n--- | ---\nbuilt | in 1931 [2]\nleaked | never [3]\n\nIt never leaked.',
  ],
  ['for what is no list', 'So it is [1]:\nThe dam was built in 1931\n', undefined],
])('items have footnotes of their own under a lead-in that cites %s', async (_, text, cited) => {
  const [events, result] = await composed(text.split(''));
  expect(result.text).toBe(cited ?? text.trimEnd());
  expect((await composed([text]))[1]).toEqual(result);
  expect(events.flatMap((event) => (event.type === 'token' ? [event.text] : [])).join('')).toBe(result.text);
});

test.each([
  [
    'It never leaked. It was built in 1932. The dam was built in 1931 [1].\n\nIt never leaked.',
    'It never leaked. It was built in 1932. The dam was built in 1931 [1][2].\n\nIt never leaked.',
    [[1], [], [2], [1]],
  ],
  [
    '## The dam\nSo:\n1. It never leaked.\n2. The dam was built in 1931 [1]',
    '## The dam\nSo:\n1. It never leaked.\n2. The dam was built in 1931 [1][2]',
    [[], [], [1], [2]],
  ],
  [
    'They leave in spring. It never leaked. So it is [1][2].',
    'They leave in spring. It never leaked. So it is [1][2][3][4].',
    [[3], [1], [2, 4]],
  ],
  // Without a mark of its own it has the footnote of what bears it out.
  [
    'It never leaked.\n\nThe dam was built in 1931. [1]',
    'It never leaked.\n\nThe dam was built in 1931. [2]',
    [[1], [2]],
  ],
  ['Yes. They leave in spring. Source: [2]', 'Yes. They leave in spring. Source: [1]', [[], [1], [1]]],
  ['No. They never leave, see [2]', 'No. They never leave, see [1]', [[], [1]]],
  ['They leave in spring [2] [1].', 'They leave in spring [1] [2].', [[1, 2]]],
  ['They leave in spring. — Source: [2]', 'They leave in spring. — Source: [1]', [[1]]],
  ['It never leaked.\n\n— Source: [1], [2]', 'It never leaked.\n\n[1], [2]', [[1, 2]]],
  [
    '> It never leaked. They leave in spring.\n>\n> — [2]',
    '> It never leaked. They leave in spring.\n>\n> — [1]',
    [[2], [1]],
  ],
  [
    '[1] It was built in 1931. Herons rest. It never leaked.\n\nIt never leaked.',
    undefined,
    [[1], [], [1], [2]],
  ],
  ['- [1] The dam\n- It never leaked', undefined, [[1], [1]]],
  ['So:\n\n\\[ Rossi = 1931 \\]\n\n[1]. They leave in spring [2].', undefined, [[], [1], [2]]],
  [
    'So it is [1]:\n- **Rossi**\n  - It never leaked\n- **Herons**',
    'So it is [1]:\n- **Rossi** [2]\n  - It never leaked [3]\n- **Herons**',
    [[1], [2], [3], []],
  ],
])('a mark cites for the sentences of its paragraph that it bears out: %j', async (text, cited, numbers) => {
  const [, result] = await composed(text.split(''));
  expect(result.text).toBe(cited ?? text);
  expect(result.sentences.map(({ citations }) => citations)).toEqual(numbers);
  expect(result.sentences.map(({ verdict }) => verdict !== 'uncited')).toEqual(
    numbers.map((named) => named.length > 0),
  );
});

test('what has no word is no sentence to check', async () => {
  const [, result] = await composed(['> The dam was built in 1931.\n>\n> It never leaked [1]. 👍']);
  expect(result.sentences.map(({ start, end }) => result.text.slice(start, end))).toEqual([
    'The dam was built in 1931.',
    'It never leaked [1][2].',
  ]);
});

test('a mark on the line that ends code has a line of its own, and what follows is no code', async () => {
  const text = 'So:\n```\nThe dam was built in 1931\n``` [1][2]\n\nHerons nest along the shore [2].';
  const [, result] = await composed(text.split(''));
  expect(result.text).toBe(
    'So:\n```\nThe dam was built in 1931\n```\n[1][2]\n\nHerons nest along the shore [3].',
  );
  expect(result.sentences.map(({ citations }) => citations)).toEqual([[], [1, 2], [3]]);
});
