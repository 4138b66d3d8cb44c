import { expect } from 'vitest';
import type { Parser, SourceFile } from '../contracts/parser.ts';
import { isFootnoteError } from '../errors.ts';

/** Holds that a file is read into blocks that follow each other in its text, or refused by a code. */
export async function expectReadOrRefused(parser: Parser, file: SourceFile): Promise<void> {
  expect(['yes', 'maybe', 'no']).toContain(parser.recognise(file));
  await refusedByCode(async () => {
    const { text, blocks } = await parser.parse(file);
    expect(blocks.length).toBeGreaterThan(0);
    let end = 0;
    for (const block of blocks) {
      expect(block.start).toBeGreaterThanOrEqual(end);
      expect(block.end).toBeGreaterThan(block.start);
      if (block.kind === 'table') expect(block.headerEnd).toBeLessThanOrEqual(block.end);
      end = block.end;
    }
    expect(end).toBeLessThanOrEqual(text.length);
  });
}

/** Holds that what fails fails with a code that says what is wrong with the file. */
export async function refusedByCode(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!isFootnoteError(error)) throw error;
    expect(error.code).toMatch(/^(?:file|archive)_/);
  }
}
