import { expect, test } from 'vitest';
import { embeddingText } from './embedding-text.ts';

test.each([
  [
    'title and headings stand before the content',
    'Guide',
    ['Setup', 'Ports'],
    'Guide > Setup > Ports\nText.',
  ],
  ['a title that is the first heading is not repeated', 'Guide', ['Guide', 'Ports'], 'Guide > Ports\nText.'],
  ['a title alone', 'Guide', [], 'Guide\nText.'],
  ['no title', '', ['Setup'], 'Setup\nText.'],
  ['nothing but content', '', [], 'Text.'],
])('%s', (_, title, headingPath, expected) => {
  expect(embeddingText({ title, headingPath, content: 'Text.' })).toBe(expected);
});
