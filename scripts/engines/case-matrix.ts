import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceSection } from '../../bench/results.ts';
import { packageRoot } from '../../bin/node-runtime.mjs';
import { markdownTable } from '../../src/evaluate/report/markdown-report.ts';
import { type EngineName, engineNames } from './command.ts';
import type { CaseOutcome, EngineOutcome, SuiteName } from './outcome.ts';

const key = 'engines';
const suiteHeadings: Readonly<Record<SuiteName, string>> = {
  conformance: 'The suite of the contract',
  pipeline: 'The suite of the pipeline',
};
const marks: Readonly<Record<CaseOutcome['state'], string>> = { passed: '✓', skipped: '–', failed: '✗' };
const notRun = '';
const serverRow = 'server';

/** Puts the table of all tests on all engines into the documentation. */
export async function writeMatrix(
  outcomes: readonly EngineOutcome[],
  file = join(packageRoot, 'docs', 'adapters.md'),
): Promise<void> {
  const before = await readFile(file, 'utf8');
  await writeFile(file, replaceSection(before, key, matrix(outcomes, sectionOf(before))));
}

/**
 * A table for each suite: a line for each test, a column for each engine. An engine that was not run keeps the column
 * that it had in the tables of before, as far as its tests are still there.
 */
export function matrix(outcomes: readonly EngineOutcome[], before: string): string {
  const suites = (['conformance', 'pipeline'] as const).map((suite) => suiteTable(suite, outcomes, before));
  const reasons = outcomes.flatMap(({ name, cases }) =>
    cases
      .filter(({ state }) => state === 'skipped')
      .map(({ title, reason = '' }) => `- ${name}, “${title}”: ${reason}`),
  );
  return [
    'Written by `npm run engines -- --write`. ✓ passes, – is skipped, ✗ fails; an empty cell was not run.',
    ...suites,
    ...(reasons.length > 0 ? [`Skipped:\n${reasons.join('\n')}`] : []),
  ].join('\n\n');
}

function suiteTable(suite: SuiteName, outcomes: readonly EngineOutcome[], before: string): string {
  const known = tableCells(before, suiteHeadings[suite]);
  const run = new Map(
    outcomes
      .map((outcome) => ({ ...outcome, cases: outcome.cases.filter((one) => one.suite === suite) }))
      .filter(({ cases }) => cases.length > 0)
      .map((outcome) => [outcome.name, outcome] as const),
  );
  const cellOf = (engine: EngineName, area: string, title: string): string => {
    const outcome = run.get(engine);
    if (!outcome) return known.get(rowName(area, title))?.get(engine) ?? notRun;
    const found = outcome.cases.find((one) => one.area === area && one.title === title);
    return found ? marks[found.state] : notRun;
  };
  const serverOf = (engine: EngineName): string => {
    const outcome = run.get(engine);
    return outcome
      ? `${outcome.server} ${outcome.version}`.trim()
      : (known.get(serverRow)?.get(engine) ?? notRun);
  };
  const rows = new Map<string, readonly string[]>();
  for (const { cases } of run.values()) {
    for (const { area, title } of cases) {
      const name = rowName(area, title);
      rows.set(name, [name, ...engineNames.map((engine) => cellOf(engine, area, title))]);
    }
  }
  // Nothing of this suite was run: it stays as it is.
  if (rows.size === 0)
    for (const [name, cells] of known) if (name !== serverRow) rows.set(name, keptRow(name, cells));
  const table = markdownTable(
    ['', ...engineNames],
    [[serverRow, ...engineNames.map(serverOf)], ...rows.values()],
  );
  return `### ${suiteHeadings[suite]}\n${table}`;
}

function rowName(area: string, title: string): string {
  return area === '' ? title : `${area}: ${title}`;
}

function keptRow(name: string, cells: ReadonlyMap<string, string>): readonly string[] {
  return [name, ...engineNames.map((engine) => cells.get(engine) ?? notRun)];
}

/** The names of the tests that the documentation lists, in its order. */
export function listedCases(text: string, suite: SuiteName): readonly string[] {
  return [...tableCells(sectionOf(text), suiteHeadings[suite]).keys()].filter((name) => name !== serverRow);
}

function sectionOf(text: string): string {
  return text.split(`<!-- begin ${key} -->`)[1]?.split(`<!-- end ${key} -->`)[0] ?? '';
}

/** The cells of the table below a heading, by the first cell of the line and the head of the column. */
function tableCells(text: string, heading: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const lines = (text.split(`### ${heading}\n`)[1] ?? '').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  const [head = [], , ...rows] = lines.slice(0, end < 0 ? lines.length : end).map(cellsOf);
  return new Map(
    rows.map(([name = '', ...cells]) => [name, new Map(cells.map((cell, at) => [head[at + 1] ?? '', cell]))]),
  );
}

/** A bar in a cell is written `\|`. */
function cellsOf(line: string): readonly string[] {
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}
