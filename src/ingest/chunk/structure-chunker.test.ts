import { expect, test } from 'vitest';
import type { Chunker } from '../../contracts/chunker.ts';
import { fourLetterTokens, parse } from './made-up-documents.test-support.ts';
import { structureChunker } from './structure-chunker.ts';

function chunker(maxTokens: number, minTokens = 0, overlapTokens = 0): Chunker {
  return structureChunker({ maxTokens, minTokens, overlapTokens, tokenizer: fourLetterTokens });
}

async function contents(source: string, cutter: Chunker): Promise<string[]> {
  const document = await parse(source);
  return (await cutter.chunk(document)).map(({ start, end }) => document.text.slice(start, end));
}

const sentence = (name: string, words: number) => `${name} ${'word '.repeat(words - 1).trimEnd()}.`;

test('a chunk begins with its heading and names the headings above it', async () => {
  const document = await parse(`# Book\n\n${sentence('One', 20)}\n\n## Part\n\n${sentence('Two', 20)}`);
  const spans = await chunker(64, 16).chunk(document);
  expect(spans.map(({ headingPath }) => headingPath)).toEqual([['Book'], ['Book', 'Part']]);
  expect(document.text.slice(spans[1]?.start)).toMatch(/^## Part\n\nTwo/);
});

test('E2: a section under the minimum is joined with the next one, and named after what both stand under', async () => {
  const document = await parse('# Book\n\n## A\n\nShort.\n\n## B\n\nShort too.');
  expect(await chunker(64, 16).chunk(document)).toMatchObject([{ start: 0, headingPath: ['Book'] }]);
});

test('a short end joins the chunk before it rather than the next chapter', async () => {
  const source = `# A\n\n## A1\n\n${sentence('Long', 20)}\n\n## A2\n\nEnd.\n\n# B\n\n${sentence('Other', 20)}`;
  expect(await contents(source, chunker(64, 16))).toEqual([
    expect.stringMatching(/^# A\n[^]*End\.$/),
    expect.stringMatching(/^# B/),
  ]);
});

test('a heading is never left behind at the end of a chunk', async () => {
  const source = `Small.\n\n## Data\n\n\`\`\`\n${'line\n'.repeat(54)}\`\`\``;
  const [first, second] = await contents(source, chunker(64, 16));
  expect(first).toBe('Small.');
  expect(second).toMatch(/^## Data\n\n```/);
});

test('what fits into a chunk, but not with its heading, is cut rather than parted from it', async () => {
  const code = `\`\`\`\n${'line\n'.repeat(58)}\`\`\``;
  const [first, second, ...others] = await contents(
    `${sentence('Long', 30)}\n\n## Data\n\n${code}`,
    chunker(64, 16),
  );
  expect(first).toBe(sentence('Long', 30));
  expect(second).toMatch(/^## Data\n\n```\nline/);
  expect(others.join('')).toMatch(/^line[^]*```$/);
});

test('a short last chapter joins the one before it, with the headings that nothing follows', async () => {
  const source = `# A\n\n${sentence('Long', 20)}\n\n# B\n\nEnd.\n\n## C\n\n## D`;
  expect(await contents(source, chunker(64, 16))).toEqual([source]);
});

test('E2: a table over the maximum is cut between rows', async () => {
  const rows = Array.from({ length: 40 }, (_, row) => `| row ${row} | value |`);
  const parts = await contents(`| a | b |\n|---|---|\n${rows.join('\n')}`, chunker(64));
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) expect(part).toMatch(/^\|[^]*\|$/);
  expect(parts.join('\n').split('\n')).toHaveLength(42);
});

test('a list over the maximum is cut between its outer items', async () => {
  const items = Array.from({ length: 12 }, (_, item) => `- item ${item}\n  - inner one\n  - inner two`);
  for (const part of await contents(items.join('\n'), chunker(40))) expect(part).toMatch(/^- item/);
});

test('the parts of a long paragraph are about equal, begin with sentences and share the last ones', async () => {
  const text = Array.from({ length: 30 }, (_, position) => sentence(`S${position}`, 6)).join(' ');
  const parts = await contents(text, chunker(64, 16, 10));
  for (const part of parts) expect(part).toMatch(/^S\d+ [^]*\.$/);
  for (const [position, part] of parts.slice(1).entries()) {
    expect(parts[position]?.endsWith(part.slice(0, part.indexOf('.') + 1))).toBe(true);
  }
  const lengths = parts.map((part) => fourLetterTokens.count(part));
  expect(Math.min(...lengths) * 2).toBeGreaterThan(Math.max(...lengths));
});
