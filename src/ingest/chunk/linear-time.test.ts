import { expect, test } from 'vitest';
import type { Block, ParsedDocument } from '../../contracts/parser.ts';
import { chunkerSettings, createChunker } from './create-chunker.ts';
import { fourLetterTokens } from './made-up-documents.test-support.ts';

const names = ['structure', 'recursive', 'tokens', 'sentences', 'page'] as const;

type Kind = Exclude<Block['kind'], 'table'>;

/** A block without end, and a block for each repetition. */
const hostile: readonly (readonly [string, Kind, string, 'one block' | 'many'])[] = [
  ['one word', 'paragraph', 'a', 'one block'],
  ['one line of sentences', 'paragraph', 'Ab. ', 'one block'],
  ['brackets', 'paragraph', '(', 'one block'],
  ['joined emoji', 'paragraph', '👩\u200d', 'one block'],
  ['list items of one letter', 'list', '- a\n', 'one block'],
  ['deeper and deeper lists', 'list', '  - a\n', 'one block'],
  ['empty lines of code', 'code', 'a\n\n\n\n', 'one block'],
  ['small paragraphs', 'paragraph', 'A few words.\n\n', 'many'],
  ['headings without text', 'heading', '# Heading\n\n', 'many'],
];

function documentOf(kind: Kind, unit: string, length: number, shape: 'one block' | 'many') {
  const text = unit.repeat(Math.floor(length / unit.length));
  const step = shape === 'one block' ? text.length : unit.length;
  const blocks: Block[] = [];
  for (let start = 0; start < text.length; start += step) {
    const end = start + step;
    if (kind === 'heading')
      blocks.push({ kind, start, end, level: (start % 6) + 1, title: 'a', anchor: 'a' });
    else blocks.push({ kind, start, end });
  }
  return { text, blocks, metadata: {}, warnings: [] } satisfies ParsedDocument;
}

/** The work that a chunker has done: code units that it had counted. */
async function work(name: (typeof names)[number], document: ParsedDocument) {
  let counted = 0;
  const tokenizer = {
    id: 'counting',
    count: (text: string) => {
      counted += text.length;
      return fourLetterTokens.count(text);
    },
  };
  const chunker = createChunker(chunkerSettings.parse({ name, maxSentences: 100 }), tokenizer);
  await chunker.chunk(document);
  return counted;
}

test.each(names.flatMap((name) => hostile.map((text) => [name, ...text] as const)))(
  '%s: four times as long a text of %s costs four times as much',
  async (name, _, kind, unit, shape) => {
    const short = documentOf(kind, unit, 80_000, shape);
    const long = documentOf(kind, unit, 320_000, shape);
    const large = await work(name, long);
    expect(large).toBeLessThan(4.2 * (await work(name, short)));
    expect(large).toBeLessThan(6 * long.text.length);
  },
);
