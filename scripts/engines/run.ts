/** The command `npm run engines`: both suites and the parity figures on every engine whose server can run here. */

import { fileURLToPath } from 'node:url';
import type { EvaluationSet } from '../../src/evaluate/beir.ts';
import { keptCache, passingCache } from '../../src/evaluate/evaluation-cache.ts';
import { writeMatrix } from './case-matrix.ts';
import { type EnginesCommand, readCommand, usage } from './command.ts';
import { enginesJson, enginesTable, runProblems } from './outcome.ts';
import { hasSets, paritySets, readSets } from './parity.ts';
import { runEngines } from './run-engines.ts';

const log = (line: string) => process.stderr.write(`${line}\n`);
const defaultData = fileURLToPath(new URL('../../../shared/eval', import.meta.url));

/** Errors: any `Error`, its message for the user, where sets are named that are not there. */
async function setsOf(command: EnginesCommand): Promise<readonly EvaluationSet[]> {
  const { parts, data = defaultData, sample } = command;
  if (!parts.includes('parity')) return [];
  if (hasSets(data)) return readSets(data, { sample });
  if (command.data !== undefined) throw new Error(`--data: ${paritySets.join(' and ')} are not in ${data}.`);
  log(`The evaluation sets are not in ${data}; their figures are left out.`);
  return [];
}

async function runAll(command: EnginesCommand, sets: readonly EvaluationSet[]): Promise<void> {
  const { required, write, json, cache: kept } = command;
  const cache = kept === undefined ? await passingCache() : keptCache(kept);
  try {
    const outcomes = await runEngines(command, { sets, cache, log });
    if (write) await writeMatrix(outcomes);
    process.stdout.write(`${json ? enginesJson(outcomes) : enginesTable(outcomes, command)}\n`);
    const problems = runProblems(outcomes, required, command);
    for (const problem of problems) log(problem);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    await cache.close();
  }
}

let command: EnginesCommand | undefined;
let sets: readonly EvaluationSet[] = [];
try {
  command = readCommand(process.argv.slice(2));
  if (!command.help) sets = await setsOf(command);
} catch (error) {
  command = undefined;
  process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
  process.exitCode = 2;
}
if (command?.help) process.stdout.write(`${usage}\n`);
else if (command) await runAll(command, sets);
