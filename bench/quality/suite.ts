import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { measureNames } from './measures.ts';

const run = z.strictObject({
  /** Folder below the data directory, in BEIR layout. */
  set: z.string().min(1),
  /** `even`: every second line, the half that no setting was chosen on. */
  questions: z.enum(['even', 'all']),
  /** Judgements from 1 up count alike. */
  binary: z.boolean().default(false),
  /** Sets whose questions have no answer here. */
  offTopic: z.array(z.string()).default([]),
  /** The least value of each measure that is still right. */
  atLeast: z.partialRecord(z.enum(measureNames), z.number().min(0).max(1)),
});

const suite = z.strictObject({
  /** For the reader of the results. */
  describe: z.string().min(1),
  runs: z.array(run).min(1),
});

/** What one set is measured for. */
export type QualityRun = z.infer<typeof run>;

/** The measurements behind one name. */
export type QualitySuite = z.infer<typeof suite>;

/** Reads `NAME.yaml` beside this file. Errors: any `Error`, its message for the user. */
export async function readSuite(name: string): Promise<QualitySuite> {
  const file = new URL(`./${encodeURIComponent(name)}.yaml`, import.meta.url);
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`There is no quality run "${name}".`);
  });
  const parsed = suite.safeParse(parse(text));
  if (!parsed.success) throw new Error(`${name}.yaml: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
