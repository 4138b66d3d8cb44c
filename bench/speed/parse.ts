/**
 * Parsing against the library that does the reading for the same result. Both sides read in this process, since where
 * a file is read is not what is compared; what a process of its own costs is a row beside it. A peer has to hand over
 * all that our result is made of: for a PDF the text with its places and its fonts' names page by page, for an Office
 * file every element and text of the parts that hold the document, for JSON a line with its key path for every value,
 * numbers as they are written; what JSON.parse takes without that stands beside it. Cleaning, blocks, headings, tables,
 * language and metadata are in our time only. Both are told the format, the peer also the encoding that ours has to
 * find; nothing found out about a file in one round is known in the next. Files: those of ../shared/documents where
 * they are, else the cases of the parsers; besides them large made-up ones of formats that have only small ones. Each
 * format's files one after another, as many times as it takes to read the given number of bytes. Alternating rounds;
 * medians.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from '../../src/contracts/parser.ts';
import { parserFor } from '../../src/formats/parsers.ts';
import { ParserPool } from '../../src/formats/process/parser-pool.ts';
import { fuzzSamples } from '../soak/fuzz.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkRow } from './benchmark.ts';
import { median } from './median.ts';
import { parsePeers } from './parse-peers.ts';
import { madeUpSamples } from './parse-samples.ts';

const rounds = 9;
const sharedDocuments = fileURLToPath(new URL('../../../shared/documents', import.meta.url));
const parserCases = fileURLToPath(new URL('../../src/formats/cases', import.meta.url));

/** Files of one format that are measured together. */
interface SampleGroup {
  readonly case: string;
  readonly format: string;
  readonly files: readonly SourceFile[];
}

/** One of those whose times are compared: our parser here, the same in a process of its own, or a library. */
interface Contender {
  readonly system: string;
  /** Seconds of a round. */
  readonly run: () => Promise<number>;
}

/** `npm run bench -- parse`. A size is the number of kilobytes read in one round of a format; the default is 2000. */
export const parseBenchmark: Benchmark = {
  name: 'parse',
  describe:
    'Each format through its parser and through the library that does the reading for the same result, both in this ' +
    'process; and through its parser in a process of the pool, where the way of the bytes there and of the document ' +
    'back is in the time. Finding the encoding, cleaning, blocks, tables, language and metadata are in our time only; ' +
    'both are told the format. Our lines of JSON keep numbers as they are written (1.50, twenty digits): JSON.parse ' +
    'is measured with that and without. Real files of each format and large made-up ones, one after another; ' +
    'alternating rounds, medians; a share is the median of the pairs. Sizes are kilobytes read in a round.',
  async run(options) {
    const pool = new ParserPool({ processes: 1, timeoutMs: 600_000, maxMemoryMb: 2048 });
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
      for (const peer of parsePeers[parser.name] ?? []) await peer.parse(file);
      files.push(file);
    } catch {
      // What either refuses is not measured.
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
  const peers = parsePeers[group.format] ?? [];
  const parser = parserFor(files[0] as SourceFile);
  const contenders: readonly Contender[] = [
    { system: 'footnote', run: () => timed(files, (file) => parser.parse(file)) },
    {
      system: 'footnote, in a process of its own',
      run: () => timed(files, (file) => pool.run(parser, file, {})),
    },
    ...peers.map((peer) => ({
      system: peer.name,
      run: () => timed(files, async (file) => peer.parse(file)),
    })),
  ];
  const times = await alternate(contenders);
  const row = (system: string, metric: string, value: number, unit: string): BenchmarkRow => {
    log(`${group.case}, ${system}: ${metric} ${value.toPrecision(3)} ${unit}`);
    return { case: group.case, system, size, metric, value, unit };
  };
  const secondsOf = (system: string): readonly number[] => times.map((round) => round.get(system) as number);
  const ours = secondsOf('footnote');
  const rates = contenders.map(({ system }) =>
    row(system, 'rate', megabytes / median(secondsOf(system)), 'MB/s'),
  );
  const shares = peers.map(({ name }) => {
    const share = median(secondsOf(name).map((seconds, round) => seconds / (ours[round] as number)));
    return row('footnote', peers.length > 1 ? `share of ${name}` : 'share of the library', share, 'ratio');
  });
  return [...rates, ...shares];
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

/** Rounds of all in turn, each round from another one on, after one of each to warm up. Seconds by system. */
async function alternate(contenders: readonly Contender[]): Promise<readonly ReadonlyMap<string, number>[]> {
  const times: ReadonlyMap<string, number>[] = [];
  for (let round = 0; round <= rounds; round++) {
    const first = round % contenders.length;
    const taken = new Map<string, number>();
    for (const { system, run } of [...contenders.slice(first), ...contenders.slice(0, first)])
      taken.set(system, await run());
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
