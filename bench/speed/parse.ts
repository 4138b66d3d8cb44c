/**
 * Parsing against the library that does the reading for the same result. Both sides read in this process, since where
 * a file is read is not what is compared; what a process of its own costs is a row beside it. A peer has to hand over
 * all that our result is made of: for a PDF the text with its places and its fonts' names page by page, for an Office file every element
 * and text of the parts that hold the document, for JSON a line with its key path for every value. Cleaning, blocks,
 * headings, tables, language and metadata are in our time only. Both are told the format, the peer also the encoding
 * that ours has to find; nothing found out about a file in one round is known in the next. Files: those of ../shared/documents where they are,
 * else the cases of the parsers; besides them large made-up ones of formats that have only small ones. Each format's
 * files one after another, as many times as it takes to read the given number of bytes. Alternating rounds; medians.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from '../../src/contracts/parser.ts';
import { isFootnoteError } from '../../src/errors.ts';
import { type ParserPool, parserPool } from '../../src/ingest/parse/parser-pool.ts';
import { parserFor } from '../../src/ingest/parse/parsers.ts';
import { fuzzSamples } from '../soak/fuzz.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkRow } from './benchmark.ts';
import { parsePeers } from './parse-peers.ts';
import { madeUpSamples } from './parse-samples.ts';
import { median } from './statistics.ts';

const rounds = 5;
const sharedDocuments = fileURLToPath(new URL('../../../shared/documents', import.meta.url));
const parserCases = fileURLToPath(new URL('../../src/ingest/parse/cases', import.meta.url));

/** Files of one format that are measured together. */
interface SampleGroup {
  readonly case: string;
  readonly format: string;
  readonly files: readonly SourceFile[];
}

/** Seconds of one round. */
interface RoundTimes {
  readonly ours: number;
  readonly isolated: number;
  readonly theirs: number;
}

/** `npm run bench -- parse`. A size is the number of kilobytes read in one round of a format; the default is 2000. */
export const parseBenchmark: Benchmark = {
  name: 'parse',
  describe:
    'Each format through its parser and through the library that does the reading for the same result, both in this ' +
    'process; and through its parser in a process of the pool, where the way of the bytes there and of the document ' +
    'back is in the time. Finding the encoding, cleaning, blocks, tables, language and metadata are in our time only; ' +
    'both are told the format. Real files of each format and large made-up ones, one after another; alternating ' +
    'rounds, medians; a share is the median of the pairs. Sizes are kilobytes read in a round.',
  async run(options) {
    const pool = parserPool({ processes: 1, timeoutMs: 600_000, maxMemoryMb: 2048 });
    try {
      const rows: BenchmarkRow[] = [];
      for (const group of await sampleGroups(options.seed)) {
        for (const size of options.sizes.length > 0 ? options.sizes : [2000]) {
          rows.push(...(await measure(group, size, pool, options)));
        }
      }
      return rows;
    } finally {
      await pool.close();
    }
  },
};

async function sampleGroups(seed: number): Promise<readonly SampleGroup[]> {
  const real = await readable(fuzzSamples(existsSync(sharedDocuments) ? sharedDocuments : parserCases));
  const byFormat = Map.groupBy(real, (file) => parserFor(file).name);
  const groups = [...byFormat].map(([format, files]) => sampleGroup(format, files));
  const madeUp = madeUpSamples(seed).map((file) => sampleGroup(parserFor(file).name, [file], 'made up, '));
  return [...groups, ...madeUp].toSorted((a, b) => a.case.localeCompare(b.case));
}

function sampleGroup(format: string, files: readonly SourceFile[], origin = ''): SampleGroup {
  const kilobytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0) / files.length / 1000;
  return { case: `${format}, ${origin}${Number(kilobytes.toPrecision(2))} kB a file`, format, files };
}

/** Files that our parser and the library both read to the end. */
async function readable(samples: readonly SourceFile[]): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  for (const file of samples) {
    try {
      const parser = parserFor(file);
      await parser.parse(file);
      await parsePeers[parser.name]?.parse(file);
      files.push(file);
    } catch (error) {
      if (!isFootnoteError(error) && !(error instanceof Error)) throw error;
    }
  }
  return files;
}

async function measure(
  group: SampleGroup,
  size: number,
  pool: ParserPool,
  { log }: BenchmarkOptions,
): Promise<readonly BenchmarkRow[]> {
  const files = takeBytes(group.files, size * 1000);
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  const peer = parsePeers[group.format];
  const parser = parserFor(files[0] as SourceFile);
  const times = await alternate({
    ours: () => timed(files, (file) => parser.parse(file)),
    isolated: () => timed(files, (file) => pool.run(parser, file, {})),
    theirs: () => timed(peer ? files : [], async (file) => peer?.parse(file)),
  });
  const row = (system: string, metric: string, value: number, unit: string): BenchmarkRow => {
    log(`${group.case}, ${system}: ${metric} ${value.toPrecision(3)} ${unit}`);
    return { case: group.case, system, size, metric, value, unit };
  };
  const rate = (seconds: (times: RoundTimes) => number): number => megabytes / median(times.map(seconds));
  const rows = [
    row(
      'footnote',
      'rate',
      rate(({ ours }) => ours),
      'MB/s',
    ),
    row(
      'footnote, in a process of its own',
      'rate',
      rate(({ isolated }) => isolated),
      'MB/s',
    ),
  ];
  if (!peer) return rows;
  const share = median(times.map(({ ours, theirs }) => theirs / ours));
  return [
    ...rows,
    row(
      peer.name,
      'rate',
      rate(({ theirs }) => theirs),
      'MB/s',
    ),
    row('footnote', 'share of the library', share, 'ratio'),
  ];
}

/** The samples over and over, until there are enough bytes; each at least once. */
function takeBytes(samples: readonly SourceFile[], bytes: number): readonly SourceFile[] {
  const files: SourceFile[] = [];
  for (let taken = 0; taken < bytes; ) {
    files.push(...samples);
    taken += samples.reduce((sum, sample) => sum + sample.bytes.length, 0);
  }
  return files;
}

/** Rounds of all in turn, each round from another one on, after one of each to warm up. */
async function alternate(
  systems: Readonly<Record<keyof RoundTimes, () => Promise<number>>>,
): Promise<readonly RoundTimes[]> {
  const names = ['ours', 'theirs', 'isolated'] as const;
  const times: RoundTimes[] = [];
  for (let round = 0; round <= rounds; round++) {
    const first = round % names.length;
    const taken = { ours: 0, isolated: 0, theirs: 0 };
    for (const name of [...names.slice(first), ...names.slice(0, first)]) taken[name] = await systems[name]();
    if (round > 0) times.push(taken);
  }
  return times;
}

async function timed(
  files: readonly SourceFile[],
  parse: (file: SourceFile) => Promise<unknown>,
): Promise<number> {
  // What is remembered of a file is remembered by its bytes.
  const unknown = files.map(({ path, bytes }) => ({ path, bytes: bytes.subarray() }));
  const start = performance.now();
  for (const file of unknown) await parse(file);
  return (performance.now() - start) / 1000;
}
