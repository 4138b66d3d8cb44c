import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatSearch } from '../src/cli/format/format-search.ts';
import type { Filter } from '../src/contracts/engine.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { Hit } from '../src/retrieve/hit.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { analyser } from '../src/text/analyser/analyser.ts';
import { handbook, writeFiles } from './corpus.ts';
import { quickAdapters } from './shared-embedder.ts';

let folder: string;
let footnote: Footnote;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'footnote-search-'));
  footnote = await openFootnote({ store: join(folder, 'store') }, await quickAdapters());
  const files = writeFiles(join(folder, 'handbook'), handbook);
  await footnote.ingest([files]);
  await footnote.ingest([join(files, 'kitchen.txt')], { collection: 'kitchen' });
  const names = writeFiles(join(folder, 'names'), {
    'names.txt': 'The module mail:leave sends notes of leave.',
  });
  await footnote.ingest([names], { collection: 'names' });
});

afterAll(async () => {
  await footnote.close();
  rmSync(folder, { recursive: true });
});

describe('what no search could mean is refused by name', () => {
  test.each([
    ['no hits at all', { topK: 0 }, 'topK'],
    ['a million hits', { topK: 1_000_000 }, 'topK'],
    ['half a hit', { topK: 1.5 }, 'topK'],
    ['no collection', { collections: [] }, 'collections'],
    ['too many collections', { collections: Array.from({ length: 21 }, () => 'default') }, 'collections'],
    ['documents that are no ids', { documents: [1 as unknown as string] }, 'documents.0'],
    ['one document that is no list', { documents: 'one' as unknown as string[] }, 'documents'],
    ['one collection that is no list', { collections: 'kitchen' as unknown as string[] }, 'collections'],
  ])('%s', async (_, options, field) => {
    await expect(footnote.search('leave', options)).rejects.toMatchObject({
      code: 'request_invalid',
      details: { field },
    });
  });

  test.each<[string, Filter, RegExp]>([
    ['an unknown field', { field: 'colour', op: 'eq', value: 'red' }, /colour.*word_count \(number\)/s],
    ['an unknown operator', { field: 'chapter', op: 'like' as 'eq', value: 'x' }, /operator "like"/],
    ['a wrong type', { field: 'word_count', op: 'gte', value: 'many' }, /holds a number.*"many"/],
    ['an order of what has none', { field: 'has_code', op: 'lte', value: true }, /cannot be ordered/],
    ['no filter at all', null as unknown as Filter, /must be \{field, op, value\}/],
    ['a filter of nothing', {} as Filter, /must be \{field, op, value\}/],
    ['a list that is none', { and: {} as Filter[] }, /must be \{field, op, value\}/],
    ['one value for several', { field: 'chapter', op: 'in', value: 'x' as unknown as [] }, /must be \{field/],
    ['a part that is none', { or: [{ not: 3 as unknown as Filter }] }, /must be \{field, op, value\}/],
  ])('%s', async (_, filter, message) => {
    await expect(footnote.search('leave', { filter })).rejects.toMatchObject({
      code: 'filter_invalid',
      message: expect.stringMatching(message),
    });
  });

  test.each<unknown>([42, undefined, null, { text: 'leave' }])('the question %j', async (question) => {
    await expect(footnote.search(question as string)).rejects.toMatchObject({
      code: 'request_invalid',
      details: { field: 'question' },
    });
  });

  test.each<[string, PartialConfig['retrieval'], RegExp]>([
    ['weights that do not sum to 1', { vectorWeight: 0.9, keywordWeight: 0.9 }, /must sum to 1/],
    ['a negative k', { rrfK: -60 }, /rrfK/],
    ['a least score without a scale', { minScore: 0.3 }, /can be compared only within one search/],
    ['a least score that none can reach', { fusion: 'rrf', minScore: 0.3 }, /0\.0328/],
  ])('%s', async (_, retrieval, message) => {
    await expect(openFootnote({ store: join(folder, 'store'), retrieval })).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringMatching(message),
    });
  });
});

describe('what is unusual finds what there is', () => {
  test('ten thousand values of a filter', async () => {
    const document = await footnote.getDocument(join(folder, 'handbook', 'leave.md'));
    const value = [...Array.from({ length: 9999 }, (_, place) => `no-${place}`), document.documentId];
    const filter = { field: 'documentId', op: 'in', value } as const;
    const { hits } = await footnote.search('How many days of paid leave are there?', { filter });
    expect(new Set(hits.map(({ documentId }) => documentId))).toEqual(new Set([document.documentId]));
    const { hits: none } = await footnote.search('How many days?', { documents: value.slice(0, -1) });
    expect(none).toEqual([]);
  });

  test.each(['🦞🦞🦞', 'the of and to', 'ما هي سياسة الإجازات؟', '(((a+)+)+)+$', '"unclosed leave'])(
    'the question %s',
    async (question) => {
      const { hits, dropped, relevance } = await footnote.search(question);
      expect(relevance.relevant).toBe(hits.length > 0);
      for (const { score } of [...hits, ...dropped]) expect(Number.isFinite(score)).toBe(true);
    },
  );

  test('as many hits as may be, of a handful of passages', async () => {
    const { hits, ranking } = await footnote.search('How many days of leave?', { topK: 100 });
    expect(hits).toHaveLength(ranking.candidates.fused);
  });
});

test.each(['convex', 'weighted', 'rrf', 'rrf-rerank'] as const)(
  '%s finds what was asked for',
  async (fusion) => {
    const other = await openFootnote(
      {
        store: join(folder, 'store'),
        retrieval: { fusion },
      },
      await quickAdapters(),
    );
    const { hits, ranking } = await other.search('When is the coffee machine descaled?');
    await other.close();
    expect(hits[0]?.path).toContain('kitchen.txt');
    expect(ranking.fusion.method).toBe(fusion.replace('-rerank', ''));
    expect(ranking.rerank?.reranker).toBe(fusion === 'rrf-rerank' ? 'features' : undefined);
  },
);

test('a document that stands in two collections is found once where both are searched', async () => {
  const question = 'When is the coffee machine descaled?';
  const { hits, dropped } = await footnote.search(question, { collections: ['default', 'kitchen'] });
  const kitchen = hits.filter(({ path }) => path.endsWith('kitchen.txt'));
  expect(kitchen).toHaveLength(1);
  const repetition = dropped.find(({ explain }) => explain.droppedBy === 'duplicate');
  expect(repetition?.explain.duplicateOf).toBe(kitchen[0]?.chunkId);
  expect(new Set([kitchen[0]?.collection, repetition?.collection])).toEqual(new Set(['default', 'kitchen']));
});

test('a caller sees only the documents that are theirs', async () => {
  const [one, two] = await footnote.listDocuments();
  const documents = [one?.documentId ?? '', two?.documentId ?? ''];
  const { hits, dropped } = await footnote.search('How many days?', { documents, explain: true });
  for (const { documentId } of [...hits, ...dropped]) expect(documents).toContain(documentId);
  expect((await footnote.search('How many days?', { documents: [] })).hits).toEqual([]);
});

test.each([
  ['a word of another document', 'Who approves the coffee machine?'],
  ['a word that is almost one of another document', 'Is the coffe machine aproved?'],
  ['a word in quotes that stands in another document', '"flights" coffee machine'],
  ['a title of another document', '-title:travel coffee machine'],
  ['nothing of theirs', 'How long is a password?'],
  ['a chapter of another document', 'chapter:Travel coffee machine'],
])('what others may see shows in nothing to a caller who asks for %s', async (_, question) => {
  const { documentId } = await footnote.getDocument(join(folder, 'handbook', 'kitchen.txt'));
  const theirs = await footnote.search(question, { documents: [documentId], explain: true });
  // The same document where there is no other.
  const alone = await footnote.search(question, { collection: 'kitchen', explain: true });
  const shown = ({ question, relevance, ranking, hits, dropped, warnings }: typeof alone) => ({
    question,
    relevance,
    ranking,
    warnings,
    passages: [hits, dropped].map((list) => list.map(({ path, explain }) => [path, explain.droppedBy])),
  });
  expect(shown(theirs)).toEqual(shown(alone));
});

test('what stands around a hit is marked, and every span is exact', async () => {
  const around = await openFootnote(
    {
      store: join(folder, 'store'),
      retrieval: { topK: 1, expansion: 'neighbours' },
    },
    await quickAdapters(),
  );
  const sections = ['oven', 'kettle', 'toaster', 'mixer'].map(
    (name) => `## ${name}\n\n${`The ${name} is cleaned on Fridays. `.repeat(60)}\n`,
  );
  const files = writeFiles(join(folder, 'manual'), { 'manual.md': sections.join('\n') });
  const inManual = { collection: 'manual' };
  await around.ingest([files], inManual);
  const { hits, dropped } = await around.search('When is the kettle cleaned?', inManual);
  for (const { documentId, start, end, content } of hits) {
    const { text } = await around.getDocumentText(documentId, inManual);
    expect(text.slice(start, end)).toBe(content);
  }
  await around.close();
  expect(hits.map(({ expansion, headingPath }) => [expansion, headingPath.at(-1)])).toEqual([
    [false, 'kettle'],
    [true, 'oven'],
    [true, 'toaster'],
  ]);
  expect(dropped.map(({ headingPath }) => headingPath.at(-1))).toEqual(['mixer']);
});

const withoutFigures = (text: string) => text.trim().replace(/ *[+−]?\d+\.\d+|[█░]+/g, ' #');

const fromFolder = (hit: Hit) => ({ ...hit, path: relative(folder, hit.path) });

test('what --explain prints is as docs/search.md shows it, but for the figures', async () => {
  const page = readFileSync(new URL('../docs/search.md', import.meta.url), 'utf8');
  const [, question = '', shown = ''] =
    /^\$ footnote search "(.+)" --explain --top-k 1\n([^`]*)^```/m.exec(page) ?? [];
  const result = await footnote.search(question, { topK: 1, explain: true });
  const printed = formatSearch(
    { ...result, hits: result.hits.map(fromFolder), dropped: result.dropped.map(fromFolder) },
    { explain: true, analyser: analyser(), width: 100, style: (_, text) => text },
  );
  // The last paragraph has the times, which fill another line where the machine is busy.
  expect(withoutFigures(printed.slice(0, printed.lastIndexOf('\n\n')))).toBe(withoutFigures(shown));
});

const namingPath = (warnings: readonly string[]) => warnings.filter((warning) => warning.includes('path:'));

test('a path or title that no document has is named, to a caller also where it is only not theirs', async () => {
  const question = 'path:leave.md How many days?';
  expect(namingPath((await footnote.search(question)).warnings)).toEqual([]);
  const missing = await footnote.search('path:leaves title:travel How many days?');
  expect(missing.hits).toEqual([]);
  expect(namingPath(missing.warnings)).toEqual([
    expect.stringMatching(/^No document matches path:leaves title:travel\./),
  ]);
  const { documentId } = await footnote.getDocument(join(folder, 'handbook', 'travel.md'));
  expect(namingPath((await footnote.search(question, { documents: [documentId] })).warnings)).toHaveLength(1);
});

async function noPassage(...search: Parameters<Footnote['search']>): Promise<readonly string[]> {
  const { warnings } = await footnote.search(...search);
  return warnings.filter((warning) => warning.startsWith('No passage'));
}

test('where a filter lets nothing through, a warning says so', async () => {
  const asked = 'How many days of leave?';
  expect(await noPassage(`chapter:leave page:3 ${asked}`)).toEqual([
    expect.stringMatching(/^No passage matches chapter:leave page:3\. .*capitals/),
  ]);
  expect(await noPassage(`page:3 ${asked}`)).toEqual(['No passage matches page:3.']);
  expect(await noPassage(`chapter:Leave ${asked}`)).toEqual([]);
  const filter = { field: 'chapter', op: 'eq', value: 'leave' } as const;
  expect(await noPassage(asked, { filter })).toEqual(['No passage matches the filter.']);
  expect(await noPassage(asked, { documents: [] })).toEqual([]);
});

test('what reads like a condition and is none is said to be words, unless a passage has it as it stands', async () => {
  const { warnings } = await footnote.search('pages:2 word_count:many How many days of leave?');
  expect(warnings).toEqual([
    expect.stringMatching(
      /^“pages:2” .*no field "pages" \(did you mean "page"\?\).*path, title, .*word_count/,
    ),
    expect.stringMatching(/^“word_count:many” .* holds a number/),
  ]);
  const name = await footnote.search('What is mail:leave for?', { collection: 'names' });
  expect(name.warnings).toEqual([]);
});

test('a filter that its caller changes is read anew by the next search', async () => {
  const ids = await Promise.all(
    ['leave.md', 'travel.md'].map(async (name) => {
      const { documentId } = await footnote.getDocument(join(folder, 'handbook', name));
      return documentId;
    }),
  );
  const filter = { field: 'documentId', op: 'eq' as const, value: '' };
  for (const value of ids) {
    filter.value = value;
    const { hits } = await footnote.search('How many days?', { filter });
    expect(new Set(hits.map(({ documentId }) => documentId))).toEqual(new Set([value]));
  }
});

test('several that are asked together need no other: what is kept of the question is kept in the first', async () => {
  const question = 'When is the coffee machine descaled?';
  const other = await openFootnote(
    {
      store: join(folder, 'store'),
      collection: 'nowhere',
    },
    await quickAdapters(),
  );
  const collections = ['kitchen', 'default'];
  const { citations, conversationId } = await other.ask(question, { collections, conversationId: null });
  await other.close();
  expect(citations[0]?.path).toContain('kitchen.txt');
  const { history } = await footnote.getConversation(conversationId ?? '', { collection: 'kitchen' });
  expect(history[0]?.content).toBe(question);
  const { conversationId: configured } = await footnote.ask(question, { collections, conversationId: null });
  await expect(footnote.getConversation(configured ?? '')).resolves.toMatchObject({ collection: 'default' });
});
