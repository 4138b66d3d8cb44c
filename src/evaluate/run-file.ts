import { FootnoteError } from '../errors.ts';
import { readInputFile } from '../files/input-files.ts';
import { writeOutputFile } from '../files/output-files.ts';
import { parsedJson } from '../values/own-value.ts';
import { schemaProblem } from '../values/value-problem.ts';
import type { EvaluationRun } from './evaluation-run.ts';
import { runSchema } from './run-schema.ts';

/** Writes a run as JSON, making the folders above it. Errors: `path_unwritable`. */
export function saveRun(run: EvaluationRun, file: string): void {
  writeOutputFile(file, `${JSON.stringify(run, null, 1)}\n`);
}

/**
 * Reads what {@link saveRun} wrote. Errors: `path_not_found`, `path_unreadable`; `file_malformed` where it is no such
 * file.
 */
export async function readRun(file: string): Promise<EvaluationRun> {
  const json = parsedJson(await readInputFile(file));
  const parsed = runSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const problem = `it is not a run saved by "footnote eval --save" (${json === undefined ? 'it is not JSON' : schemaProblem(parsed.error)})`;
  throw new FootnoteError('file_malformed', { path: file, line: 1, problem });
}
