import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What a script prints as JSON, run in a fresh process of this Node. */
export async function runScript<Result>(script: string, ...args: readonly string[]): Promise<Result> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { maxBuffer: 2 ** 24 });
  return JSON.parse(stdout) as Result;
}
