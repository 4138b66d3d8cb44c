import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ContainerLimits, ParsedDocument, SourceFile } from '../../src/contracts/parser.ts';
import { type FootnoteError, isFootnoteError } from '../../src/errors.ts';
import { mapAtOnce } from '../../src/evaluate/measure-run.ts';
import { containerFor, parserFor } from '../../src/formats/parsers.ts';
import { ParserPool } from '../../src/formats/process/parser-pool.ts';
import { seededRandom } from '../../src/values/seeded-random.ts';
import { mutate } from './fuzz-mutations.ts';

/** What became of a mutated file: the last two must not be. */
export type FuzzOutcome = 'ok' | 'typed failure' | 'crash' | 'hang';

/** How the mutated files of one format fared. */
export interface FuzzCount {
  readonly format: string;
  readonly samples: number;
  readonly outcomes: Readonly<Record<FuzzOutcome, number>>;
  readonly slowestMs: number;
}

/** A mutated file that crashed its parser, or held it for too long. */
export interface FuzzFinding {
  readonly format: string;
  readonly outcome: 'crash' | 'hang';
  /** The file that was mutated. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly error: unknown;
}

export interface FuzzOptions {
  /** Files that can be parsed. */
  readonly samples: readonly SourceFile[];
  /** Mutated files for each format. */
  readonly runs: number;
  readonly seed: number;
  /** Longer than this is a hang. */
  readonly timeoutMs: number;
  /** Called for each format when it is done. */
  readonly onCount?: (count: FuzzCount) => void;
  readonly onFinding?: (finding: FuzzFinding) => void;
}

const containerLimits: ContainerLimits = {
  maxMembers: 10_000,
  maxBytes: 2 ** 28,
  maxMemberBytes: 2 ** 28,
  maxRatio: 200,
  maxDepth: 3,
};

/**
 * Has every format's parser read mutated files, through the pool as an ingest does. A success is looked at, too: its
 * blocks must be in order and within a text that is not blank. What the format is is found out in this process,
 * where nothing may go wrong at all. The same seed gives the same files.
 */
export async function fuzzParsers(options: FuzzOptions): Promise<readonly FuzzCount[]> {
  const pool = new ParserPool({
    processes: availableParallelism(),
    timeoutMs: options.timeoutMs,
    maxMemoryMb: 1024,
  });
  try {
    const counts: FuzzCount[] = [];
    const byFormat = Map.groupBy(options.samples, formatOf);
    for (const format of [...byFormat.keys()].toSorted()) {
      const count = await fuzzFormat(format, byFormat.get(format) ?? [], pool, options);
      options.onCount?.(count);
      counts.push(count);
    }
    return counts;
  } finally {
    await pool.close();
  }
}

/** Files below a folder that some parser reads or some container unpacks, in order of name. */
export function fuzzSamples(folder: string): readonly SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'expected.json')
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => ({ path, bytes: new Uint8Array(readFileSync(path)) }))
    .filter(isRead);
}

function isRead(file: SourceFile): boolean {
  try {
    return formatOf(file) !== '';
  } catch (error) {
    if (isFootnoteError(error)) return false;
    throw error;
  }
}

function formatOf(file: SourceFile): string {
  return containerFor(file)?.name ?? parserFor(file).name;
}

async function fuzzFormat(
  format: string,
  samples: readonly SourceFile[],
  pool: ParserPool,
  { runs, seed, onFinding }: FuzzOptions,
): Promise<FuzzCount> {
  const random = seededRandom(seed);
  const outcomes: Record<FuzzOutcome, number> = { ok: 0, 'typed failure': 0, crash: 0, hang: 0 };
  let slowestMs = 0;
  const mutated = Array.from({ length: runs }, (_, at) => samples[at % samples.length] as SourceFile);
  await mapAtOnce(availableParallelism(), mutated, async ({ path, bytes }) => {
    const file = { path, bytes: mutate(bytes, random) };
    const startedMs = performance.now();
    const error = await parseAll(file, pool).then(
      () => undefined,
      (error: unknown) => error ?? new Error('nothing was thrown'),
    );
    slowestMs = Math.max(slowestMs, performance.now() - startedMs);
    const outcome = outcomeOf(error);
    outcomes[outcome] += 1;
    if (outcome === 'crash' || outcome === 'hang') onFinding?.({ format, outcome, ...file, error });
  });
  return { format, samples: samples.length, outcomes, slowestMs };
}

/** Parses a file, or each member of a container. */
async function parseAll(file: SourceFile, pool: ParserPool): Promise<void> {
  const container = containerFor(file);
  if (!container || container.isDocument) check(await pool.run(parserFor(file), file, {}));
  if (!container) return;
  for await (const member of pool.unpack(container, file, containerLimits, {})) {
    if ('error' in member) throw member.error;
    if (isRead(member) && !containerFor(member)) check(await pool.run(parserFor(member), member, {}));
  }
}

/** Throws where a document is not what the contract says. */
function check({ text, blocks }: ParsedDocument): void {
  let end = 0;
  for (const block of blocks) {
    if (block.start < end || block.end <= block.start)
      throw new Error(`a block at ${block.start} is out of order`);
    end = block.end;
  }
  if (end > text.length) throw new Error('a block ends behind the text');
  if (!/\S/.test(text) || blocks.length === 0) throw new Error('a success with nothing in it');
}

function outcomeOf(error: unknown): FuzzOutcome {
  if (error === undefined) return 'ok';
  if (!isFootnoteError(error)) return 'crash';
  if (error.code !== 'parser_stopped') return 'typed failure';
  return String((error as FootnoteError<'parser_stopped'>).details.problem).startsWith('took longer')
    ? 'hang'
    : 'crash';
}
