import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Chunker, ChunkSpan } from '../../contracts/chunker.ts';
import type { ParsedDocument } from '../../contracts/parser.ts';
import { gptTokenizer } from '../../models/tokenizers.ts';
import { type Unit, units } from './cut-unit.ts';
import { fourLetterTokens, markdown, parse, propertyRuns } from './made-up-documents.test-support.ts';
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

/** A place where a chunk ends within a section: what ends and goes on there, and the text that both chunks have. */
function seamsWithinSections(document: ParsedDocument, spans: readonly ChunkSpan[]) {
  const all = [...units(document)];
  return spans.flatMap((span, place) => {
    const next = all.find(({ end }) => end > span.end);
    const last = all.findLast(({ start }) => start < span.end) as Unit;
    if (!next || next.kind === 'heading' || last.kind === 'heading') return [];
    const after = spans[place + 1] as ChunkSpan;
    const heading = all.findLast(({ kind, start }) => kind === 'heading' && start < span.end);
    const inSection = document.text.slice(Math.max(span.start, heading?.end ?? 0), span.end);
    return [{ span, inSection, shared: document.text.slice(after.start, span.end) }];
  });
}

const wholeSizes = fc
  .tuple(
    fc.integer({ min: 40, max: 120 }),
    fc.double({ min: 0, max: 0.75, noNaN: true }),
    fc.integer({ min: 4, max: 20 }),
  )
  .map(([maxTokens, share, overlapTokens]) => {
    return { maxTokens, minTokens: Math.floor(maxTokens * share), overlapTokens };
  });

test('C1: where blocks are split, a chunk under the minimum ends with its section', async () => {
  await fc.assert(
    fc.asyncProperty(markdown, wholeSizes, fc.boolean(), async (source, sizes, overlapBlocks) => {
      const document = await parse(source);
      const splitting = { ...sizes, overlapBlocks, splitBlocks: true, tokenizer: fourLetterTokens };
      const spans = await structureChunker(splitting).chunk(document);
      for (const { span } of seamsWithinSections(document, spans))
        expect(span.tokens).toBeGreaterThanOrEqual(sizes.minTokens);
    }),
    { numRuns: propertyRuns },
  );
});

test('E2: where blocks overlap, chunks of a section share about as much as is wanted, and nothing across a heading', async () => {
  await fc.assert(
    fc.asyncProperty(markdown, wholeSizes, fc.boolean(), async (source, sizes, splitBlocks) => {
      const document = await parse(source);
      const overlapping = { ...sizes, overlapBlocks: true, splitBlocks, tokenizer: fourLetterTokens };
      const spans = await structureChunker(overlapping).chunk(document);
      const seams = seamsWithinSections(document, spans);
      for (const { inSection, shared } of seams) {
        expect(inSection.endsWith(shared)).toBe(true);
        expect(fourLetterTokens.count(shared)).toBeLessThanOrEqual(2.5 * sizes.overlapTokens);
        // A whole block that nearly fills the next chunk leaves no room.
        if (splitBlocks && fourLetterTokens.count(inSection) > 2 * sizes.overlapTokens)
          expect(shared).not.toBe('');
      }
      const within = new Set(seams.map(({ span }) => span));
      for (const [place, span] of spans.slice(0, -1).entries()) {
        if (!within.has(span)) expect(spans[place + 1]?.start).toBeGreaterThanOrEqual(span.end);
      }
    }),
    { numRuns: propertyRuns },
  );
});

test.each([
  ['a list', (place: number) => `- Item ${place} says ${'a word '.repeat(6).trim()}.`],
  ['a table', (place: number) => `| row ${place} | ${'value '.repeat(6)} |`],
  ['code', (place: number) => `line(${place}, "${'value '.repeat(6).trim()}");`],
])(
  'C1, E2: %s in a section of text is cut at 400–600 tokens, by whole lines that both parts share',
  async (kind, line) => {
    const lines = Array.from({ length: 70 }, (_, place) => line(place)).join('\n');
    const block = {
      'a list': lines,
      'a table': `| a | b |\n|---|---|\n${lines}`,
      code: `\`\`\`js\n${lines}\n\`\`\``,
    }[kind];
    const document = await parse(
      `# One\n\n${sentence('Before', 300)}\n\n${block}\n\n${sentence('Behind', 20)}`,
    );
    const tutor = { minTokens: 400, maxTokens: 600, overlapBlocks: true, splitBlocks: true };
    const spans = await structureChunker({ ...tutor, tokenizer: gptTokenizer('cl100k_base') }).chunk(
      document,
    );
    expect(spans.length).toBeGreaterThan(2);
    for (const { tokens } of spans.slice(0, -1)) expect(tokens).toBeGreaterThanOrEqual(400);
    for (const { shared } of seamsWithinSections(document, spans)) {
      expect(shared).toMatch(/^(- Item|\| row|line\()[^]*[.|;]$/);
      const tokens = gptTokenizer('cl100k_base').count(shared);
      expect(Math.abs(tokens - 50)).toBeLessThanOrEqual(15);
    }
  },
);
