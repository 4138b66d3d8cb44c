/**
 * The command `npm run soak -- NAME`: runs a fault campaign, prints it, and rewrites its section of the results, but
 * for one over files that were named.
 */

import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgresql } from '../../scripts/engines/postgresql.ts';
import { shellWord } from '../../src/cli/output.ts';
import { percentile } from '../../src/evaluate/metrics/answer-metrics.ts';
import { markdownTable } from '../../src/evaluate/report/markdown-report.ts';
import { formatNumber, writeResultsSection } from '../results.ts';
import { engineFaults, type FaultOutcome } from './engine-faults.ts';
import { faultyServers } from './faulty-servers.ts';
import { fuzzParsers, fuzzSamples } from './fuzz.ts';
import { killIngest } from './kill-ingest.ts';
import { killServers } from './kill-servers.ts';
import type { LoadOutcome } from './load.ts';
import { pageInteractions } from './page.ts';
import { type PropertyRound, patternOf, tryProperties } from './properties.ts';
import { serveCampaign } from './serve-campaign.ts';

const usage = `npm run soak -- kill [--rounds 40] [--seed N]
npm run soak -- servers [--points 40] [--seed N]
npm run soak -- fuzz [--runs 1000] [--seed N] [--files FOLDER]
npm run soak -- serve [--seconds 10] [--rounds 3] [--clients 500] [--seed N]
npm run soak -- properties [--rounds 10 | --seconds N] [--seed N] [--files FOLDER]
npm run soak -- engine-faults [--rounds N] [--seed N]
npm run soak -- page [--documents 10000] [--turns 1000]
kill       ends an ingest with SIGKILL at seeded moments and checks what is left
servers    ends servers and workers on one PostgreSQL with SIGKILL, and checks every reply of the others meanwhile
fuzz       has every parser read mutated files
serve      puts a server under clients that ask too much, leave, read and send slowly, and stops it meanwhile
properties tries the properties that the tests state with other values than the tests do
engine-faults cuts, stalls, slows and refuses the connection to each engine's server at every message of ingest and
           search: a PostgreSQL that it starts itself, and what POSTGRESQL_URL, NEO4J_URL, CHROMA_URL, QDRANT_URL name
page       uses the page in a browser, over a long list and a long conversation, and times what a reader does
--rounds   kills (40), times that every property is tried with a new seed (10), faults of each engine (all), or of
           overload (3)
--points   kills of servers and workers (40)
--runs     mutated files for each format (1000)
--clients  that leave, read slowly and send slowly, of each kind (500)
--seconds  for each load (10), or after which no round of properties begins
--files    what is mutated (../shared/documents where it is there, and the cases of the parsers), or whose tests
           state the properties (src, conformance and test); of named ones the results are not kept
--seed     where the moments, the mutations and the questions come from (1), and the values (another each time)`;

const parserCases = fileURLToPath(new URL('../../src/formats/cases', import.meta.url));
const sharedDocuments = fileURLToPath(new URL('../../../shared/documents', import.meta.url));

const { values, positionals } = readCommand();
const seed = Number(values.seed ?? (positionals[0] === 'properties' ? randomInt(2 ** 31) : 1));

/** How many runs of a campaign went well. */
interface Verdict {
  readonly passed: number;
  readonly failed: number;
}

const campaigns: Readonly<Record<string, () => Promise<Verdict>>> = {
  kill,
  servers,
  fuzz,
  serve,
  properties,
  'engine-faults': faults,
  page,
};
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
    rounds: { type: 'string' },
    points: { type: 'string', default: '40' },
    runs: { type: 'string', default: '1000' },
    files: { type: 'string' },
    seconds: { type: 'string' },
    clients: { type: 'string', default: '500' },
    seed: { type: 'string' },
    documents: { type: 'string', default: '10000' },
    turns: { type: 'string', default: '1000' },
  } as const;
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch {
    return parseArgs({ args: [], allowPositionals: true, options });
  }
}

async function page(): Promise<Verdict> {
  const { documents, turns } = values;
  const done = await pageInteractions({ documents: Number(documents), turns: Number(turns) });
  const rows = done.map(({ name, durationsMs }) => {
    return [
      name,
      percentile(durationsMs, 0.5),
      percentile(durationsMs, 0.95),
      Math.max(...durationsMs),
    ] as const;
  });
  await writeSection(
    'page',
    `--documents ${documents} --turns ${turns}`,
    `The page in headless Chromium, over ${documents} documents and a conversation of ${turns} questions: milliseconds from a key or a press to the next frame, and between frames while scrolling.\n\n${markdownTable(
      ['interaction', 'p50', 'p95', 'longest'],
      rows.map(([name, ...figures]) => [name, ...figures.map((figure) => formatNumber(Math.round(figure)))]),
    )}`,
  );
  const longestMs = 100;
  const slow = rows.filter(([, , p95]) => p95 > longestMs);
  for (const [name, , p95] of slow) console.error(`${name}: ${p95.toFixed(0)} ms`);
  return { passed: rows.length - slow.length, failed: slow.length };
}

async function kill(): Promise<Verdict> {
  const { rounds = '40' } = values;
  const outcomes = await killIngest({
    seed,
    rounds: Number(rounds),
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
    `--rounds ${rounds}`,
    `An ingest is ended with SIGKILL at seeded moments. After each, the store must open, acknowledged documents must be there whole, and rows, postings and vectors must agree.\n\n${markdownTable(
      ['rounds', 'killed at work', 'stores not whole'],
      [[String(outcomes.length), String(killed.length), String(damaged.length)]],
    )}`,
  );
  return { passed: outcomes.length - damaged.length, failed: damaged.length };
}

async function servers(): Promise<Verdict> {
  const points = Number(values.points);
  const server = await startPostgresql();
  console.error(`seed ${seed}, ${server.server} ${server.version}`);
  try {
    const { killed, checked, refused, acknowledged, defects } = await killServers({
      seed,
      points,
      server,
      onKill: ({ kind, number, afterMessages, gotThrough, othersWentOnMs }) =>
        console.error(
          `${kind} ${number} killed with message ${afterMessages}, ${gotThrough ? 'which got through' : 'which was lost'}; the others went on within ${(othersWentOnMs / 1000).toFixed(1)} s`,
        ),
      onDefect: (kind, what) => console.error(`${kind}: ${what}`),
    });
    const killedOf = (kind: string) => killed.filter((one) => one.kind === kind).length;
    const counts = [defects.lost, defects['half visible'], defects.wrong, defects['stood still']];
    await writeSection(
      'servers',
      `--points ${points}`,
      `Two servers and two workers on one PostgreSQL (${server.version}), records and engine, each ended with SIGKILL at seeded messages to it, while documents are ingested, replaced and removed and both servers are asked all the time. Every reply is compared with what may be seen at its time: nothing that was acknowledged may be missing, no document may be there in part or in two versions, every citation must be of a live version, and every failure typed. After each kill the others must go on, and what was killed must come back; in the end each document must be there whole as it was last written, and nothing else.\n\n${markdownTable(
        [
          'kills of servers',
          'kills of workers',
          'ingests',
          'replies checked',
          'typed refusals',
          'documents lost',
          'half visible',
          'wrong',
          'the rest stood still',
        ],
        [
          [
            killedOf('server'),
            killedOf('worker'),
            acknowledged,
            checked,
            refused,
            ...counts.map(({ length }) => length),
          ].map(formatNumber),
        ],
      )}`,
    );
    const failed = counts.reduce((sum, { length }) => sum + length, 0);
    return { passed: killed.length, failed };
  } finally {
    await server.stop();
  }
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
    seed,
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

async function serve(): Promise<Verdict> {
  const { seconds = '10', rounds = '3', clients } = values;
  const findings = await serveCampaign({
    seed,
    seconds: Number(seconds),
    rounds: Number(rounds),
    clients: Number(clients),
    onRound: (call, ...loads) => console.error([call, ...loads.map(toldLoad)].join('  |  ')),
    onFinding: ({ what, found, isEnough }) =>
      console.error(`${isEnough ? 'OK  ' : 'FAIL'} ${what}: ${found}`),
  });
  await writeSection(
    'serve',
    `--seconds ${seconds} --rounds ${rounds} --clients ${clients}`,
    `A server of its own process under each kind of load in turn: questions at four times what it can answer, from a process with a processor of its own (medians of rounds of three loads: alone, at its best, beyond it); ${clients} clients each that leave at seeded moments, that read slowly, and that send a byte at a time; 100 answers of a model that never ends, which nobody reads; SIGTERM in the middle of ${clients} streams, and a restart. Figures are ratios to the same server at its best, alone, or when it is ready.\n\n${markdownTable(
      ['', 'found', ''],
      findings.map(({ what, found, isEnough }) => [what, found, isEnough ? 'OK' : 'FAIL']),
    )}`,
  );
  const passed = findings.filter(({ isEnough }) => isEnough).length;
  return { passed, failed: findings.length - passed };
}

async function properties(): Promise<Verdict> {
  const seconds = Number(values.seconds ?? Infinity);
  const maxRounds = Number(values.rounds ?? (values.seconds === undefined ? 10 : Infinity));
  const folders = values.files ? [values.files] : ['src', 'conformance', 'test'];
  const started = performance.now();
  const rounds: PropertyRound[] = [];
  for await (const round of tryProperties(folders, seed)) {
    rounds.push(round);
    console.error(
      `seed ${round.seed}: ${formatNumber(runsOf(round))} runs of ${round.tests.length} properties`,
    );
    for (const { file, name, failure } of round.tests) {
      if (failure === undefined) continue;
      const again = [file, '-t', patternOf(name)].map(shellWord).join(' ');
      console.error(
        `${file}: ${name}\n${failure}\nAgain: PROPERTY_SEED=${round.seed} npm test -- ${again}\n`,
      );
    }
    if (rounds.length >= maxRounds || performance.now() - started >= 1000 * seconds) break;
  }
  const tests = rounds[0]?.tests ?? [];
  const files = new Set(tests.map(({ file }) => file)).size;
  const runs = rounds.reduce((sum, round) => sum + runsOf(round), 0);
  const failed = rounds.flatMap((round) => round.tests).filter(({ failure }) => failure !== undefined).length;
  await writeSection(
    'properties',
    `--rounds ${rounds.length}`,
    `Tests that state a property try it with values from one seed, always the same. Here each round tries every property as often with another seed. One that does not hold is a defect, and the rounds after it do without.\n\n${markdownTable(
      ['files', 'properties', 'rounds', 'runs', 'failures'],
      [[files, tests.length, rounds.length, runs, failed].map(formatNumber)],
    )}`,
  );
  return { passed: tests.length - failed, failed };
}

async function faults(): Promise<Verdict> {
  const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
  const rows: string[][] = [];
  let [passed, failed] = [0, 0];
  for (const [name, start] of Object.entries(faultyServers())) {
    const server = await start();
    try {
      const outcomes = await engineFaults({
        server,
        seed,
        ...(rounds !== undefined && { rounds }),
        onOutcome: ({ operation, fault, atMessage, outcome, problems }) =>
          console.error(
            `${name}, ${operation}, ${fault} at message ${atMessage}: ${outcome}, ${problems.join('; ') || 'whole'}`,
          ),
      });
      const wrong = outcomes.filter(({ problems }) => problems.length > 0).length;
      rows.push(faultRow(name, outcomes));
      passed += outcomes.length - wrong;
      failed += wrong;
    } finally {
      await server.dispose();
    }
  }
  await writeSection(
    'engine-faults',
    rounds === undefined ? '' : `--rounds ${rounds}`,
    `Between Footnote and the server of an engine stands a proxy, which at a message refuses all connections, cuts them before the message or before its answer, stalls or slows them. Ingest, removal, reindex, search and answer must come to their end or fail with a typed error within the deadline; once all goes through again, the same Footnote must go on by itself, with every document whole and nothing else in the server.\n\n${markdownTable(
      [
        'engine',
        'faults',
        'struck at work',
        'done all the same',
        'typed failures',
        'slowest (ms)',
        'not whole',
      ],
      rows,
    )}`,
  );
  return { passed, failed };
}

function faultRow(name: string, outcomes: readonly FaultOutcome[]): string[] {
  const struck = outcomes.filter(({ hasStruck }) => hasStruck);
  const done = struck.filter(({ outcome }) => outcome === 'done').length;
  const slowest = Math.max(0, ...struck.map(({ tookMs }) => tookMs));
  const wrong = outcomes.filter(({ problems }) => problems.length > 0).length;
  const counts = [outcomes.length, struck.length, done, struck.length - done, slowest, wrong];
  return [name, ...counts.map(formatNumber)];
}

function runsOf({ tests }: PropertyRound): number {
  return tests.reduce((sum, { runs }) => sum + runs, 0);
}

/** Asked and answered a second, and how long the answers took. */
function toldLoad({ askedPerSecond, answeredPerSecond, answerMs }: LoadOutcome): string {
  const [p50, p95] = [percentile(answerMs, 0.5), percentile(answerMs, 0.95)].map(formatNumber);
  return `${formatNumber(answeredPerSecond)} of ${formatNumber(askedPerSecond)}/s, ${p50} and ${p95} ms`;
}

async function writeSection(name: string, flags: string, body: string): Promise<void> {
  // Some of the files say nothing of all of them, whose figures stand there.
  if (values.files !== undefined) return;
  await writeResultsSection({
    kind: 'soak',
    name,
    command: `npm run soak -- ${name} ${flags} --seed ${seed}`,
    body,
  });
}
