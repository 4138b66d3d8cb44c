import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Chunk } from '../../contracts/chunk.ts';
import { sentences } from '../../text/sentences/sentences.ts';
import { createExtractiveGenerator } from './extractive-generator.ts';
import { analysis, chunk, quotes, quotingRequest, request } from './quoting.test-support.ts';

test('whoever asks it what any generator is asked is quoted the same', async () => {
  const asked = request('When was the dam built?', [chunk('dam', 'Rain fell. The dam was built in 1931.')]);
  const { quoting: _, ...plain } = quotingRequest(asked);
  const events: unknown[] = [];
  const generator = createExtractiveGenerator({ analyser: analysis, maxSentences: 1 });
  for await (const event of generator.generate(plain)) events.push(event);
  expect(events).toContainEqual({ type: 'quote', passage: 1, start: 11, end: 37, form: 'sentence' });
});

const lobsters = chunk(
  'lobsters',
  `# How lobsters grow

Lobsters live on the sea floor. A lobster sheds its shell about 25 times in its first five years. The old shell is often eaten.

A lost claw grows back over several molts.`,
);

describe('the choice of sentences', () => {
  test.each([
    [
      'a list',
      '# Handover\n\n- [x] Boiler serviced\n- [ ] Keys returned\n- [x] Meter read',
      '[ ] Keys returned',
    ],
    ['lines', 'Handover\n☒ Boiler serviced\n☐ Keys returned\n☒ Meter read', '☐ Keys returned'],
    ['paragraphs', '☒ Boiler serviced\n\n☐ Keys returned\n\nRead on.', '☐ Keys returned'],
    ['a table', '| Keys returned | [ ] |\n| Meter read | [x] |', '| Keys returned | [ ] |'],
  ])('a box that is ticked or not answers with no word but the question’s own: %s', async (_, text, line) => {
    expect(await quotes(request('Were the keys returned?', [chunk('handover', text)]), 1)).toEqual([line]);
  });

  test('quotes a field whose value the question names only where nothing else answers', async () => {
    const budget = chunk(
      'budget',
      '# Budget\n\n- year: 2024\n- team: blue\n\nThe travel budget is 55,000 euros.',
    );
    expect(await quotes(request('What is the travel budget in 2024?', [budget]), 1)).toEqual([
      'The travel budget is 55,000 euros.',
    ]);
    const card = chunk('card', 'Lena Voss:\n\n- role: head of purchasing\n- phone: 555-0188');
    expect(await quotes(request('Who is head of purchasing?', [card]), 1)).toContain(
      'role: head of purchasing',
    );
    const jane = chunk(
      'jane',
      '- name: Jane Doe\n- job: safety officer\n- phone: 040 1234\n\nJane joined the company in 2015.',
    );
    const rules = chunk('rules', 'Every accident is reported to the safety officer within a day.');
    expect((await quotes(request('Who is the safety officer?', [rules, jane]), 3)).slice(0, 2)).toEqual([
      'name: Jane Doe',
      'job: safety officer',
    ]);
    const staff = chunk(
      'staff',
      'Ann Poe:\n\n- job: harbour master\n- deputy: Ed Roe\n\nBo Ray:\n\n- job: safety officer\n- deputy: Cy Orr',
    );
    expect((await quotes(request('Who is the safety officer?', [rules, staff]), 3)).slice(0, 2)).toEqual([
      'Bo Ray:',
      'job: safety officer',
    ]);
    const ward = chunk('ward', 'Anna Berg:\n\n- role: nurse\n\nTom Lind is a physician.');
    expect(await quotes(request('Who is the nurse?', [ward]), 1)).toEqual(['Anna Berg:', 'role: nurse']);
  });

  test('takes the sentence that covers the question best', async () => {
    const asked = request('How often does a lobster shed its shell?', [lobsters]);
    expect(await quotes(asked, 1)).toEqual([
      'A lobster sheds its shell about 25 times in its first five years.',
    ]);
  });

  test('looks for no words that state nothing, which are rare where a text is short', async () => {
    const leave = chunk(
      'leave',
      'Wer krank ist, meldet sich bei der Leitung ab.\n\n| Anlass | Tage |\n|---|---|\n| Hochzeit | 2 |',
    );
    const passages = [{ number: 1, chunk: { ...leave, language: 'de' }, score: 0 }];
    const terms = ['bei', 'hochzeit'].map((term) => ({ term, weight: 1 }));
    const asked = { ...request('Urlaub bei Hochzeit?', [], 'de'), terms, passages };
    expect(await quotes(asked)).toEqual(['| Anlass | Tage |', '| Hochzeit | 2 |']);
  });

  test('never quotes a heading alone, however well it fits', async () => {
    expect((await quotes(request('How lobsters grow', [lobsters]), 1)).join()).not.toContain('How lobsters');
    expect(await quotes(request('How lobsters grow', [chunk('bare', '# How lobsters grow')]))).toEqual([]);
  });

  test('but does where the heading says in brackets what is asked', async () => {
    const exam = chunk(
      'exam',
      '## 4. Oral exam (15 points)\n\nIt is held in the hall.\n\n## Opened in 1931\n\nIt rained.',
    );
    expect(await quotes(request('How many points is the oral exam worth?', [exam]), 1)).toEqual([
      '4. Oral exam (15 points)',
    ]);
    expect(await quotes(request('What is the oral exam?', [exam]))).not.toContain('4. Oral exam (15 points)');
  });

  test('adds a sentence that covers what the first one does not, behind what answers best', async () => {
    const two = chunk(
      'two',
      'The bridge cost 40 million dollars. It was painted grey. The tunnel opened in 1998.',
    );
    expect(await quotes(request('When did the tunnel open and what did the bridge cost?', [two]), 2)).toEqual(
      ['The tunnel opened in 1998.', 'The bridge cost 40 million dollars.'],
    );
  });

  test('puts what answers before the sentence above it, and leaves that out where a heading names the subject', async () => {
    const pool = chunk(
      'pool',
      '# Swimming pool\n\nThe pool opens at 7:00. It closes at 21:00 for all guests of the house.',
    );
    expect((await quotes(request('When does the pool close for guests?', [pool])))[0]).toBe(
      'It closes at 21:00 for all guests of the house.',
    );
  });

  test('answers each question of a message, in its order, with what the rest of it tells', async () => {
    const prices = chunk(
      'garage',
      '## Tesla Model 3\n\nA tyre change costs 120 euros. A service costs 310 euros.\n\n## Fiat Panda\n\nA tyre change costs 60 euros.\n\n## Hours\n\nThe garage opens at 9:00 on Saturdays.',
    );
    const letter =
      'We drive a Tesla Model 3 and like it. When do you open on Saturday, and what does a tyre change cost?';
    expect(await quotes(request(letter, [prices]))).toEqual([
      'The garage opens at 9:00 on Saturdays.',
      'A tyre change costs 120 euros.',
    ]);
  });

  test('a name in another question of the message is none of what this one asks', async () => {
    const ports = ['Oban', 'Leith'].map(
      (name, at) =>
        `## ${name}\n\nThe harbour dues are ${at + 3} pounds. Boats are checked in week ${at + 5}.`,
    );
    const both = chunk('ports', [...ports, '## Crane\n\nThe crane lifts 9 tonnes.'].join('\n\n'));
    const message =
      'What are the harbour dues in Oban, when are boats checked in Leith, and what does the crane lift?';
    expect(await quotes(request(message, [both]))).toEqual([
      'The harbour dues are 3 pounds.',
      'Boats are checked in week 6.',
      'The crane lifts 9 tonnes.',
    ]);
  });

  test('a place that the questions of a message leave over goes to what a pronoun points to', async () => {
    const garage = chunk(
      'prices',
      '## Prices\n\nA tyre change costs 120 euros.\n\n## Opening hours\n\nThe garage opens at 7:30. It stays closed for customers on Sundays.',
    );
    const letter = 'What does a tyre change cost, and when is the garage closed for customers?';
    const answer = [
      'A tyre change costs 120 euros.',
      'The garage opens at 7:30.',
      'It stays closed for customers on Sundays.',
    ];
    expect(await quotes(request(letter, [garage]), 3)).toEqual(answer);
    expect(await quotes(request(letter, [garage]), 2)).toEqual([answer[0], answer[2]]);
  });

  test('quotes something of each side of a comparison', async () => {
    const text = 'Pumps move water with a rotor of steel. Cats sleep.\n\nValves stop water.';
    expect(
      await quotes(request('What is the difference between pumps and valves?', [chunk('a', text)])),
    ).toEqual(['Valves stop water.', 'Pumps move water with a rotor of steel.']);
  });

  test('stops where another sentence adds little', async () => {
    const one = chunk(
      'one',
      'The tunnel under the river opened in 1998. Cats sleep a lot. Rain fell on Monday.',
    );
    expect(await quotes(request('When was the tunnel under the river opened?', [one]))).toHaveLength(1);
  });

  test('takes a short sentence that says just what is asked', async () => {
    const lease = chunk('lease', 'Pets.\n\nDogs are allowed. Cats are allowed with consent of the landlord.');
    expect(await quotes(request('Are dogs allowed?', [lease]), 1)).toEqual(['Dogs are allowed.']);
    expect(await quotes(request('Are pets allowed?', [lease]), 1)).not.toContain('Pets.');
  });

  test('reads a table row with its header and can quote it', async () => {
    const table = chunk(
      'table',
      'Prices.\n\n| Plan | Price per month |\n|---|---|\n| Basic | $5 |\n| Team | $20 |',
    );
    expect(await quotes(request('What is the price of the Team plan?', [table]), 1)).toEqual([
      '| Plan | Price per month |',
      '| Team | $20 |',
    ]);
  });

  test('takes a sentence that overlapping chunks share once, and the whole one where one is cut', async () => {
    const text = 'Rain fell. The dam was built in 1931 by local farmers. It still stands.';
    const whole = chunk('dam', text);
    const cut = chunk('dam', text.slice(30), 30);
    const asked = request('When was the dam built by farmers?', [cut, whole]);
    expect(await quotes(asked)).toContain('The dam was built in 1931 by local farmers.');
    expect(await quotes(asked)).not.toContain('in 1931 by local farmers.');
  });

  test('says nothing twice where two documents say it in the same words', async () => {
    const said = 'The dam was built in 1931 by local farmers.';
    const twice = [
      chunk('one', said),
      chunk('two', `${said} It was raised in 1950 when the farmers needed a dam twice as high.`),
    ];
    const answer = await quotes(request('When was the dam built by farmers, and when was it raised?', twice));
    expect(answer.filter((quote) => quote === said)).toHaveLength(1);
    expect(answer).toHaveLength(2);
  });

  test('the address of a link is not among the words of its sentence', async () => {
    const linked = chunk(
      'linked',
      'See [the list](https://example.org/dam/built/farmers). The dam was built by farmers.',
    );
    expect(await quotes(request('Who built the dam, farmers?', [linked]), 1)).toEqual([
      'The dam was built by farmers.',
    ]);
  });

  test('a question without a known term takes from the best passage', async () => {
    const asked = request('🦞', [lobsters, chunk('other', 'Something else.')]);
    expect(await quotes(asked, 1)).toEqual(['Lobsters live on the sea floor.']);
  });
});

test('no passages, no quotes', async () => {
  expect(await quotes(request('Anything?', []))).toEqual([]);
});

test('an aborted signal stops it', async () => {
  await expect(
    quotes({ ...request('Anything?', [lobsters]), signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({
    code: 'aborted',
  });
});

const words = fc.constantFrom(
  'Dam',
  'river',
  'built',
  '1931',
  'cat.',
  'Was',
  'it?',
  '\n\n',
  '- item',
  '| a | b |\n',
);
const passage = fc.array(words, { minLength: 1, maxLength: 30 }).map((parts) => parts.join(' '));

/** A quote by its place: `depth` is the white space before its line. */
interface QuotedPlace {
  readonly passage: number;
  readonly start: number;
  readonly depth: number;
  readonly isItem: boolean;
}

/** Whether one is an item that the other stands within. */
function holds(outer: QuotedPlace, inner: QuotedPlace): boolean {
  const isBefore = outer.passage === inner.passage && outer.start < inner.start;
  return isBefore && outer.isItem && outer.depth < inner.depth;
}

test('quotes are whole sentences of their passage, each place once, never more than asked for but for what others are within', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(passage, { maxLength: 5 }),
      fc.integer({ min: 1, max: 4 }),
      async (texts, most) => {
        const chunks = texts.map((text, place) => chunk(`d${place}`, text));
        const generator = createExtractiveGenerator({ analyser: analysis, maxSentences: most });
        const places = new Set<string>();
        const quoted: QuotedPlace[] = [];
        const asked = quotingRequest(request('When was the dam built?', chunks));
        for await (const event of generator.generate(asked)) {
          if (event.type !== 'quote') continue;
          const content = (chunks[event.passage - 1] as Chunk).content;
          const found = sentences(content, 'en');
          expect(found.some(({ start }) => start === event.start)).toBe(true);
          expect(found.some(({ end }) => end === event.end)).toBe(true);
          expect(places.has(`${event.passage} ${event.start}`)).toBe(false);
          places.add(`${event.passage} ${event.start}`);
          const line = content.slice(content.lastIndexOf('\n', event.start - 1) + 1, event.start);
          const depth = line.length - line.trimStart().length;
          quoted.push({
            passage: event.passage,
            start: event.start,
            depth,
            isItem: /^\s*- /.test(line),
          });
        }
        const counted = quoted.filter((one) => !quoted.some((other) => holds(one, other)));
        expect(counted.length).toBeLessThanOrEqual(most);
      },
    ),
    { numRuns: 50 },
  );
});

test('of the rows of a table of facts, the one whose label is asked for', async () => {
  const facts = chunk('facts', '| Make | Jeep, estimate |\n| VIN | 1J4GL48K |\n| Model | Liberty |');
  expect(await quotes(request('the VIN in the repair estimate', [facts]), 1)).toEqual(['| VIN | 1J4GL48K |']);
});

test('what was found in the stead of a term counts as that term', async () => {
  const cars = chunk('cars', 'The quorbil costs 300 dollars. The zorbil costs 400 dollars.');
  const asked = request('What does the car cost?', [cars]);
  const expansions = [{ term: 'zorbil', standsFor: ['car'], weight: 0.7 }];
  expect(await quotes(asked, 1)).toEqual(['The quorbil costs 300 dollars.']);
  expect(await quotes({ ...asked, expansions }, 1)).toEqual(['The zorbil costs 400 dollars.']);
});

describe('what was quoted in the conversation', () => {
  const [built, high] = ['The dam was built of stone.', 'The dam is of 84 metres.'];
  const asked = request('Of what is the dam?', [chunk('dam', `${built} ${high}`)]);

  test('before the last reply stands back, and is quoted where nothing else answers', async () => {
    expect(await quotes(asked, 1)).toEqual([built]);
    expect(await quotes({ ...asked, saidEarlier: `${built} [1]` }, 1)).toEqual([high]);
    const alone = request('Of what is the dam?', [chunk('dam', built)]);
    expect(await quotes({ ...alone, saidEarlier: `${built} [1]` }, 1)).toEqual([built]);
  });

  test('is no answer to who asks for more, and neither is what has nothing to do with it', async () => {
    const more = { ...asked, alreadySaid: `${built} [1]` };
    expect(await quotes(more, 1)).toEqual([high]);
    const talk = [
      chunk('dam', `${built} Rossi drew all plans in Delft.`),
      chunk('rain', 'Rain fell on the whole of the land.'),
    ];
    const { question, passages } = request('Tell me more', talk);
    expect(await quotes({ ...more, question, passages })).toEqual(['Rossi drew all plans in Delft.']);
  });
});

const clause = (name: string, hours: number) =>
  `the ${name} station that stands on the northern bank of the river is open for ${hours} hours on every working day`;

test('a sentence too long for one footnote is cut at the ends of clauses', async () => {
  const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
  const long = `As of now, ${names.map((name, place) => clause(name, place + 2)).join('; ')}.`;
  const [quote = '', ...others] = await quotes(
    request('How many hours is the sixth station open?', [chunk('stations', long)]),
  );
  expect(others).toEqual([]);
  expect(long).toContain(quote);
  expect(quote.length).toBeLessThanOrEqual(480);
  expect(quote).toMatch(/^the \p{L}+ station/u);
  expect(quote).toContain('open for 7 hours');
});
