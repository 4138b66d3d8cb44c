import { FootnoteError } from '../errors.ts';
import type { Config } from '../settings/config.ts';
import { overrideConfig } from '../settings/resolve-config.ts';
import { parsedJson } from '../values/own-value.ts';
import { requireList, requireObject } from '../values/require-arguments.ts';

/** A setting and the values to try. */
export interface SweptSetting {
  /** Dotted: `retrieval.vectorWeight`. */
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Settings that stand for one run of a sweep. */
export interface SweptConfig {
  /** What was swept, by dotted name. */
  readonly changes: Readonly<Record<string, unknown>>;
  readonly config: Config;
}

const setting = /^\w+\.\w+$/;

/** More runs than this are a mistake more often than a wish. */
const maxRuns = 200;

/** Reads `retrieval.vectorWeight=0.3,0.55`; values that are JSON are that, others text. Errors: `config_invalid`. */
export function parseSweep(argument: string): SweptSetting {
  const [name = '', ...rest] = argument.split('=');
  const values = rest.join('=').split(',');
  if (!setting.test(name) || values.some((value) => value.trim() === '')) {
    throw invalid(`"${argument}" is not of the form section.name=value,value`);
  }
  return { name, values: values.map((value) => parsedJson(value) ?? value.trim()) };
}

/**
 * Every combination of the values over `base`, in order; `base` alone where nothing is swept. Errors: `config_invalid`.
 */
export function sweepConfigs(base: Config, sweep: readonly SweptSetting[]): SweptConfig[] {
  requireList('sweep', sweep);
  for (const [place, swept] of sweep.entries()) {
    requireObject(`sweep.${place}`, swept);
    const { name, values } = swept;
    if (!setting.test(name)) throw invalid(`"${name}" is not of the form section.name`);
    requireList(`sweep.${place}.values`, values);
    if (values.length === 0) throw invalid(`${name} has no values`);
  }
  const repeated = sweep.find(({ name }, place) => sweep.findIndex((one) => one.name === name) < place);
  if (repeated) throw invalid(`${repeated.name} is given twice. List all of its values in one`);
  const runs = sweep.reduce((product, { values }) => product * values.length, 1);
  if (runs > maxRuns) throw invalid(`${runs} runs are more than the limit of ${maxRuns}`);
  let combinations: Record<string, unknown>[] = [{}];
  for (const { name, values } of sweep) {
    combinations = combinations.flatMap((changes) => values.map((value) => ({ ...changes, [name]: value })));
  }
  return combinations.map((changes) => ({ changes, config: overrideConfig(base, changes, 'The sweep') }));
}

function invalid(problem: string): FootnoteError {
  return new FootnoteError('config_invalid', { source: 'The sweep', problem });
}
