/** The command `npm run bench -- NAME`: measures, prints, and rewrites the benchmark's section of the results. */

import { parseArgs } from 'node:util';
import { writeResultsSection } from '../results.ts';
import { benchmarks } from './benchmarks.ts';
import { rowsTable, speedReport } from './report.ts';

const usage = `npm run bench -- NAME [--sizes 10000,100000] [--systems NAME[,NAME]] [--seed N] [--json]
Names: ${Object.keys(benchmarks).join(', ')}
--sizes  how much to measure on, in the benchmark's own unit; without it the benchmark chooses
--systems  of what it compares, only these: with engines: postgresql, neo4j, chroma, qdrant; the results have a
           section of their own then
--seed   where made-up data comes from (1)
--json   prints one object {name, rows} instead of a table`;

interface Command {
  readonly name: string;
  readonly sizes: readonly number[];
  readonly systems: readonly string[];
  readonly seed: number;
  readonly json: boolean;
}

/** Reads the command line. Errors: any `Error`, its message for the user. */
function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      sizes: { type: 'string' },
      systems: { type: 'string' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  });
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) throw new Error('Name one benchmark.');
  if (!Object.hasOwn(benchmarks, name)) throw new Error(`There is no benchmark "${name}".`);
  const sizes = values.sizes?.split(',').map((size) => wholeNumber('--sizes', size, 1)) ?? [];
  const systems = values.systems?.split(',') ?? [];
  return { name, sizes, systems, seed: wholeNumber('--seed', values.seed, 0), json: values.json };
}

function wholeNumber(option: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < least) {
    throw new Error(`${option}: "${text}" is not a whole number from ${least} up.`);
  }
  return value;
}

async function runBenchmark(
  { name, sizes, systems, seed, json }: Command,
  commandLine: string,
): Promise<void> {
  const benchmark = await benchmarks[name]?.();
  if (!benchmark) return;
  const rows = await benchmark.run({
    sizes,
    systems,
    seed,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  await writeResultsSection({
    kind: 'speed',
    name: [name, ...systems].join(' '),
    command: commandLine,
    body: speedReport(benchmark, rows),
  });
  process.stdout.write(json ? `${JSON.stringify({ name, rows })}\n` : `${rowsTable(rows)}\n`);
}

const args = process.argv.slice(2);
let command: Command | undefined;
try {
  command = readCommand(args);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
  process.exitCode = 2;
}
if (command) await runBenchmark(command, ['npm run bench --', ...args].join(' '));
