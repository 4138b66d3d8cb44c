import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readServerSentEvents } from './server-sent-events.ts';

async function eventsIn(pieces: readonly Uint8Array[]): Promise<readonly string[]> {
  const events: string[] = [];
  for await (const event of readServerSentEvents(pieces)) events.push(event);
  return events;
}

const bytes = (text: string) => [Buffer.from(text)];

/** Lines of data without line ends in them. */
const line = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, ''));

test('events are read wherever the bytes are cut and however lines end', async () => {
  const stream = fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { maxLength: 6 });
  const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(stream, fc.constantFrom('\n', '\r', '\r\n'), cuts, async (events, end, places) => {
      const text = events.map((lines) => lines.map((data) => `data: ${data}${end}`).join('') + end).join('');
      const whole = Buffer.from(text);
      const borders = [
        0,
        ...places.filter((at) => at < whole.length).toSorted((a, b) => a - b),
        whole.length,
      ];
      const pieces = borders.slice(1).map((to, index) => whole.subarray(borders[index], to));
      expect(await eventsIn(pieces)).toEqual(events.map((lines) => lines.join('\n')));
    }),
  );
});

test.each([
  ['comments, names and ids are passed over', ': hi\nevent: x\nid: 7\ndata: one\n\n', ['one']],
  ['an event without data is none', 'event: x\n\ndata: one\n\n', ['one']],
  ['one space behind the colon is no data', 'data:  two\n\ndata:one\n\n', [' two', 'one']],
  ['an empty line of data is data', 'data:\ndata:\n\n', ['\n']],
  ['an event that is cut off is none', 'data: one\n\ndata: two\n', ['one']],
  ['a mark at the beginning is no text', '\ufeffdata: one\n\n', ['one']],
])('%s', async (_, text, events) => {
  expect(await eventsIn(bytes(text))).toEqual(events);
});

test('an event without end is refused before it fills the memory', async () => {
  const piece = Buffer.alloc(2 ** 20, 'x');
  const endless = Array.from({ length: 20 }, () => piece);
  await expect(eventsIn(endless)).rejects.toThrow(RangeError);
  const lines = Array.from({ length: 20 }, () =>
    Buffer.concat([Buffer.from('data: '), piece, Buffer.from('\n')]),
  );
  await expect(eventsIn(lines)).rejects.toThrow(RangeError);
});
