import { expect, test } from 'vitest';
import { embeddingText } from './embed.ts';

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

test.each([
  ['in Markdown', '# Guide\n\n## Ports\n\nPorts are many.\n## Ports\n', 'Ports are many.\n## Ports\n'],
  ['in plain text', 'Ports\nPorts are many.', 'Ports are many.'],
  ['but for one of a section below', '## Ports\n### Closed\nNone.', '### Closed\nNone.'],
  ['and of a passage that is nothing else', '## Ports', ''],
])('lines of the headings are left out of the content %s', (_, content, left) => {
  const path = 'Guide > Ports';
  const chunk = { title: 'Guide', headingPath: ['Guide', 'Ports'], content };
  expect(embeddingText(chunk)).toBe(left === '' ? path : `${path}\n${left}`);
});
