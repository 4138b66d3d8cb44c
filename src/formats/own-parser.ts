import { z } from 'zod';
import type { Block, ParsedDocument, Parser, SourceFile } from '../contracts/parser.ts';
import {
  eitherSignal,
  FootnoteError,
  isAborted,
  isFootnoteError,
  throwIfAborted,
  unlessAborted,
} from '../errors.ts';
import { cleanText } from '../text/decode/clean-text.ts';
import {
  requireFunction,
  requireList,
  requireObject,
  requireText,
  requireTexts,
  unusable,
} from '../values/require-arguments.ts';
import { schemaProblem } from '../values/value-problem.ts';
import { fileEnding } from './file-kinds.ts';

/**
 * Refuses what are no parsers, and two of one name, whose documents could not be told apart. Errors: `request_invalid`.
 */
export function requireParsers(field: string, parsers: unknown): asserts parsers is readonly Parser[] {
  requireList(field, parsers);
  const names = new Set<string>();
  for (const [place, parser] of parsers.entries()) {
    const own = `${field}.${place}`;
    requireObject(own, parser);
    const { name, version, extensions, recognise, parse } = parser as Partial<Parser>;
    requireText(`${own}.name`, name);
    if (!/^\S+$/.test(name)) throw unusable(`${own}.name`, 'it must be a word');
    if (names.has(name)) throw unusable(`${own}.name`, `there is another parser "${name}"`);
    names.add(name);
    if (!Number.isInteger(version)) throw unusable(`${own}.version`, 'it must be a whole number');
    requireTexts(`${own}.extensions`, extensions);
    const strange = extensions.find((extension) => fileEnding(`file${extension}`) !== extension);
    if (strange !== undefined)
      throw unusable(
        `${own}.extensions`,
        `"${strange}" is no ending of file names; write one in lower case with its dot, such as ".recipe"`,
      );
    requireFunction(`${own}.recognise`, recognise);
    requireFunction(`${own}.parse`, parse);
  }
}

/** What helps where the parser is at fault. */
const remedy = 'Correct the parser, or leave the file out with --exclude';

/**
 * A parser that anyone may have written, held to what {@link Parser} says. It runs in this process: where it waits for
 * something it is given up after `timeoutMs`, while one that computes without end holds up all else. Errors: those of
 * the parser as they are; `aborted`, at once; `file_empty` for a text without anything in it; `parser_stopped` where it
 * takes too long, throws anything else, or breaks the contract.
 */
export function ownParser(parser: Parser, timeoutMs: number): Parser {
  const { name, extensions, version } = parser;

  function stopped({ path }: SourceFile, problem: string, cause?: unknown): FootnoteError {
    // It may well be corrected without a new version: the next run tries again.
    const details = { path, problem: `${name} ${problem}`, remedy, mayPass: true };
    return new FootnoteError('parser_stopped', details, { cause });
  }

  function failed(file: SourceFile, error: unknown): FootnoteError {
    // Told to stop by nobody, it is no reason to end the whole run.
    if (isFootnoteError(error) && !isAborted(error)) return error;
    return stopped(file, `failed (${error instanceof Error ? error.message : String(error)})`, error);
  }

  return {
    name,
    extensions,
    version,
    recognise(loaded) {
      const file = withPlainBytes(loaded);
      let recognition: unknown;
      try {
        recognition = parser.recognise(file);
      } catch (error) {
        throw failed(file, error);
      }
      if (recognition === 'yes' || recognition === 'maybe' || recognition === 'no') return recognition;
      throw stopped(file, 'breaks its contract (recognise answers other than yes, maybe or no)');
    },
    async parse(loaded, { signal, onProgress } = {}) {
      throwIfAborted(signal);
      const file = withPlainBytes(loaded);
      const overdue = new AbortController();
      const timer = setTimeout(() => overdue.abort(), timeoutMs);
      const stop = eitherSignal(signal, overdue.signal);
      let document: unknown;
      try {
        const parsing = (async () =>
          parser.parse(file, {
            signal: stop,
            // What goes on after it was given up is of no interest.
            onProgress: (progress) => void (stop.aborted || onProgress?.(progress)),
          }))();
        document = await unlessAborted(parsing, stop);
      } catch (error) {
        throwIfAborted(signal);
        if (!overdue.signal.aborted) throw failed(file, error);
        const problem = `${name} took longer than ${timeoutMs / 1000} s`;
        const split = 'Split the file, or raise ingest.parserTimeoutMs';
        throw new FootnoteError('parser_stopped', { path: file.path, problem, remedy: split });
      } finally {
        clearTimeout(timer);
      }
      const problem = shapeProblem(document);
      if (problem !== undefined) throw stopped(file, `breaks its contract (${problem})`);
      const parsed = document as ParsedDocument;
      if (parsed.text.trim() === '') throw new FootnoteError('file_empty', { path: file.path });
      const misplaced = placeProblem(parsed);
      if (misplaced !== undefined) throw stopped(file, `breaks its contract (${misplaced})`);
      return parsed;
    },
  };
}

/** Files are read into a `Buffer`, whose `slice` is another's. */
function withPlainBytes({ path, bytes }: SourceFile): SourceFile {
  return { path, bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

const span = { start: z.int().min(0), end: z.int(), page: z.int().min(1).optional() };

const counted = z.int().min(1);
const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);
const seconds = z.int().min(0);

/** As `TextPlace` says. */
const placeShape = z.intersection(
  z.object({ start: z.int().min(0), end: z.int() }),
  z.union([
    z.object({ page: counted, box }),
    z.object({ sheet: z.string(), cells: z.string() }),
    z.object({ slide: counted, shape: z.string() }),
    z.object({ part: z.string() }),
    z.object({ time: z.tuple([seconds, seconds]) }),
    z.object({ picture: z.string(), pixels: box, confidence: z.number().min(0).max(1) }),
  ]),
);

const documentShape = z.object({
  text: z.string(),
  blocks: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('heading'),
        level: z.int().min(1).max(6),
        title: z.string(),
        anchor: z.string(),
        until: z.int().min(0).optional(),
        ...span,
      }),
      z.object({ kind: z.literal('table'), headerEnd: z.int(), ...span }),
      z.object({ kind: z.literal('code'), language: z.string().optional(), ...span }),
      z.object({ kind: z.literal('figure'), picture: z.string().optional(), ...span }),
      z.object({ kind: z.enum(['paragraph', 'list', 'equation', 'quote']), ...span }),
    ]),
  ),
  places: z.array(placeShape).optional(),
  title: z.string().regex(/\S/, 'it must not be empty').optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/, 'it must be a language such as "en"')
    .optional(),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  warnings: z.array(z.string()),
});

function shapeProblem(document: unknown): string | undefined {
  const { error } = documentShape.safeParse(document);
  return error && schemaProblem(error);
}

/** What is wrong with the text, or with where blocks and places are in it. */
function placeProblem({ text, blocks, places = [] }: ParsedDocument): string | undefined {
  if (cleanText(text) !== text) return 'text: it is not cleaned, which cleanText does';
  if (blocks.length === 0) return 'blocks: there are none';
  let done = 0;
  for (const [place, block] of blocks.entries()) {
    const problem = spanProblem(block, done, text);
    if (problem !== undefined) return `blocks.${place}: ${problem}`;
    done = block.end;
  }
  const wrong = places.findIndex(
    ({ start, end }, at) => end <= start || end > text.length || start < (places[at - 1]?.start ?? 0),
  );
  return wrong === -1 ? undefined : `places.${wrong}: it is outside the text, empty or out of order`;
}

function spanProblem(block: Block, done: number, { length }: string): string | undefined {
  const { start, end } = block;
  if (end <= start) return `it ends at ${end} and starts at ${start}`;
  if (start < done) return `it starts at ${start}, before the end of the one before it at ${done}`;
  if (end > length) return `it ends at ${end}, outside the text of ${length} characters`;
  if (block.kind === 'table' && (block.headerEnd < start || block.headerEnd > end))
    return `its header ends at ${block.headerEnd}, outside of it`;
  return undefined;
}
