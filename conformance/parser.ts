import assert from 'node:assert/strict';
import type { ParsedDocument, Parser, SourceFile } from '../src/contracts/parser.ts';
import { isFootnoteError } from '../src/errors.ts';
import { cleanText } from '../src/text/decode/clean-text.ts';
import { assertSame } from './assertions.ts';
import { refusalOf } from './engine-fixtures.ts';
import type { TestRunner } from './test-runner.ts';

/** What {@link parserConformance} needs to know about a parser. */
export interface ParserConformanceOptions {
  readonly runner: TestRunner;
  readonly parser: Parser;
  /** Whole files of the format, one at least; better several, among them long ones and odd ones. */
  readonly files: readonly SourceFile[];
}

type Check = (parser: Parser, files: readonly SourceFile[]) => Promise<void>;

const checks: Readonly<Record<string, Check>> = {
  'says what it is': async ({ name, version, extensions }) => {
    assert.match(name, /^\S+$/);
    assert.ok(Number.isInteger(version));
    for (const extension of extensions) assert.match(extension, /^\.[^.A-Z]+$/);
  },

  'knows its files, by their bytes or by their names': async (parser, files) => {
    assert.ok(files.length > 0, 'The suite needs a file.');
    for (const file of files) {
      const hasItsName = parser.extensions.some((extension) => file.path.toLowerCase().endsWith(extension));
      assert.ok(parser.recognise(file) === 'yes' || (hasItsName && parser.recognise(file) === 'maybe'));
    }
  },

  'gives text and blocks': async (parser, files) => {
    for (const file of files) requireDocument(await parser.parse(file), file.path);
  },

  'gives the same of the same bytes': async (parser, files) => {
    for (const { path, bytes } of files) {
      const first = await parser.parse({ path, bytes: Uint8Array.from(bytes) });
      assertSame(await parser.parse({ path, bytes: Uint8Array.from(bytes) }), first);
    }
  },

  'leaves the bytes as they are, also of a part of a buffer': async (parser, files) => {
    for (const { path, bytes } of files) {
      const around = new Uint8Array(bytes.length + 64).fill(0x21);
      const part = around.subarray(32, 32 + bytes.length);
      part.set(bytes);
      assertSame(await parser.parse({ path, bytes: part }), await parser.parse({ path, bytes }));
      assert.deepEqual(part, Uint8Array.from(bytes));
    }
  },

  'keeps overlapping calls apart': async (parser, files) => {
    const alone: ParsedDocument[] = [];
    for (const file of files) alone.push(await parser.parse(file));
    assertSame(await Promise.all(files.map((file) => parser.parse(file))), alone);
  },

  'rejects what is aborted before it starts': async (parser, files) => {
    for (const file of files)
      assert.equal(await refusalOf(parser.parse(file, { signal: AbortSignal.abort() })), 'aborted');
  },

  'refuses a file without anything in it': async (parser, [file]) => {
    for (const bytes of [new Uint8Array(), new TextEncoder().encode(' \n\n')])
      await requireRefusal(parser, { path: file?.path ?? 'empty', bytes });
  },

  'reads or refuses what is damaged': async (parser, files) => {
    for (const file of files)
      for (const damaged of damagedCopies(file)) await requireOutcome(parser, damaged);
  },
};

/** Cut off, with nothing but zeros from the middle on, and with every seventh byte turned over. */
function damagedCopies({ path, bytes }: SourceFile): readonly SourceFile[] {
  const middle = bytes.length >> 1;
  const zeros = bytes.map((byte, at) => (at < middle ? byte : 0));
  const turned = bytes.map((byte, at) => (at % 7 === 3 ? byte ^ 0xff : byte));
  const cuts = [1, middle, bytes.length - 1].map((length) =>
    Uint8Array.from(bytes.subarray(0, Math.max(length, 1))),
  );
  return [...cuts, zeros, turned].map((damaged) => ({ path, bytes: damaged }));
}

/** The error's code where the file is refused, by `recognise` or by `parse`; undefined where it is read. */
async function requireOutcome(parser: Parser, file: SourceFile): Promise<string | undefined> {
  if (parser.recognise(file) === 'no') return 'file_damaged';
  let document: ParsedDocument;
  try {
    document = await parser.parse(file);
  } catch (error) {
    if (!isFootnoteError(error)) throw error;
    assert.notEqual(error.code, 'aborted');
    return error.code;
  }
  requireDocument(document, file.path);
  return undefined;
}

async function requireRefusal(parser: Parser, file: SourceFile): Promise<void> {
  assert.ok(await requireOutcome(parser, file), 'An empty file was read.');
}

/** Text without anything in it is no success, and blocks follow each other in it. */
function requireDocument(
  { text, blocks, metadata, warnings, places = [] }: ParsedDocument,
  path: string,
): void {
  assert.match(text, /\S/, `${path} has no text.`);
  assert.equal(cleanText(text), text, `The text of ${path} is not cleaned.`);
  assert.ok(blocks.length > 0, `${path} has no blocks.`);
  let done = 0;
  for (const block of blocks) {
    const { start, end } = block;
    const described = `The block of ${path} at ${start}–${end}`;
    assert.ok(Number.isInteger(start) && Number.isInteger(end), `${described} has no whole numbers.`);
    assert.ok(start >= done, `${described} begins before ${done}, where the one before it ends.`);
    assert.ok(end > start && end <= text.length, `${described} is not in the text of ${text.length}.`);
    assert.match(text.slice(start, end), /\S/, `${described} is blank.`);
    if (block.kind === 'table') assert.ok(block.headerEnd >= start && block.headerEnd <= end);
    if (block.kind === 'heading') assert.ok(block.level >= 1 && block.level <= 6);
    done = end;
  }
  for (const [index, { start, end }] of places.entries()) {
    const described = `The place of ${path} at ${start}–${end}`;
    assert.ok(end > start && end <= text.length, `${described} is not in the text of ${text.length}.`);
    assert.ok(start >= (places[index - 1]?.start ?? 0), `${described} begins before the one before it.`);
  }
  assert.equal(typeof metadata, 'object');
  for (const warning of warnings) assert.equal(typeof warning, 'string');
}

/** Registers the tests that every {@link Parser} passes. */
export function parserConformance({ runner, parser, files }: ParserConformanceOptions): void {
  const { describe, test } = runner;
  describe(`parser conformance: ${parser.name}`, () => {
    for (const [name, check] of Object.entries(checks)) test(name, () => check(parser, files));
  });
}
