import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Chunk } from '../../contracts/chunk.ts';
import {
  chunkOf,
  dateNumber,
  dateRange,
  recordId,
  recordPlace,
  recordsOf,
  upsertOf,
} from './chroma-records.ts';

const text = fc.string({ unit: 'binary' });
const chunks: fc.Arbitrary<Chunk> = fc
  .record({
    documentId: fc.string({ minLength: 1 }),
    version: fc.nat(),
    ordinal: fc.nat(),
    content: fc.oneof(text, fc.constant('a\ud800')),
    title: text,
    headingPath: fc.array(text),
    metadata: fc.dictionary(
      fc.oneof(
        text,
        fc.constantFrom('title', 'doc_id', '__proto__', '$and', '#x', 'footnote:chunk', 'chroma:document'),
      ),
      fc.oneof(
        text,
        fc.boolean(),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0),
        fc.array(text),
      ),
      { noNullPrototype: true },
    ),
    isRegular: fc.boolean(),
  })
  .map(({ isRegular, ...one }) => ({
    ...one,
    id: isRegular ? `${one.documentId}.${one.version}.${one.ordinal}` : `other ${one.documentId}`,
    start: 3,
    end: 3 + one.content.length,
    tokens: 7,
    language: 'en',
  }));

test('a chunk is read from its first window as it was written', () => {
  fc.assert(
    fc.property(chunks, fc.integer({ min: 1, max: 4 }), (chunk, windows) => {
      const vectors = Array.from({ length: windows }, () => Float32Array.of(1, 0));
      const records = recordsOf({ chunk, vectors });
      expect(records.map(({ id }) => recordPlace(id))).toEqual(
        vectors.map((_, window) => ({
          chunkId: chunk.id,
          window,
          document:
            chunk.id.startsWith('other ') &&
            chunk.id !== `${chunk.documentId}.${chunk.version}.${chunk.ordinal}`
              ? undefined
              : { documentId: chunk.documentId, version: chunk.version },
        })),
      );
      // By way of a request, as the server gives it back.
      const [first] = records;
      const { metadata, document } = JSON.parse(JSON.stringify(first)) as NonNullable<typeof first>;
      expect(chunkOf(metadata, document)).toEqual(chunk);
    }),
  );
});

test('every record is one that the server takes', () => {
  fc.assert(
    fc.property(chunks, (chunk) => {
      const { ids, metadatas, documents } = upsertOf(recordsOf({ chunk, vectors: [Float32Array.of(1)] }));
      const sent = JSON.stringify({ ids, metadatas, documents });
      // As JSON text a lone surrogate is an escape; the server refuses it everywhere but within a text's own JSON.
      expect(
        JSON.stringify(JSON.parse(sent), (_, value: unknown) =>
          typeof value === 'string' ? value.toWellFormed() : value,
        ),
      ).toBe(sent);
      for (const [key, value] of Object.entries(metadatas?.[0] ?? {})) {
        expect(key).not.toMatch(/^(?:$|[#$]|chroma:)/);
        expect(value).not.toEqual([]);
      }
    }),
  );
});

test('what a reader of the collection sees', () => {
  const chunk = {
    id: 'guide.2.5',
    documentId: 'guide',
    version: 2,
    ordinal: 5,
    start: 10,
    end: 14,
    content: 'text',
    title: 'Guide',
    headingPath: ['Part', 'Section'],
    tokens: 1,
    language: 'en',
    metadata: {
      category: 'howto',
      url: 'https://example.org/guide',
      published: '2020-06',
      tags: ['a', 'a'],
    },
  };
  const [first, second] = recordsOf({ chunk, vectors: [Float32Array.of(1), Float32Array.of(1)] });
  const filtered = {
    doc_id: 'guide',
    'footnote:version': 2,
    category: 'howto',
    url: 'https://example.org/guide',
    published: '2020-06',
    'footnote:date:published': 20200600,
    tags: ['a'],
  };
  expect(first).toMatchObject({ id: 'guide.2.5#0', document: 'text' });
  expect(first?.metadata).toEqual({
    ...filtered,
    title: 'Guide',
    section: 'Section',
    source_urls: ['https://example.org/guide'],
    'footnote:windows': 2,
    'footnote:chunk': expect.any(String),
  });
  expect(second).toMatchObject({ id: 'guide.2.5#1', document: undefined });
  expect(second?.metadata).toEqual({ ...filtered, 'footnote:window': 1 });
});

test.each(['', 'chunk', 'a.1.0', 'a.1.0#', 'a.1.0#x', 'a#0', 'a.1#0'])('"%s" is no record of ours', (id) => {
  expect(recordPlace(id)).toBeUndefined();
});

test('the id of a record is told apart from that of a chunk like it', () => {
  expect(recordPlace(recordId('a.1.0#3', 0, false))).toEqual({
    chunkId: 'a.1.0#3',
    window: 0,
    document: undefined,
  });
  expect(recordPlace(recordId('a#1!.2.3', 4, true))).toEqual({
    chunkId: 'a#1!.2.3',
    window: 4,
    document: {
      documentId: 'a#1!',
      version: 2,
    },
  });
});

const part = (most: number) => fc.integer({ min: 1, max: most }).map((one) => String(one).padStart(2, '0'));
const year = fc.constantFrom('0000', '1999', '2020', '2021', '9999');
const date = fc.oneof(
  year,
  fc.tuple(year, part(12)).map((parts) => parts.join('-')),
  fc.tuple(year, part(12), part(31)).map((parts) => parts.join('-')),
);
const tail = fc.oneof(
  fc.constantFrom('', 'T09:30Z', ' ', '-', '-0', '-13', '-06-32', '-6', 'x', '\0', '\uffff'),
  text,
);

test('dates stand to other texts as their numbers do', () => {
  fc.assert(
    fc.property(date, date, tail, (wanted, begun, rest) => {
      const held = begun + rest;
      const { first, last } = dateRange(wanted) as NonNullable<ReturnType<typeof dateRange>>;
      const number = dateNumber(held) as number;
      expect(number >= first, `${held} >= ${wanted}`).toBe(held >= wanted);
      expect(number <= last, `${held} <= ${wanted}`).toBe(held <= wanted || held.startsWith(wanted));
    }),
    { numRuns: 5000 },
  );
});

test.each(['soon', '', '202', 'May 2020'])('"%s" is no date', (other) => {
  expect(dateNumber(other)).toBeUndefined();
});
