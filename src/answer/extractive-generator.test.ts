import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Chunk } from '../contracts/chunk.ts';
import type { GenerateEvent } from '../contracts/generator.ts';
import { sentences } from '../text/sentences.ts';
import { isCompletedBy } from './extract/join-spans.ts';
import { createExtractiveGenerator } from './extractive-generator.ts';
import { analysis, chunk, quotes, request } from './quoting.test-support.ts';

const lobsters = chunk(
  'lobsters',
  `# How lobsters grow

Lobsters live on the sea floor. A lobster sheds its shell about 25 times in its first five years. The old shell is often eaten.

A lost claw grows back over several molts.`,
);

describe('the choice of sentences', () => {
  test('takes the sentence that covers the question best', async () => {
    const asked = request('How often does a lobster shed its shell?', [lobsters]);
    expect(await quotes(asked, 1)).toEqual([
      'A lobster sheds its shell about 25 times in its first five years.',
    ]);
  });

  test('never quotes a heading alone, however well it fits', async () => {
    expect((await quotes(request('How lobsters grow', [lobsters]), 1)).join()).not.toContain('How lobsters');
    expect(await quotes(request('How lobsters grow', [chunk('bare', '# How lobsters grow')]))).toEqual([]);
  });

  test('of what several have said takes what the one said who is asked about', async () => {
    const meeting = chunk(
      'meeting',
      `## 00:00:02 Anna Schmidt

The budget of the offsite is too large.

## 00:00:18 Ben Okafor

The venue will keep the deposit.

## 12.05.26, 10:13 Carlos Díaz

The offsite needs a bus.`,
    );
    const said = (who: string) => quotes(request(`What did ${who} say about the offsite?`, [meeting]), 1);
    expect(await said('Ben')).toEqual(['The venue will keep the deposit.']);
    expect(await said('Carlos')).toEqual(['The offsite needs a bus.']);
  });

  test('but does where the heading says in brackets what is asked, or holds the date', async () => {
    const exam = chunk(
      'exam',
      '## 4. Oral exam (15 points)\n\nIt is held in the hall.\n\n## Opened in 1931\n\nIt rained.',
    );
    expect(await quotes(request('How many points is the oral exam worth?', [exam]), 1)).toEqual([
      '4. Oral exam (15 points)',
    ]);
    expect(await quotes(request('When was it opened?', [exam]), 1)).toEqual(['Opened in 1931']);
    expect(await quotes(request('What is the oral exam?', [exam]))).not.toContain('4. Oral exam (15 points)');
  });

  test('adds a sentence that covers what the first one does not, in the order of the document', async () => {
    const two = chunk(
      'two',
      'The bridge cost 40 million dollars. It was painted grey. The tunnel opened in 1998.',
    );
    expect(await quotes(request('When did the tunnel open and what did the bridge cost?', [two]), 2)).toEqual(
      ['The bridge cost 40 million dollars.', 'The tunnel opened in 1998.'],
    );
  });

  test('stops where another sentence adds little', async () => {
    const one = chunk(
      'one',
      'The tunnel under the river opened in 1998. Cats sleep a lot. Rain fell on Monday.',
    );
    expect(await quotes(request('When was the tunnel under the river opened?', [one]))).toHaveLength(1);
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
    const answer = await quotes(request('When was the dam built by farmers?', twice));
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

describe('where something is to be defined', () => {
  const options = chunk(
    'options',
    '## Options\n\n| option | means |\n|---|---|\n| `overlap` | what a splice repeats of the one before |\n| `size` | words of a splice |',
  );

  test('the sentence that defines it comes before rows and sentences that use it', async () => {
    const splices = chunk(
      'splices',
      'Each page has more than one splice. A splice is what is found and read: a part of a page.',
    );
    expect(await quotes(request('What is a splice?', [options, splices]), 1)).toEqual([
      'A splice is what is found and read: a part of a page.',
    ]);
  });

  test('so does what stands first under the heading that is its name', async () => {
    const sonar = chunk(
      'sonar',
      '### 1. Sonar (Sound Navigation and Ranging)\n\n**Purpose**: finding what lies under water\n\n**Common sonar types**:\n- **Active sonar**: sends sounds\n- **Passive sonar**: listens',
    );
    expect(await quotes(request('What is sonar?', [sonar]), 1)).toEqual([
      '**Purpose**: finding what lies under water',
    ]);
  });

  test('a line that is the title of its document says nothing', async () => {
    const slide = { ...chunk('slide', 'Weaver: Looms for Everyone\n\nWeaver is a loom of wood.') };
    const titled = { ...slide, title: 'Weaver: Looms for Everyone' };
    expect(await quotes(request('What is Weaver?', [titled]))).toEqual(['Weaver is a loom of wood.']);
  });
});

test('the lines of a table without bars are rows, read and quoted with its header', async () => {
  const stock = chunk(
    'stock',
    'Product,Price,Maker\nOak desk,420,Holm\nPine shelf,95,Holm\nDesk lamp,38,Lumo\n',
  );
  expect(await quotes(request('What is the price of the oak desk?', [stock]), 1)).toEqual([
    'Product,Price,Maker',
    'Oak desk,420,Holm',
  ]);
  expect(await quotes(request('Which makers are there?', [stock]))).toEqual([stock.content.trim()]);
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
  readonly text: string;
}

/** Whether one is an item that the other stands within, or half a sentence that the other completes. */
function holds(outer: QuotedPlace, inner: QuotedPlace): boolean {
  const isBefore = outer.passage === inner.passage && outer.start < inner.start;
  const isCompleted = inner.isItem && isCompletedBy(outer.text, inner.text);
  return isBefore && (isCompleted || (outer.isItem && outer.depth < inner.depth));
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
        for await (const event of generator.generate(request('When was the dam built?', chunks))) {
          if (event.type !== 'quote') continue;
          const content = (chunks[event.passage - 1] as Chunk).content;
          const found = sentences(content, 'en');
          expect(found.some(({ start }) => start === event.start)).toBe(true);
          expect(found.some(({ end }) => end === event.end)).toBe(true);
          expect(places.has(`${event.passage} ${event.start}`)).toBe(false);
          places.add(`${event.passage} ${event.start}`);
          const line = content.slice(content.lastIndexOf('\n', event.start - 1) + 1, event.start);
          const depth = line.length - line.trimStart().length;
          const text = content.slice(event.start, event.end);
          quoted.push({
            passage: event.passage,
            start: event.start,
            depth,
            isItem: /^\s*- /.test(line),
            text,
          });
        }
        const counted = quoted.filter((one) => !quoted.some((other) => holds(one, other)));
        expect(counted.length).toBeLessThanOrEqual(most);
      },
    ),
    { numRuns: 50 },
  );
});

test('a sentence that asks is no answer, however much it shares with the question', async () => {
  const quiz = chunk(
    'quiz',
    'What is the main use of a shell of a lobster? The shell keeps the soft body from harm.',
  );
  expect(await quotes(request('What is the main use of the shell of a lobster?', [quiz]), 1)).toEqual([
    'The shell keeps the soft body from harm.',
  ]);
});

describe('what is read before a quote', () => {
  test('a sentence that begins with a pronoun comes after the one that it refers to', async () => {
    const university = chunk(
      'university',
      'Rain fell. Newcastle University is one of the older ones. It won the award of the year in 2000. Cats sleep.',
    );
    expect(
      await quotes(request('What award did Newcastle University win in 2000?', [university]), 2),
    ).toEqual(['Newcastle University is one of the older ones.', 'It won the award of the year in 2000.']);
  });

  test('but not after one in another paragraph', async () => {
    const text = 'The award is old.\n\nIt won the prize of the year in 2000.';
    const asked = request('Who won the prize of the year in 2000?', [chunk('two', text)]);
    expect(await quotes(asked, 2)).toEqual(['It won the prize of the year in 2000.']);
  });

  test('an item of a list comes after what introduces the list', async () => {
    const text =
      'Cats sleep.\n\nThe warranty does not cover:\n\n- damage by water\n- damage by fire in the cellar';
    const asked = request('Is a fire in the cellar covered?', [chunk('list', text)]);
    expect(await quotes(asked, 1)).toEqual(['The warranty does not cover:', 'damage by fire in the cellar']);
  });

  test('an item within an item comes after that, and no other item after what stands within one before it', async () => {
    const text =
      '1. **Add joints**\n   For each of the joints, say:\n   - the axis\n   - the limits\n\n2. **Add colours**\n   - red for the motor that turns';
    const quotesOf = (question: string) => quotes(request(question, [chunk('steps', text)]), 1);
    expect(await quotesOf('Is the motor red?')).toEqual(['**Add colours**', 'red for the motor that turns']);
    expect(await quotesOf('Are colours given?')).toEqual(['**Add colours**']);
    expect(await quotesOf('Are limits given?')).toEqual([
      'For each of the joints, say:\n   - the axis\n   - the limits',
    ]);
  });

  test('a definition stands before all else that is said', async () => {
    const text = 'Each stator of a motor has a winding of copper. A stator is the part that stands still.';
    expect(await quotes(request('What is a stator?', [chunk('motor', text)]))).toEqual([
      'A stator is the part that stands still.',
      'Each stator of a motor has a winding of copper.',
    ]);
  });

  test('a row of a table that begins before the passage comes after the header of the table', async () => {
    const header = '| Plan | Price |';
    const rows = chunk('prices', '| Basic | $5 |\n| Team | $20 |', 100);
    const asked = request('What is the price of the Team plan?', [rows]);
    const passages = asked.passages.map((passage) => ({
      ...passage,
      tableHeader: { start: 10, end: 10 + header.length, text: header },
    }));
    const events: GenerateEvent[] = [];
    const generator = createExtractiveGenerator({ analyser: analysis, maxSentences: 1 });
    for await (const event of generator.generate({ ...asked, passages })) events.push(event);
    expect(events.slice(0, -1)).toEqual([
      { type: 'quote', passage: 1, start: 10, end: 26, keepsLines: true },
      { type: 'quote', passage: 1, start: 115, end: 129, keepsLines: true },
    ]);
  });
});

describe('what is no answer, however many words it shares with the question', () => {
  test.each([
    ['a list of links', '- [The valve of the pump](valve.md)\n- [Closing the valve of the pump](close.md)'],
    ['what the text says of itself', 'This chapter explains the valve of the pump.'],
    ['what the reader will know', 'After this lesson, you will be able to:\n\n- close the valve of the pump'],
    ['a colon with nothing after it', 'The valve of the pump closes:'],
    ['a colon before a heading', 'When the valve of the pump closes:\n\n## Notes'],
  ])('%s', async (_, text) => {
    const said = 'The valve closes by itself when the water is gone.';
    const asked = request('When does the valve of the pump close?', [chunk('pump', `${text}\n\n${said}`)]);
    expect(await quotes(asked, 1)).toEqual([said]);
  });

  test('what announces a table, and rows that say nothing of what is asked', async () => {
    const table = '| Plan | Price |\n|---|---|\n| Basic | $5 |\n| Team | $20 |';
    const asked = request('What is the price of the Team plan?', [
      chunk('prices', `These are the prices of the plans:\n\n${table}`),
    ]);
    expect(await quotes(asked, 1)).toEqual(['| Plan | Price |', '| Team | $20 |']);
    const facts = chunk('facts', '| Region | North |\n| Estimate | E-456 |\n| Model | Liberty |');
    expect(await quotes(request('What model is it?', [facts]))).toEqual(['| Model | Liberty |']);
  });

  test('code whose beginning stands in the passage before', async () => {
    const text = 'closeValve(pump);\n```\n\nThe valve of the pump closes by itself.';
    const asked = request('How is the valve of the pump closed?', [chunk('code', text, 100)]);
    const passages = asked.passages.map((passage) => ({
      ...passage,
      bareCode: [{ start: 0, end: 100 + text.indexOf('\n\n') }],
    }));
    expect(await quotes({ ...asked, passages }, 1)).toEqual(['The valve of the pump closes by itself.']);
  });
});

test('a sentence that says something before its colon is quoted, whatever it announces', async () => {
  const said = 'A valve of this kind keeps the water of the upper basin away from the pump at night:';
  const text = `The valve is red.\n\n${said}\n\n### Kinds of valves\n\nRain fell.`;
  const asked = request('What keeps the water away from the pump?', [chunk('valve', text)]);
  expect(await quotes(asked, 1)).toEqual([said]);
});

test('tags that lay out a page are no part of a quote, and hide no question', async () => {
  const text =
    '<details>\n<summary>What keeps the water away from the pump?</summary>\n\nA valve keeps the <b>water</b> away.\n</details>';
  const asked = request('What keeps the water away from the pump?', [chunk('quiz', text)]);
  expect(await quotes(asked, 1)).toEqual(['A valve keeps the <b>water</b> away.']);
});

/** Pictures that are links, as READMEs have them. */
function badges(words: string): string {
  const picture = `![${words}](https://a.example/pump.svg)`;
  return `[${picture}](https://a.example)\n[![${words}][image]][page]\n<a href="b"><img src="b.png" alt="${words}"></a>`;
}

test('badges are no part of a quote', async () => {
  const text = `${badges('water pump')}\nA valve keeps the water away.\n\n${badges('water away from the pump')}\n`;
  const asked = request('What keeps the water away from the pump?', [chunk('readme', text)]);
  expect(await quotes(asked, 3)).toEqual(['A valve keeps the water away.']);
});

test('embeds, comments, names of lines and macros of notes are no part of a quote', async () => {
  const said = 'A [[Valve|valve]] keeps the ==water== away.';
  const text = `${said} ![[water pump.png]] %%water pump?%% ^water-pump\n\n![[Pump#Water]] ![[water away]]\n\n{{< figure >}} The whistle hums loudly.`;
  const asked = request('What keeps the water away from the pump?', [chunk('note', text)]);
  expect(await quotes(asked, 1)).toEqual([said]);
  expect(await quotes(request('What hums loudly?', [chunk('note', text)]), 1)).toEqual([
    'The whistle hums loudly.',
  ]);
});

test('what stands under references, where the document is about nothing else', async () => {
  const said = 'A pump has one valve.';
  const entry = 'Doe, J. (2005). "The valve of the pump."';
  const works = chunk('works', `${said}\n\n## References\n\n- ${entry}`);
  const asked = (title: string) => request('Who wrote The valve of the pump?', [{ ...works, title }]);
  expect(await quotes(asked('References'), 1)).toEqual([entry]);
  expect(await quotes(asked('Pumps'), 1)).toEqual([said]);
});

test('of the rows of a table of facts, the one whose label is asked for', async () => {
  const facts = chunk('facts', '| Make | Jeep, estimate |\n| VIN | 1J4GL48K |\n| Model | Liberty |');
  expect(await quotes(request('the VIN in the repair estimate', [facts]), 1)).toEqual(['| VIN | 1J4GL48K |']);
});

test('what was found in the stead of a term counts as that term', async () => {
  const cars = chunk('cars', 'The bicycle costs 300 dollars. The automobile costs 9000 dollars.');
  const asked = request('What does the car cost?', [cars]);
  const expansions = [{ term: 'automobil', standsFor: ['car'], weight: 0.7 }];
  expect(await quotes(asked, 1)).toEqual(['The bicycle costs 300 dollars.']);
  expect(await quotes({ ...asked, expansions }, 1)).toEqual(['The automobile costs 9000 dollars.']);
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

  test('is no answer to who asks for more', async () => {
    expect(await quotes({ ...asked, alreadySaid: `${built} [1]` }, 1)).toEqual([high]);
  });
});
