/** The command `npm run engines`: both suites and the parity figures on every engine whose server can run here. */

import { fileURLToPath } from 'node:url';
import { keptCache, passingCache } from '../../src/evaluate/evaluation-cache.ts';
import type { EvaluationSet } from '../../src/evaluate/read-beir.ts';
import { writeMatrix } from './case-matrix.ts';
import { type EnginesCommand, readCommand, usage } from './command.ts';
import { enginesJson, enginesTable, runProblems } from './outcome.ts';
import { hasSets, readSets } from './parity.ts';
import { runEngines } from './run-engines.ts';

const log = (line: string) => process.stderr.write(`${line}\n`);
const defaultData = fileURLToPath(new URL('../../../shared/eval', import.meta.url));

async function setsOf({
  parts,
  data = defaultData,
  sample,
}: EnginesCommand): Promise<readonly EvaluationSet[]> {
  if (!parts.includes('parity')) return [];
  if (hasSets(data)) return readSets(data, { sample });
  log(`The evaluation sets are not in ${data}; their figures are left out.`);
  return [];
}

async function runAll(command: EnginesCommand): Promise<void> {
  const { required, write, json, cache: kept } = command;
  const sets = await setsOf(command);
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
try {
  command = readCommand(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
  process.exitCode = 2;
}
if (command?.help) process.stdout.write(`${usage}\n`);
else if (command) await runAll(command);
