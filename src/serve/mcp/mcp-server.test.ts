import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block } from '../../contracts/parser.ts';
import { readSpan } from './mcp-server.ts';

const text = '# Travel\n\nTrains first.\n\n## Abroad\n\nAsk before you fly.\n\nKeep every receipt.\n';
const blocks: Block[] = [
  { kind: 'heading', level: 1, title: 'Travel', anchor: 'travel', start: 0, end: 8 },
  { kind: 'paragraph', start: 10, end: 23, page: 2 },
  { kind: 'heading', level: 2, title: 'Abroad', anchor: 'abroad', start: 25, end: 34 },
  { kind: 'paragraph', start: 36, end: 55, page: 3 },
  { kind: 'paragraph', start: 57, end: 76, page: 3 },
];
const fly = { start: text.indexOf('fly'), end: text.indexOf('fly') + 3 };

test('a span comes with the whole of its paragraph and those beside it', () => {
  expect(readSpan({ text, blocks }, { ...fly, neighbours: 1, limit: 1000 })).toEqual({
    text: '## Abroad\n\nAsk before you fly.\n\nKeep every receipt.',
    start: 25,
    end: 76,
    span: fly,
    headingPath: ['Travel', 'Abroad'],
    page: 3,
    nextStart: 76,
  });
  expect(readSpan({ text, blocks }, { ...fly, neighbours: 0, limit: 1000 }).text).toBe('Ask before you fly.');
  expect(readSpan({ text, blocks }, { ...fly, neighbours: 9, limit: 1000 })).toMatchObject({
    start: 0,
    end: 76,
  });
});

test('without an end it reads on to the limit, and says where to go on', () => {
  const whole = readSpan({ text, blocks }, { neighbours: 1, limit: 1000 });
  expect(whole).toMatchObject({ text, start: 0, end: text.length, nextStart: null });
  let read = '';
  for (let start: number | null = 0; start !== null; ) {
    const part = readSpan({ text, blocks }, { start, neighbours: 1, limit: 10 });
    expect(part.text.length).toBeLessThanOrEqual(10);
    read += part.text;
    start = part.nextStart;
  }
  expect(read).toBe(text);
});

test('what surrounds a span gives way where both are longer than the limit', () => {
  const part = readSpan({ text, blocks }, { ...fly, neighbours: 5, limit: 20 });
  expect(part.text).toBe('fly.\n\nKeep every rec');
});

test.each([
  [{ start: 1000 }, 'start'],
  [{ start: 5, end: 2 }, 'end'],
])('a span that the text does not have is refused: %o', (asked, field) => {
  expect(() => readSpan({ text, blocks }, { ...asked, neighbours: 0, limit: 10 })).toThrow(
    expect.objectContaining({ code: 'request_invalid', details: expect.objectContaining({ field }) }),
  );
});

test('what is read is the text from its start to its end, has the span where it fits, and cuts no character', () => {
  const words = fc.string({
    unit: fc.constantFrom('a', ' ', '.', '\n', 'é', '👩', '風'),
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(
      words,
      fc.nat(60),
      fc.nat(60),
      fc.nat(3),
      fc.integer({ min: 2, max: 80 }),
      (words, a, b, neighbours, limit) => {
        const own: Block[] = [...words.matchAll(/[^\n]+/g)].map(({ index, 0: line }) => ({
          kind: 'paragraph',
          start: index,
          end: index + line.length,
        }));
        const [start = 0, end = 0] = [a, b].map((at) => Math.min(at, words.length)).toSorted((x, y) => x - y);
        const part = readSpan({ text: words, blocks: own }, { start, end, neighbours, limit });
        expect(part.text).toBe(words.slice(part.start, part.end));
        expect(part.text.length).toBeLessThanOrEqual(limit);
        expect(part.start).toBeLessThanOrEqual(start);
        if (end - start < limit) expect(part.end).toBeGreaterThanOrEqual(end);
        const isCut = /[\ud800-\udbff]$/.test(part.text) && /^[\udc00-\udfff]/.test(words.slice(part.end));
        expect(isCut).toBe(false);
        expect(part.nextStart).toBe(part.end < words.length ? part.end : null);
      },
    ),
  );
});
