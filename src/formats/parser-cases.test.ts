import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ParsedDocument } from '../contracts/parser.ts';
import { parserFor } from './parsers.ts';

const cases = join(import.meta.dirname, 'cases');

/** Blocks by their text, which a reader can check; that offsets are right follows from it. */
function readable({ text, blocks, title, language, metadata, warnings }: ParsedDocument): object {
  return {
    title: title ?? null,
    language: language ?? null,
    metadata,
    warnings,
    blocks: blocks.map(({ start, end, ...block }) => ({
      ...block,
      ...('headerEnd' in block && { headerEnd: text.slice(start, block.headerEnd) }),
      text: text.slice(start, end),
    })),
  };
}

test.each(readdirSync(cases))('%s', async (name) => {
  const directory = join(cases, name);
  const source = readdirSync(directory).find((file) => file.startsWith('source.')) as string;
  const file = { path: source, bytes: readFileSync(join(directory, source)) };
  const parsed = await parserFor(file).parse(file);
  const expected: unknown = JSON.parse(readFileSync(join(directory, 'expected.json'), 'utf8'));
  expect(readable(parsed)).toEqual(expected);
});
