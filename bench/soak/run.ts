/**
 * The command `npm run soak -- NAME`: runs a fault campaign in full, prints it, and rewrites its section of the
 * results.
 */

import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defaults } from '../../src/default-config.ts';
import { percentile } from '../../src/evaluate/metrics/percentile.ts';
import { markdownTable } from '../../src/evaluate/report/markdown-table.ts';
import { formatNumber, writeResultsSection } from '../results.ts';
import { fuzzParsers, fuzzSamples } from './fuzz.ts';
import { killIngest } from './kill-ingest.ts';
import { type LoadOutcome, overload } from './overload.ts';

const usage = `npm run soak -- kill [--rounds 40] [--seed N]
npm run soak -- fuzz [--runs 1000] [--seed N] [--files FOLDER]
npm run soak -- overload [--seconds 10] [--seed N]
kill     ends an ingest with SIGKILL at seeded moments and checks what is left
fuzz     has every parser read mutated files
overload asks a server more than it can answer, with its limit of questions and without
--rounds kills (40)
--runs   mutated files for each format (1000)
--seconds for each load (10)
--files  what is mutated (../shared/documents where it is there, and the cases of the parsers)
--seed   where the moments, the mutations and the questions come from (1)`;

const parserCases = fileURLToPath(new URL('../../src/ingest/parse/cases', import.meta.url));
const sharedDocuments = fileURLToPath(new URL('../../../shared/documents', import.meta.url));

/** Times what a server can answer. */
const multiples = [1, 2, 4];
/** As it comes, and as if there were none. */
const { maxQuestions } = defaults.server;
const limits = [maxQuestions, 1000 * maxQuestions];
/** Of what it answers at its best, what a server must still answer while more comes in. */
const leastGoodput = 0.9;

const { values, positionals } = readCommand();

/** How many runs of a campaign went well. */
interface Verdict {
  readonly passed: number;
  readonly failed: number;
}

const campaigns: Readonly<Record<string, () => Promise<Verdict>>> = { kill, fuzz, overload: overloaded };
const campaign = campaigns[positionals.join()];
if (campaign) {
  const { passed, failed } = await campaign();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} else {
  console.error(usage);
  process.exitCode = 2;
}

/** What is not understood is no campaign, so that the usage is shown. */
function readCommand() {
  const options = {
    rounds: { type: 'string', default: '40' },
    runs: { type: 'string', default: '1000' },
    files: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  } as const;
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch {
    return parseArgs({ args: [], allowPositionals: true, options });
  }
}

async function kill(): Promise<Verdict> {
  const outcomes = await killIngest({
    seed: Number(values.seed),
    rounds: Number(values.rounds),
    onOutcome: ({ killedAfterSteps, acknowledged, problems }) => {
      const moment =
        killedAfterSteps === null ? 'done before the kill' : `killed after ${killedAfterSteps} steps`;
      console.error(`${moment}, ${acknowledged} acknowledged: ${problems.join('; ') || 'whole'}`);
    },
  });
  const killed = outcomes.filter((outcome) => outcome.killedAfterSteps !== null);
  const damaged = outcomes.filter((outcome) => outcome.problems.length > 0);
  await writeSection(
    'kill',
    `--rounds ${values.rounds}`,
    `An ingest is ended with SIGKILL at seeded moments. After each, the store must open, acknowledged documents must be there whole, and rows, postings and vectors must agree.\n\n${markdownTable(
      ['rounds', 'killed at work', 'stores not whole'],
      [[String(outcomes.length), String(killed.length), String(damaged.length)]],
    )}`,
  );
  return { passed: outcomes.length - damaged.length, failed: damaged.length };
}

async function fuzz(): Promise<Verdict> {
  const found = mkdtempSync(join(tmpdir(), 'footnote-fuzz-'));
  const folders = values.files
    ? [values.files]
    : [sharedDocuments, parserCases].filter((path) => existsSync(path));
  let findings = 0;
  const counts = await fuzzParsers({
    samples: folders.flatMap(fuzzSamples),
    runs: Number(values.runs),
    seed: Number(values.seed),
    timeoutMs: 60_000,
    onCount: ({ format, outcomes }) => console.error(`${format}: ${JSON.stringify(outcomes)}`),
    onFinding: ({ format, outcome, path, bytes, error }) => {
      const file = join(found, `${++findings}-${basename(path)}`);
      writeFileSync(file, bytes);
      console.error(`${format}, ${outcome}, ${file}: ${String(error)}`);
    },
  });
  await writeSection(
    'fuzz',
    `--runs ${values.runs}`,
    `Every format's parser reads mutated files: bits, bytes and runs changed, members of archives changed and packed again. A file that cannot be used must fail with an error of its own; a success must be a document whose blocks are in order. A crash, or more than 60 s, is a defect.\n\n${markdownTable(
      ['format', 'files mutated', 'parsed', 'typed failures', 'crashes', 'hangs', 'slowest (ms)'],
      counts.map(({ format, samples, outcomes, slowestMs }) => [
        format,
        ...[samples, outcomes.ok, outcomes['typed failure'], outcomes.crash, outcomes.hang, slowestMs].map(
          formatNumber,
        ),
      ]),
    )}`,
  );
  const runs = counts.length * Number(values.runs);
  return { passed: runs - findings, failed: findings };
}

async function overloaded(): Promise<Verdict> {
  const outcomes = await overload({
    seed: Number(values.seed),
    seconds: Number(values.seconds),
    limits,
    multiples,
    onOutcome: (outcome) => console.error(loadRow(outcome).join('  ')),
  });
  await writeSection(
    'overload',
    `--seconds ${values.seconds}`,
    `Questions come in at seeded moments, once, twice and four times as many as a server of its own process answers to clients that wait for each answer, over connections that stay open. What is beyond \`server.maxQuestions\` is refused with the time to come back; with ${formatNumber(limits[1] ?? 0)} nothing is. Milliseconds are those of the answered, from when each was due. While more comes in, at least ${leastGoodput} of the best must be answered, and every reply be one of the two.\n\n${markdownTable(
      ['limit', 'load', 'asked/s', 'answered/s', 'p50 (ms)', 'p95 (ms)', 'refused/s', 'neither'],
      outcomes.map(loadRow),
    )}`,
  );
  const limited = outcomes.filter((outcome) => outcome.maxQuestions === maxQuestions);
  const best = limited.find(({ times }) => times === null)?.answeredPerSecond ?? 0;
  const passed = limited.filter(
    ({ answeredPerSecond, failed }) => failed === 0 && answeredPerSecond >= leastGoodput * best,
  );
  return { passed: passed.length, failed: limited.length - passed.length };
}

function loadRow(outcome: LoadOutcome): string[] {
  const { times, askedPerSecond, answeredPerSecond, answerMs, refusedPerSecond, failed } = outcome;
  const [p50, p95] = [percentile(answerMs, 0.5), percentile(answerMs, 0.95)];
  return [
    formatNumber(outcome.maxQuestions),
    times === null ? 'at its best' : `${times} ×`,
    ...[askedPerSecond, answeredPerSecond, p50, p95, refusedPerSecond, failed].map(formatNumber),
  ];
}

async function writeSection(name: string, flags: string, body: string): Promise<void> {
  await writeResultsSection({
    file: fileURLToPath(new URL('../RESULTS.md', import.meta.url)),
    kind: 'soak',
    name,
    command: `npm run soak -- ${name} ${flags} --seed ${values.seed}`,
    body,
  });
}
