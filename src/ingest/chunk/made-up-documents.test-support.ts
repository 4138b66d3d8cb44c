import * as fc from 'fast-check';
import type { Tokenizer } from '../../contracts/embedder.ts';
import type { Block, ParsedDocument } from '../../contracts/parser.ts';
import { parserFor } from '../../formats/parsers.ts';

export const propertyRuns = 100;

/** Long enough on a machine that others use too. */
export const propertyTimeoutMs = 255_000;

/** Words cost a token for each four letters begun; every other character is one. */
export const fourLetterTokens: Tokenizer = {
  id: 'four-letters',
  count: (text) => text.match(/[\p{L}\p{N}\p{M}]{1,4}|[^\s\p{L}\p{N}\p{M}]/gu)?.length ?? 0,
};

/** Parses a text as the file name says. */
export async function parse(source: string, path = 'a.md'): Promise<ParsedDocument> {
  const file = { path, bytes: new TextEncoder().encode(source) };
  return await parserFor(file).parse(file);
}

const proseOf = fc.oneof(
  fc.lorem({ maxCount: 40 }),
  fc.lorem({ mode: 'sentences', maxCount: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    '東京タワーは高いです。'.repeat(12),
    'ภาษาไทยไม่มีช่องว่างระหว่างคำ'.repeat(8),
    'यह एक वाक्य है। '.repeat(10),
    'هذه جملة قصيرة؟ '.repeat(10),
    '👩‍👩‍👧‍👦🏳️‍🌈🇩🇪👍🏽'.repeat(20),
    'e\u0301\u0323'.repeat(60),
    'a'.repeat(900),
    '\u200d👩'.repeat(80),
    'Dr. Smith paid 1,234.50. He left. '.repeat(9),
    '[[[[((((****____~~~~'.repeat(5),
  ),
);

const markdownBlock = fc.oneof(
  { weight: 4, arbitrary: proseOf },
  fc
    .tuple(fc.integer({ min: 1, max: 6 }), fc.lorem({ maxCount: 6 }))
    .map(([level, title]) => `${'#'.repeat(level)} ${title}`),
  fc.lorem({ maxCount: 3 }).map((title) => `${title}\n===`),
  fc
    .array(proseOf, { minLength: 1, maxLength: 8 })
    .map((items) => items.map((item) => `- ${oneLine(item)}`).join('\n')),
  fc
    .array(fc.lorem(), { minLength: 1, maxLength: 8 })
    .map((items) => items.map((item, depth) => `${'  '.repeat(depth % 4)}* ${item}`).join('\n')),
  fc
    .array(fc.lorem({ maxCount: 3 }), { minLength: 1, maxLength: 20 })
    .map((rows) => `| a | b |\n|---|---|\n${rows.map((row) => `| ${row} | 1 |`).join('\n')}`),
  fc.array(proseOf, { maxLength: 12 }).map((lines) => `\`\`\`js\n${lines.join('\n')}\n\`\`\``),
  proseOf.map((quoted) => `> ${oneLine(quoted)}`),
  fc.constantFrom(
    '---',
    '$$\nx^2\n$$',
    '<div>\n# no heading\n</div>',
    '[a]: http://b',
    '```\nnever closed',
    '    indented',
  ),
);

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** The source of a Markdown file of any blocks, with something in it. */
export const markdown = fc
  .array(markdownBlock, { minLength: 1, maxLength: 25 })
  .map((blocks) => blocks.join('\n\n'))
  .filter((source) => /[^\s\p{C}]/u.test(source));

/** The same of at most three blocks: what can be parsed and cut thousands of times. */
export const fewBlocks = fc
  .array(proseOf, { minLength: 1, maxLength: 3 })
  .map((blocks) => blocks.join('\n\n'))
  .filter((source) => /[^\s\p{C}]/u.test(source));

/** Gives the blocks of a document pages: the next one begins at each block whose place in `breaks` is true. */
export function paged(document: ParsedDocument, breaks: readonly boolean[]): ParsedDocument {
  let page = 1;
  const blocks = document.blocks.map((block, position): Block => {
    if (breaks[position % breaks.length]) page += 1;
    return { ...block, page };
  });
  return { ...document, blocks };
}
