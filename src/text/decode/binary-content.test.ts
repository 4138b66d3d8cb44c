import { expect, test } from 'vitest';
import { binaryContent } from './binary-content.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ['a PDF', bytes('%PDF-1.7\n')],
  ['a ZIP archive or an Office document', bytes('PK\u0003\u0004rest')],
  ['a PNG image', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d)],
  ['an SQLite database', bytes('SQLite format 3\0')],
  ['an MP3 audio file', bytes('ID3\u0003\0\0\0\0')],
  ['a GIF image', bytes('GIF89a\u0010\0\u0010\0')],
])('knows %s', (kind, content) => {
  expect(binaryContent(content)).toBe(kind);
});

test('knows bytes without a signature by their control characters', () => {
  const content = Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919 + (index >> 3)) % 256);
  expect(binaryContent(content)).toMatch(/^\d+ control characters in the first 4096 bytes$/);
});

test.each([
  ['prose', 'Plain words.\n'],
  ['nothing', ''],
  ['a text with a stray NUL', 'a\0b'],
  ['a coloured terminal log', '\u001b[31mred\u001b[0m\r\n'.repeat(500)],
  ['a text that speaks of PDF', 'The marker %PDF- begins a file.'],
  ['a text that begins with what it speaks of', 'ID3 tags say who sings.\n'],
  ['a text that begins with the name of a format', 'RIFF is how a WAV file begins, GIF89a a picture.'],
])('takes %s for text', (_, content) => {
  expect(binaryContent(bytes(content))).toBeUndefined();
});
