import { expect } from 'vitest';
import type { Finished } from './run-footnote.ts';

/** What a failing command has to look like with `--json`: one object, and the same message for people. */
export function expectFailure({ code, stdout, stderr }: Finished, exit: number, errorCode: string) {
  const result = JSON.parse(stdout) as { error: { code: string; message: string; details: object } };
  expect(result.error.code).toBe(errorCode);
  expect(code).toBe(exit);
  expect(stderr).toContain(`error: ${result.error.message}`);
  expect(stderr).not.toMatch(/^\s+at /m);
  return result.error;
}
