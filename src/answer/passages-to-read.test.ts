import { describe, expect, test } from 'vitest';
import type { Chunk } from '../contracts/chunk.ts';
import type { SourceText, SourceTextLookup } from '../contracts/document.ts';
import type { Block } from '../contracts/parser.ts';
import type { Hit, SearchResult } from '../retrieve/hit.ts';
import { chunk, spanOf } from './generate/quoting.test-support.ts';
import { passagesToRead } from './passages-to-read.ts';

/** A document of a sentence, code of that many lines, and a sentence. */
function listing(lines: number) {
  const code = `\`\`\`js\n${'pump.open();\n'.repeat(lines)}\`\`\``;
  const text = `Open it:\n\n${code}\n\nRain fell.`;
  const start = text.indexOf('```');
  const blocks: Block[] = [
    { kind: 'paragraph', start: 0, end: 8 },
    { kind: 'code', start, end: start + code.length },
    { kind: 'paragraph', start: start + code.length + 2, end: text.length },
  ];
  return { text, blocks, code: { start, end: start + code.length } };
}

/** The one passage that is read of `[start, end)` of a document. */
async function readOf(
  { text, blocks }: SourceText,
  start: number,
  end: number,
  metadata: Chunk['metadata'] = { has_code: true },
) {
  const found = { ...chunk('pump', text.slice(start, end), start), metadata };
  const source: SourceTextLookup = async () => ({ text, blocks });
  const result = {
    hits: [{ path: 'notes/pump_room-2.md', score: 1, explain: {} } as Hit],
  } as unknown as SearchResult;
  const [read] = await passagesToRead({ result, chunks: [found] }, 1, source, {});
  return read?.passage;
}

describe('a chunk that cuts code', () => {
  const document = listing(4);
  const { text, code } = document;

  test.each([
    ['at its end', 0, code.start + 20, 0, code.end],
    ['at its beginning', code.start + 20, text.length, code.start, text.length],
    ['at both', code.start + 10, code.end - 10, code.start, code.end],
  ])('%s is read with all of it', async (_, start, end, from, to) => {
    const passage = await readOf(document, start, end);
    expect(passage?.chunk).toMatchObject({ start: from, end: to, content: text.slice(from, to) });
    expect(passage?.bareCode).toEqual([]);
    expect(passage?.fileName).toBe('pump room 2');
  });

  test('that is too long to be read is only told where that is', async () => {
    const long = listing(400);
    const start = long.code.start + 100;
    const passage = await readOf(long, start, long.text.length);
    expect(passage?.chunk.start).toBe(start);
    expect(passage?.bareCode).toEqual([long.code]);
  });
});

test('a chunk of a source file is told where each of its blocks of code is', async () => {
  const definitions = ['function open() {\n  pump();\n}', 'function close() {}', 'function drain() {}'];
  const text = definitions.join('\n\n');
  const places = definitions.map((code) => spanOf(text, code));
  const blocks = places.map((place): Block => ({ kind: 'code', ...place }));
  const end = places[1]?.end as number;
  const passage = await readOf({ text, blocks }, 0, end);
  expect(passage?.chunk).toMatchObject({ start: 0, end });
  expect(passage?.bareCode).toEqual(places.slice(0, 2));
});

describe('of headings and tables that no mark tells', () => {
  const text = 'Parts\n\n| Part | Use |\n| rotor | turns |\n\n# Noise\n\nCats sleep.';
  const at = (words: string) => spanOf(text, words);
  const heading = { kind: 'heading', level: 1, title: '', anchor: '' } as const;
  const table = { kind: 'table', ...at('| Part | Use |\n| rotor | turns |') } as const;
  const blocks: Block[] = [
    { ...heading, ...at('Parts') },
    { ...table, headerEnd: at('| Part | Use |').end },
    { ...heading, ...at('# Noise') },
    { kind: 'paragraph', ...at('Cats sleep.') },
  ];
  const document = { text, blocks };

  test('a chunk is told where they are, and nothing of those with a mark', async () => {
    const passage = await readOf(document, 0, text.length, {});
    expect(passage?.bareHeadings).toEqual([at('Parts')]);
    expect(passage?.bareTableHeaders).toEqual([at('| Part | Use |')]);
  });

  test('a chunk is told where they are beside code too, and of a long one', async () => {
    const question = `May one use ${'this or that, '.repeat(12)}or something else here?`;
    const code = 'pump.open();';
    const long = `${question}\n\nNo.\n\n${code}\n\nParts\n\nMany.`;
    const place = (words: string) => spanOf(long, words);
    const longBlocks: Block[] = [
      { ...heading, ...place(question) },
      { kind: 'code', ...place(code) },
      { ...heading, ...place('Parts') },
    ];
    const source = { text: long, blocks: longBlocks };
    const passage = await readOf(source, 0, long.length);
    expect(passage).toMatchObject({
      bareHeadings: [place(question), place('Parts')],
      bareCode: [place(code)],
    });
    const alone = await readOf(source, 0, place(code).start, {});
    expect(alone?.bareHeadings).toEqual([place(question)]);
  });

  test('a table that goes on over a page is told the header of its first', async () => {
    const words = '| Part | Use |\n| rotor | turns |\n\n| valve | shuts |';
    const rows = spanOf(words, '| valve | shuts |');
    const header = spanOf(words, '| Part | Use |');
    const first: Block = { kind: 'table', start: 0, end: rows.start - 2, headerEnd: header.end };
    const second: Block = { kind: 'table', ...rows, headerEnd: rows.start, header };
    const passage = await readOf({ text: words, blocks: [first, second] }, rows.start, rows.end);
    expect(passage?.tableHeader).toEqual({ ...header, text: '| Part | Use |' });
  });

  test('a chunk that begins behind them has neither', async () => {
    const passage = await readOf(document, text.indexOf('| rotor'), text.length, {});
    expect(passage?.bareHeadings).toEqual([]);
    expect(passage?.bareTableHeaders).toEqual([]);
  });
});

describe('a chunk that cuts a sentence', () => {
  const first = 'The pump is red.';
  const second =
    'It lifts the water of the whole garden into the tank on the roof, which is eleven metres up.';
  const item = '- A rotor turns it by the wind.';
  const text = `${first} ${second}\n\n${item}`;
  const list = text.indexOf(item);
  const blocks: Block[] = [
    { kind: 'paragraph', start: 0, end: list - 2 },
    { kind: 'list', start: list, end: text.length },
  ];
  const document = { text, blocks };
  const begins = text.indexOf(second);

  test.each([
    ['at its end', 0, text.indexOf(' on the roof'), 0, list - 2],
    ['at its beginning', text.indexOf('ifts'), text.length, begins, text.length],
    ['at both', text.indexOf('water'), text.indexOf(', which') + 1, begins, list - 2],
    ['of an item', text.indexOf('urns'), text.length, list + 2, text.length],
  ])('%s is read with all of it', async (_, start, end, from, to) => {
    const passage = await readOf(document, start, end, {});
    expect(passage?.chunk).toMatchObject({ start: from, end: to, content: text.slice(from, to) });
  });

  test('that is longer than some lines is read as it is', async () => {
    const long = `The pump ${'lifts the water '.repeat(90)}up.`;
    const longBlocks: Block[] = [{ kind: 'paragraph', start: 0, end: long.length }];
    const passage = await readOf({ text: long, blocks: longBlocks }, 700, 800, {});
    expect(passage?.chunk).toMatchObject({ start: 700, end: 800 });
  });
});

test('of a chunk what stands at the place that the question names is read, and nothing of one that stands elsewhere', async () => {
  const text = 'The pump is red.\n\nThe pump costs nine.\n\nThe rotor turns.';
  const blocks: Block[] = [
    { kind: 'paragraph', start: 0, end: 16, page: 1 },
    { kind: 'paragraph', start: 18, end: 38, page: 2 },
    { kind: 'paragraph', start: 40, end: 56, page: 2 },
  ];
  const hit = { path: 'notes/pump_room-2.md', score: 1, explain: {} } as Hit;
  const result = { hits: [hit, hit] } as unknown as SearchResult;
  const chunks = [chunk('pump', text.slice(0, 38)), chunk('pump', text.slice(0, 16))];
  const place = { kind: 'page', number: '2', text: 'page 2', frame: [] } as const;
  const read = await passagesToRead({ result, chunks, place }, 3, async () => ({ text, blocks }), {});
  expect(read.map(({ passage }) => passage.chunk.content)).toEqual(['The pump costs nine.']);
});
