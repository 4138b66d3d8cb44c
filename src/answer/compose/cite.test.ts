import { describe, expect, test } from 'vitest';
import { type Chunk, chunkId } from '../../contracts/chunk.ts';
import type { SourceTextLookup } from '../../contracts/document.ts';
import type { GenerateEvent, PassagePlace, QuoteForm } from '../../contracts/generator.ts';
import type { Block } from '../../contracts/parser.ts';
import type { SearchResult } from '../../retrieve/hit.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import { chunk, cited, spanOf } from '../generate/quoting.test-support.ts';
import { passagesToRead } from '../passages-to-read.ts';
import { Speaker } from '../wording/speaker.ts';
import { type CitedPassage, Footnotes } from './cite.ts';
import { AnswerComposer } from './compose-answer.ts';
import { numberMarkers } from './markers.ts';

const text = '# Dams\n\nThe dam was built in 1931.\nIt  still\nstands. Rain fell.';
const blocks: readonly Block[] = [
  { kind: 'heading', level: 1, title: 'Dams', anchor: 'dams', start: 0, end: 6, page: 6 },
  { kind: 'paragraph', start: 8, end: text.length, page: 7 },
];
const documents: SourceTextLookup = async (documentId, version) =>
  documentId === 'dam' && version === 2 ? { text, blocks } : undefined;

function passage(number: number, start: number, end: number, change: Partial<Chunk> = {}): CitedPassage {
  const found = {
    ...chunk('dam', text.slice(start, end), start),
    id: chunkId('dam', 2, number),
    end,
    version: 2,
  };
  return cited(
    number,
    { ...found, title: 'Dams', headingPath: ['Dams'], page: 7, ...change },
    'water/dam.md',
  );
}

async function taken(composer: AnswerComposer, event: GenerateEvent): Promise<void> {
  for await (const _ of composer.take(event)) continue;
}

/** The answer that these quotes make. */
async function cite(
  quotes: readonly {
    passage: number;
    start: number;
    end: number;
    form?: QuoteForm;
    names?: PassagePlace;
    column?: number;
  }[],
  passages: readonly CitedPassage[],
  sourceText: SourceTextLookup,
) {
  const composer = new AnswerComposer({
    footnotes: new Footnotes(passages, sourceText),
    markers: numberMarkers([]),
    analyser: analyser(),
    language: 'en',
    speaker: new Speaker('en'),
  });
  for (const quote of quotes) await taken(composer, { type: 'quote', ...quote });
  await taken(composer, { type: 'finish', reason: 'stop' });
  return composer.result();
}

const built = spanOf(text, 'The dam was built in 1931.');
const stands = spanOf(text, 'It  still\nstands.');

describe('a citation', () => {
  test('carries the place of the sentence and the exact slice of the document', async () => {
    const { citations, warnings } = await cite(
      [{ passage: 1, ...built }],
      [passage(1, 8, text.length)],
      documents,
    );
    expect(citations).toEqual([
      {
        number: 1,
        collection: 'default',
        documentId: 'dam',
        version: 2,
        chunkId: 'dam.2.1',
        path: 'water/dam.md',
        title: 'Dams',
        headingPath: ['Dams'],
        page: 7,
        ...built,
        quote: 'The dam was built in 1931.',
        kind: 'paragraph',
        verdict: 'verbatim',
      },
    ]);
    expect(warnings).toEqual([]);
  });

  test('says what block it lies in, where it is one', async () => {
    const { citations } = await cite(
      [
        { passage: 1, start: 0, end: 8 },
        { passage: 1, start: 0, end: text.length },
        { passage: 1, ...built },
      ],
      [passage(1, 0, text.length)],
      documents,
    );
    expect(citations.map(({ kind }) => kind)).toEqual(['heading', null, 'paragraph']);
  });

  test('stands under the heading of its sentence, not under those that the chunk as a whole has in common', async () => {
    const { citations } = await cite(
      [{ passage: 1, ...built }],
      [passage(1, 0, text.length, { headingPath: [], page: 6 })],
      documents,
    );
    expect(citations[0]).toMatchObject({ headingPath: ['Dams'], page: 7 });
  });

  test('is made once for a sentence that two chunks share; numbers have no gaps', async () => {
    const { citations, text: answer } = await cite(
      [
        { passage: 1, ...built },
        { passage: 2, ...built },
        { passage: 2, ...stands },
      ],
      [passage(1, 0, 36), passage(2, 8, text.length)],
      documents,
    );
    expect(citations.map(({ number, quote }) => [number, quote])).toEqual([
      [1, 'The dam was built in 1931.'],
      [2, 'It  still\nstands.'],
    ]);
    expect(answer).toBe('The dam was built in 1931. [1] It still stands. [2]');
  });
});

test('documents go by their title, the name of their file and their headings, each once', () => {
  const untitled = passage(2, 8, 34, { title: '', headingPath: ['Dams', ' '] });
  const footnotes = new Footnotes([passage(1, 8, 34), untitled], documents);
  expect(footnotes.names).toEqual(['Dams', 'dam.md']);
});

describe('a quote that cannot be proven is left out with a warning', () => {
  test.each([
    [
      'the chunk says something else than the document',
      passage(1, 8, 34, { content: 'The dam was built in 1932.' }),
      built,
    ],
    ['the version is no longer live', passage(1, 8, 34, { version: 1 }), built],
    ['the span leaves its passage', passage(1, 8, 20), built],
    ['the span is empty', passage(1, 8, 34), { start: 9, end: 9 }],
  ])('%s', async (_, from, place) => {
    const { citations, warnings } = await cite([{ passage: 1, ...place }], [from], documents);
    expect(citations).toEqual([]);
    expect(warnings).toEqual([{ sentence: 'quoteGone', path: 'water/dam.md' }]);
  });

  test('there are no such passages, which is said once', async () => {
    const quotes = [4, 7, 4].map((number) => ({ passage: number, ...built }));
    const { citations, warnings } = await cite(quotes, [passage(1, 0, 36)], documents);
    expect(citations).toEqual([]);
    expect(warnings).toEqual([{ sentence: 'passagesNotGiven', numbers: '4, 7' }]);
  });
});

describe('a passage that begins within a table', () => {
  const table = '| Plan | Price |\n|---|---|\n| Basic | $5 |\n| Team | $20 |\n\nRain fell.';
  const header = { start: 0, end: 16, text: '| Plan | Price |' };
  const rows: Partial<Chunk> = { content: table.slice(27), metadata: { table_header: header.text } };
  const inTable = passage(1, 27, table.length, rows);
  const source: SourceTextLookup = async () => ({
    text: table,
    blocks: [{ kind: 'table', start: 0, end: 58, headerEnd: 26 }],
  });

  test('is read with the header of the table', async () => {
    const { hit, passage: read } = inTable;
    const result = { hits: [hit] } as unknown as SearchResult;
    const [found] = await passagesToRead({ result, chunks: [read.chunk] }, 1, source, {});
    expect(found?.passage.tableHeader).toEqual(header);
  });

  test('can cite the header, and lines of a table stay lines', async () => {
    const withHeader = { ...inTable, passage: { ...inTable.passage, tableHeader: header } };
    const team = { passage: 1, start: 42, end: 56, form: 'lines' } as const;
    const quotes = [
      { passage: 1, ...header, form: 'lines' } as const,
      team,
      { passage: 1, start: 58, end: 68 },
    ];
    const { text: answer, citations } = await cite(quotes, [withHeader], source);
    expect(answer).toBe('| Plan | Price | [1]\n| Team | $20 | [2]\nRain fell. [3]');
    expect(citations.map(({ quote }) => quote)).toEqual(['| Plan | Price |', '| Team | $20 |', 'Rain fell.']);
    expect(citations.map(({ kind }) => kind)).toEqual(['table-header', 'table', null]);
  });

  test('names the values of a row by its header, and cites both', async () => {
    const withHeader = { ...inTable, passage: { ...inTable.passage, tableHeader: header } };
    const row = { passage: 1, start: 42, end: 56, form: 'item', names: header } as const;
    const { text: answer, citations, sentences } = await cite([row], [withHeader], source);
    expect(answer).toBe('Plan: Team; Price: $20 [1][2]');
    expect(citations.map(({ quote }) => quote)).toEqual(['| Team | $20 |', '| Plan | Price |']);
    expect(sentences).toMatchObject([
      { start: 0, end: answer.length, verdict: 'supported', citations: [1, 2] },
    ]);
  });

  test('says the value of the column that is asked for first, behind what its row is of', async () => {
    const withHeader = { ...inTable, passage: { ...inTable.passage, tableHeader: header } };
    const row = { passage: 1, start: 42, end: 56, form: 'item', names: header, column: 1 } as const;
    const { text: answer, citations } = await cite([row], [withHeader], source);
    expect(answer).toBe('Team, Price: $20 [1][2]');
    const [{ cell = { start: 0, end: 0 }, quote } = {}, heading] = citations;
    expect([quote, table.slice(cell.start, cell.end)]).toEqual(['| Team | $20 |', '$20']);
    expect(heading?.cell).toBe(undefined);
  });

  test('says of a row of many cells what is asked for alone', async () => {
    const names = Array.from({ length: 20 }, (_, place) => `N${place}`);
    const lines = [names, names.map((name) => name.toLowerCase())].map((cells) => `| ${cells.join(' | ')} |`);
    const [head = '', row = ''] = lines;
    const wide = async () => ({ text: lines.join('\n'), blocks: [] });
    const tableHeader = { start: 0, end: head.length, text: head };
    const within = passage(1, head.length + 1, head.length + 1 + row.length, { content: row, title: 'Wide' });
    const found = { ...within, passage: { ...within.passage, tableHeader } };
    const place = { start: head.length + 1, end: head.length + 1 + row.length };
    const quote = { passage: 1, ...place, form: 'item', names: tableHeader, column: 7 } as const;
    expect((await cite([quote], [found], wide)).text).toBe('n0, N7: n7 [1][2]');
  });

  test('puts what has a line of its own on one, without the line breaks of its document', async () => {
    const quotes = [{ passage: 1, ...built }, { passage: 1, ...stands, form: 'item' } as const];
    const { text: answer } = await cite(quotes, [passage(1, 8, text.length)], documents);
    expect(answer).toBe('The dam was built in 1931. [1]\nIt still stands. [2]');
  });

  test('cites nothing else before it', async () => {
    const { citations } = await cite([{ passage: 1, start: 2, end: 6 }], [inTable], source);
    expect(citations).toEqual([]);
  });
});
