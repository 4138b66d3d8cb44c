import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block } from '../contracts/parser.ts';
import { markdownParser } from '../formats/markdown/markdown-parser.ts';
import { chunkMetadata, indexFields } from './chunk-metadata.ts';
import { pageUrl } from './document-metadata.ts';

const parse = (text: string) => markdownParser.parse({ path: 'a.md', bytes: new TextEncoder().encode(text) });

async function metadataOf(
  text: string,
  content: string,
  own: Readonly<Record<string, string | number>> = {},
) {
  const parsed = await parse(text);
  const start = parsed.text.indexOf(content);
  const span = { start, end: start + content.length, headingPath: [], tokens: 1 };
  const document = { ...parsed, path: 'a.md', language: 'en', metadata: { ...parsed.metadata, ...own } };
  return chunkMetadata(document)(span);
}

const text = `# Robots

Six joints and a *gripper*.

## Arms & hands

Torque is force times length.

\`\`\`c
int joints = 6;
\`\`\`
`;

test('C1: chapter is the outermost heading, section the nearest, and the address ends with its anchor', async () => {
  expect(await metadataOf(text, 'Torque is force', { url: 'https://example.org/robots' })).toEqual({
    chapter: 'Robots',
    section: 'Arms & hands',
    url: 'https://example.org/robots#arms--hands',
    has_code: false,
    has_equations: false,
    word_count: 3,
    language: 'en',
    in_projects: ['project', 'company_slug'],
    visible_to: ['*'],
  });
  expect(await metadataOf(text, 'Six joints')).toMatchObject({ chapter: 'Robots', section: 'Robots' });
  expect(await metadataOf(text, 'int joints')).toMatchObject({ has_code: true });
});

test('what the document says of itself wins; without headings both are unknown', async () => {
  expect(await metadataOf(text, 'Torque', { chapter: 3, section: 'Statics' })).toMatchObject({
    chapter: '3',
    section: 'Statics',
  });
  const plain = await metadataOf('Only text.\n', 'Only text.', { url: 'https://example.org/a' });
  expect(plain).toMatchObject({ chapter: 'Unknown', section: 'N/A', url: 'https://example.org/a' });
});

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'a page',
  7,
])('an address that no link may have is no address of a passage: %s', async (url) => {
  expect(await metadataOf('Only text.\n', 'Only text.', { url })).not.toHaveProperty('url');
});

test.each(['mailto:a@example.org', '/handbook/leave'])('a link may have %s', async (url) => {
  expect(await metadataOf('Only text.\n', 'Only text.', { url })).toMatchObject({ url });
});

test.each([
  ['$E = mc^2$ holds.', true],
  ['It follows that $a_1$ is small.', true],
  ['$$\nx = y\n$$', true],
  ['So \\(v = at\\) holds.', true],
  ['In a pattern \\( and \\) stand for brackets.', false],
  ['It costs $5 and then $6.', false],
  ['From $5=five to $6=six.', false],
  ['`$HOME` and `$PATH_X`', false],
])('%j has equations: %s', async (line, expected) => {
  expect((await metadataOf(`${line}\n`, line))?.['has_equations']).toBe(expected);
});

test.each([
  ["Don't stop at state-of-the-art robots.", 5],
  ['機器人 robots', 4],
  ['ខ្មែរ robots', 6],
  ['— … !', 0],
])('%j has %i words', async (line, expected) => {
  expect((await metadataOf(`${line}\n`, line))?.['word_count']).toBe(expected);
});

test('C2: every address leads to a heading that stands at or before the passage', async () => {
  const piece = fc.constantFrom(
    '# One',
    '## Two',
    '### Two',
    '#### *Três*',
    'text',
    '- item',
    '```\ncode\n```',
    '##',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
      const parsed = await parse(`start\n\n${pieces.join('\n\n')}\n`);
      const spans = parsed.blocks.map(({ start, end }) => ({ start, end, headingPath: [], tokens: 1 }));
      const document = { ...parsed, path: 'a.md', language: 'en', metadata: { url: 'https://u' } };
      const headings = (end: number) =>
        parsed.blocks.filter(
          (block): block is Block & { kind: 'heading' } => block.kind === 'heading' && block.start < end,
        );
      for (const [place, { url, section }] of spans.map(chunkMetadata(document)).entries()) {
        const above = headings(spans[place]?.end ?? 0).at(-1);
        expect(decodeURIComponent(String(url))).toBe(
          above?.anchor ? `https://u#${above.anchor}` : 'https://u',
        );
        expect(section).toBe(above?.title || 'N/A');
      }
    }),
    { numRuns: 100 },
  );
});

test('a page of a PDF file is addressed by its number', () => {
  const heading: Block = { kind: 'heading', start: 0, end: 3, level: 1, title: 'One', anchor: 'one' };
  const document = {
    path: 'x/A.PDF',
    text: 'One two',
    blocks: [heading],
    language: 'en',
    metadata: { url: 'https://u' },
  };
  const span = { start: 4, end: 7, headingPath: [], tokens: 1, page: 3 };
  expect(chunkMetadata(document)(span)).toMatchObject({ url: 'https://u#page=3', section: 'One', page: 3 });
});

test('a built-in field cannot be declared anew', () => {
  expect(indexFields({ team: 'string' })).toMatchObject({ team: 'string', word_count: 'number' });
  expect(() => indexFields({ chapter: 'number' })).toThrow(
    /"chapter" is a field that every passage already has/,
  );
  expect(() => indexFields({ documentId: 'string' })).toThrow(
    /"documentId" is a field that every passage already has/,
  );
});

test.each([
  ['', undefined],
  ['https://example.org/docs/', 'https://example.org/docs/in/a%20b.md'],
  ['https://example.org/{page}/', 'https://example.org/in/a%20b/'],
  ['https://example.org/blob/{path}?plain=1', 'https://example.org/blob/in/a%20b.md?plain=1'],
])('under %j the page is %s', (base, expected) => {
  expect(pageUrl(base, 'in/a b.md')).toBe(expected);
});
