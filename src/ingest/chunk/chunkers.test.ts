import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChunkSpan } from '../../contracts/chunker.ts';
import type { ParsedDocument } from '../../contracts/parser.ts';
import { type ChunkerSettings, chunkerSettings, createChunker } from './create-chunker.ts';
import {
  fewBlocks,
  fourLetterTokens,
  markdown,
  paged,
  parse,
  propertyRuns,
  propertyTimeoutMs,
} from './made-up-documents.test-support.ts';

const maxTokens = fc.integer({ min: 16, max: 120 });

/** Any settings of each chunker, small enough that documents of a page have many chunks. */
const settings: Readonly<Record<ChunkerSettings['name'], fc.Arbitrary<ChunkerSettings>>> = {
  structure: fc.record({
    name: fc.constant('structure'),
    maxTokens,
    minTokens: fc.nat(60),
    overlapTokens: fc.nat(60),
    overlapBlocks: fc.boolean(),
    splitBlocks: fc.boolean(),
  }),
  recursive: fc
    .tuple(fc.integer({ min: 16, max: 500 }), fc.double({ min: 0, max: 0.5, noNaN: true }))
    .map(([maxCharacters, share]) => ({
      name: 'recursive',
      maxCharacters,
      overlapCharacters: Math.floor(maxCharacters * share),
    })),
  tokens: fc
    .tuple(maxTokens, fc.double({ min: 0, max: 0.49, noNaN: true }))
    .map(([size, share]) => ({ name: 'tokens', maxTokens: size, overlapTokens: Math.floor(size * share) })),
  sentences: fc
    .tuple(maxTokens, fc.integer({ min: 1, max: 12 }), fc.nat(11))
    .map(([size, maxSentences, overlap]) => ({
      name: 'sentences',
      maxTokens: size,
      maxSentences,
      overlapSentences: Math.min(overlap, maxSentences - 1),
    })),
  page: fc.record({ name: fc.constant('page'), maxTokens }),
};

const names = Object.keys(settings) as ChunkerSettings['name'][];

/** Settings of every chunker. A text that costs more to make and to parse than to cut is cut by all of them. */
const settingsOfAll = fc.tuple(...Object.values(settings));

/** Small texts of which each chunker cuts so many in `npm test`; `npm run soak -- properties` tries others. */
const smallTexts = 1500;

/** Length of a chunk over its maximum, in the unit of the chunker. */
function overMaximum(chosen: ChunkerSettings, content: string): number {
  if (chosen.name === 'recursive') return content.length - chosen.maxCharacters;
  return fourLetterTokens.count(content) - chosen.maxTokens;
}

/** What the spans of a document are not that the contract promises; undefined where all is well. */
function breach(
  document: ParsedDocument,
  spans: readonly ChunkSpan[],
  chosen: ChunkerSettings,
): string | undefined {
  const covered = new Uint8Array(document.text.length);
  let previous = { start: -1, end: -1 };
  for (const { start, end, tokens } of spans) {
    const content = document.text.slice(start, end);
    const span = `[${start}, ${end}) ${JSON.stringify(content)}`;
    if (start <= previous.start || end <= previous.end) return `${span} is out of order`;
    if (content === '' || content !== content.trim()) return `${span} has white space at an end`;
    if (!content.isWellFormed()) return `${span} cuts a character`;
    if (tokens !== fourLetterTokens.count(content)) return `${span} has not ${tokens} tokens`;
    if (overMaximum(chosen, content) > 0) return `${span} is too long`;
    covered.fill(1, start, end);
    previous = { start, end };
  }
  for (const { start, end } of document.blocks) {
    for (let position = start; position < end; position++) {
      if (covered[position] === 0 && /\S/.test(document.text.charAt(position)))
        return `"${document.text.charAt(position)}" at ${position} lies in no chunk`;
    }
  }
  return undefined;
}

const cut = (document: ParsedDocument, chosen: ChunkerSettings) =>
  createChunker(chosen, fourLetterTokens).chunk(document);

/** Cuts a document twice by each chunker; fails where one breaks its contract or cuts otherwise the second time. */
async function expectContracts(
  document: ParsedDocument,
  chosenOfAll: readonly ChunkerSettings[],
): Promise<void> {
  for (const chosen of chosenOfAll) {
    const spans = await cut(document, chosen);
    const found = breach(document, spans, chosen);
    if (found !== undefined) expect.fail(`${JSON.stringify(chosen)}: ${found}`);
    const again = await cut(document, chosen);
    if (JSON.stringify(again) !== JSON.stringify(spans)) expect(again, chosen.name).toEqual(spans);
  }
}

describe('every chunker keeps the contract: order, bounds, nothing lost, nothing over the maximum', () => {
  test(
    'on thousands of short texts of any script',
    async () => {
      await fc.assert(
        fc.asyncProperty(fewBlocks, settingsOfAll, async (source, chosenOfAll) => {
          await expectContracts(await parse(source, 'a.txt'), chosenOfAll);
        }),
        { numRuns: smallTexts },
      );
    },
    propertyTimeoutMs,
  );

  test(
    'on any Markdown',
    async () => {
      await fc.assert(
        fc.asyncProperty(markdown, settingsOfAll, async (source, chosenOfAll) => {
          await expectContracts(await parse(source), chosenOfAll);
        }),
        { numRuns: propertyRuns },
      );
    },
    propertyTimeoutMs,
  );

  test(
    'on plain text with pages',
    async () => {
      const breaks = fc.array(fc.boolean(), { minLength: 1, maxLength: 7 });
      await fc.assert(
        fc.asyncProperty(markdown, breaks, settingsOfAll, async (source, pageBreaks, chosenOfAll) => {
          await expectContracts(paged(await parse(source, 'a.txt'), pageBreaks), chosenOfAll);
        }),
        { numRuns: Math.ceil(propertyRuns / 3) },
      );
    },
    propertyTimeoutMs,
  );

  test.each([
    ['one word', 'a'],
    ['words', 'ab '],
    ['sentences', 'Ab. '],
    ['lines', 'ab\n'],
    ['paragraphs', 'ab\n\n'],
    ['list items', '- a\n'],
    ['headings', '# a\n'],
    ['table rows', '|a\n|-\n'],
    ['family emoji', '👩‍👩‍👧‍👦'],
    ['joined emoji without end', '👩\u200d'],
    ['marks on one letter', '\u0301\u0316'],
    ['Thai', 'ภาษาไทย'],
  ])('on a text of nothing but %s', async (_, unit) => {
    const small = { maxTokens: 64, minTokens: 20, overlapTokens: 10 };
    const chosenOfAll = names.map((name) => chunkerSettings.parse({ name, ...small }));
    const text = await parse(unit.repeat(Math.ceil(100_000 / unit.length)), 'a.txt');
    await expectContracts(text, chosenOfAll);
    await expectContracts(await parse(unit.repeat(Math.ceil(40_000 / unit.length))), chosenOfAll);
  });
});

describe.each(names)('%s', (name) => {
  test('says the header of a table that it cuts, beside the span', async () => {
    const rows = Array.from({ length: 60 }, (_, row) => `| row ${row} | value |`);
    const header = '| name | worth |\n|---|---|';
    const document = await parse(`Before.\n\n${header}\n${rows.join('\n')}\n\nBehind.`);
    const chosen = chunkerSettings.parse({ name, maxTokens: 64, overlapTokens: 0, maxCharacters: 200 });
    const spans = await cut(document, chosen);
    expect(spans.length).toBeGreaterThan(4);
    const body = { start: document.text.indexOf('| row 0'), end: document.text.indexOf('Behind') };
    for (const { start, tableHeader } of spans) {
      const isInside = start >= body.start && start < body.end;
      expect(tableHeader).toBe(isInside ? header : undefined);
    }
  });

  test('leaves front matter out', async () => {
    const document = await parse('---\ntitle: T\n---\n\nBody.');
    expect(await cut(document, chunkerSettings.parse({ name }))).toMatchObject([{ start: 0, end: 5 }]);
  });

  test('of a document without blocks makes no chunk', async () => {
    const empty: ParsedDocument = { text: '  ', blocks: [], metadata: {}, warnings: [] };
    expect(await cut(empty, chunkerSettings.parse({ name }))).toEqual([]);
  });

  test('has an id that tells every option and the tokenizer', () => {
    const chunker = createChunker(chunkerSettings.parse({ name }), fourLetterTokens);
    expect(chunker.id).toMatch(new RegExp(`^${name}-\\d(:(\\d+|false))+:four-letters$`));
  });

  test('stops when it is told to', async () => {
    const document = await parse('word '.repeat(100_000), 'a.txt');
    const chunker = createChunker(
      chunkerSettings.parse({ name, maxTokens: 32, overlapTokens: 5, maxCharacters: 100 }),
      fourLetterTokens,
    );
    const controller = new AbortController();
    const chunking = chunker.chunk(document, { signal: controller.signal });
    controller.abort();
    await expect(chunking).rejects.toMatchObject({ code: 'aborted' });
  });
});

test.each([
  [{ name: 'recursive', maxCharacters: 100, overlapCharacters: 51 }],
  [{ name: 'tokens', maxTokens: 100, overlapTokens: 50 }],
  [{ name: 'sentences', maxSentences: 3, overlapSentences: 3 }],
  [{ name: 'words' }],
])('refuses %j', (given) => {
  expect(chunkerSettings.safeParse(given).success).toBe(false);
});
