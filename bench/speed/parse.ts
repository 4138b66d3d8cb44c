/**
 * Parsing through the pool of processes against the library that does the same work in this process. Files: those of
 * ../shared/documents where they are, else the cases of the parsers; each format's files one after another, as many
 * times as it takes to read the given number of bytes. Alternating rounds; medians.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Readability } from '@mozilla/readability';
import { parse as parseCsv } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { parseHTML } from 'linkedom';
import PostalMime from 'postal-mime';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { SaxesParser } from 'saxes';
import { unified } from 'unified';
import { extractText, getDocumentProxy } from 'unpdf';
import type { SourceFile } from '../../src/contracts/parser.ts';
import { isFootnoteError } from '../../src/errors.ts';
import { type ParserPool, parserPool } from '../../src/ingest/parse/parser-pool.ts';
import { parserFor } from '../../src/ingest/parse/parsers.ts';
import { fuzzSamples } from '../soak/fuzz.ts';
import type { Benchmark, BenchmarkOptions, BenchmarkRow } from './benchmark.ts';
import { median } from './statistics.ts';

const rounds = 5;
const sharedDocuments = fileURLToPath(new URL('../../../shared/documents', import.meta.url));
const parserCases = fileURLToPath(new URL('../../src/ingest/parse/cases', import.meta.url));

/** What a user would write with the format's library alone: text or structure, nothing kept. */
interface Peer {
  readonly name: string;
  parse(bytes: Uint8Array): unknown;
}

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkMath).freeze();
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** By parser. A format without an entry has no library of its own to be compared with. */
const peers: Readonly<Record<string, Peer>> = {
  markdown: { name: 'remark', parse: (bytes) => markdown.parse(text(bytes)) },
  html: {
    name: 'linkedom and Readability',
    parse: (bytes) => new Readability(parseHTML(text(bytes)).document).parse(),
  },
  pdf: {
    name: 'unpdf',
    parse: async (bytes) => extractText(await getDocumentProxy(bytes.slice(), { password: '' })),
  },
  docx: { name: 'fflate and saxes', parse: parseXmlMembers },
  pptx: { name: 'fflate and saxes', parse: parseXmlMembers },
  xlsx: { name: 'fflate and saxes', parse: parseXmlMembers },
  csv: {
    name: 'csv-parse',
    parse: (bytes) => parseCsv(text(bytes), { relax_column_count: true, relax_quotes: true }),
  },
  email: { name: 'postal-mime', parse: (bytes) => PostalMime.parse(bytes) },
};

function parseXmlMembers(bytes: Uint8Array): void {
  const members = unzipSync(bytes, { filter: ({ name }) => /\.(?:xml|rels)$/.test(name) });
  for (const member of Object.values(members)) new SaxesParser().write(text(member)).close();
}

/** `npm run bench -- parse`. A size is the number of kilobytes read in one round of a format; the default is 2000. */
export const parseBenchmark: Benchmark = {
  name: 'parse',
  describe:
    'Each format through its parser, in one process of the pool, and through the library that does the main part of ' +
    'that work, in this process: the way of the bytes there and of the document back, cleaning, blocks, language and ' +
    'metadata are in our time only. Real files of each format, one after another; alternating rounds, medians; the ' +
    'share is the median of the pairs. Sizes are kilobytes read in a round.',
  async run(options) {
    const pool = parserPool({ processes: 1, timeoutMs: 600_000, maxMemoryMb: 2048 });
    try {
      const rows: BenchmarkRow[] = [];
      const samples = fuzzSamples(existsSync(sharedDocuments) ? sharedDocuments : parserCases);
      const byFormat = Map.groupBy(await readable(samples, pool), (file) => parserFor(file).name);
      for (const format of [...byFormat.keys()].toSorted()) {
        for (const size of options.sizes.length > 0 ? options.sizes : [2000]) {
          rows.push(...(await measure(format, byFormat.get(format) ?? [], size, pool, options)));
        }
      }
      return rows;
    } finally {
      await pool.close();
    }
  },
};

/** Files that our parser and the library both read to the end. */
async function readable(samples: readonly SourceFile[], pool: ParserPool): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  for (const file of samples) {
    try {
      const parser = parserFor(file);
      await pool.run(parser, file, {});
      await peers[parser.name]?.parse(file.bytes);
      files.push(file);
    } catch (error) {
      if (!isFootnoteError(error) && !(error instanceof Error)) throw error;
    }
  }
  return files;
}

async function measure(
  format: string,
  samples: readonly SourceFile[],
  size: number,
  pool: ParserPool,
  { log }: BenchmarkOptions,
): Promise<readonly BenchmarkRow[]> {
  const files = takeBytes(samples, size * 1000);
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6;
  const peer = peers[format];
  const runOurs = () =>
    timed(files, async (file) => {
      await pool.run(parserFor(file), file, {});
    });
  const runPeer = peer && (() => timed(files, async ({ bytes }) => void (await peer.parse(bytes))));
  const times = await alternate(runOurs, runPeer);
  const row = (system: string, metric: string, value: number, unit: string): BenchmarkRow => {
    log(`${format}, ${system}: ${metric} ${value.toPrecision(3)} ${unit}`);
    return { case: format, system, size, metric, value, unit };
  };
  const rows = [row('footnote', 'rate', megabytes / median(times.map(({ ours }) => ours)), 'MB/s')];
  if (!peer) return rows;
  return [
    ...rows,
    row(peer.name, 'rate', megabytes / median(times.map(({ theirs }) => theirs)), 'MB/s'),
    row('footnote', 'share of the library', median(times.map(({ ours, theirs }) => theirs / ours)), 'ratio'),
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

/** Seconds of rounds of both in turn, the first of each pair changing, after one of each to warm up. */
async function alternate(
  runOurs: () => Promise<number>,
  runPeer: (() => Promise<number>) | undefined,
): Promise<readonly { ours: number; theirs: number }[]> {
  const times: { ours: number; theirs: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const peerFirst = round % 2 === 0;
    const before = peerFirst ? await runPeer?.() : undefined;
    const ours = await runOurs();
    const theirs = before ?? (await runPeer?.()) ?? Number.NaN;
    if (round > 0) times.push({ ours, theirs });
  }
  return times;
}

async function timed(
  files: readonly SourceFile[],
  parse: (file: SourceFile) => Promise<void>,
): Promise<number> {
  const start = performance.now();
  for (const file of files) await parse(file);
  return (performance.now() - start) / 1000;
}
