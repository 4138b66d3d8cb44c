import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { leftColumn, readWritten, scan, textLines } from './read-pdf.test-support.ts';
import { writePdf } from './write-pdf.test-support.ts';

const small = writePdf({
  pages: [
    { texts: textLines([...leftColumn, 'a \x95 b'], 60, 700) },
    scan,
    { texts: ['1', '2', '3'].flatMap((cell, index) => textLines(['ab', 'cd', cell], 60 + 100 * index, 700)) },
  ],
  outline: [{ title: 'Beginnings', page: 1, children: [{ title: 'Of small things', page: 2 }] }],
  info: { Title: 'On Knots' },
});

const mutation = fc.array(
  fc.record({
    at: fc.nat({ max: small.length - 1 }),
    kind: fc.constantFrom('set', 'cut', 'repeat'),
    byte: fc.nat({ max: 255 }),
    length: fc.integer({ min: 1, max: 60 }),
  }),
  { minLength: 1, maxLength: 8 },
);

test('damaged files are read or refused, never anything else', async () => {
  // In a thread of its own: what is left to reject there ends it.
  const thread = new Worker(new URL('./parse-thread.test-support.ts', import.meta.url));
  try {
    await fc.assert(
      fc.asyncProperty(mutation, async (mutations) => {
        let bytes = Buffer.from(small);
        for (const { at, kind, byte, length } of mutations) {
          if (kind === 'set') bytes[at % bytes.length] = byte;
          else if (kind === 'cut')
            bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
          else bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
        }
        thread.postMessage(new Uint8Array(bytes), []);
        const [outcome] = (await once(thread, 'message')) as [string];
        expect(outcome).toMatch(/^(?:parsed|file_damaged|file_empty|file_encrypted|text_layer_missing)$/);
      }),
      { numRuns: 200 },
    );
  } finally {
    await thread.terminate();
  }
});

test.each([
  [
    'scattered letters',
    (index: number) => ({ text: 'a', x: (index * 7919) % 600, y: (index * 104_729) % 780 }),
  ],
  [
    'two letters on each of many lines',
    (index: number) => ({ text: 'a', x: 60 + 300 * (index % 2), y: index / 40 }),
  ],
  ['one long line', (index: number) => ({ text: 'ab'[index % 2] as string, x: 60 + index * 0.03, y: 700 })],
])('reads a page of %s', async (_, place) => {
  const { text } = await readWritten({
    pages: [{ texts: Array.from({ length: 15_000 }, (_, index) => place(index)) }],
  });
  expect(text.match(/[ab]/g)).toHaveLength(15_000);
});
