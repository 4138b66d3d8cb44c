import { FootnoteError } from '../errors.ts';

/** What is wrong with a question of a file. */
export interface QuestionFault {
  readonly line: number;
  readonly problem: string;
}

/** Faults that a message names beside the first. */
const mostNamed = 9;

/**
 * Refuses a file of questions where it has faults, and names them together, so that one reading mends them all.
 * Errors: `file_malformed` with the line of the first.
 */
export function refuseFaults(path: string, faults: readonly QuestionFault[]): void {
  const [first, ...others] = faults.toSorted((a, b) => a.line - b.line);
  if (!first) return;
  const named = others.slice(0, mostNamed).map(({ line, problem }) => `; line ${line}: ${problem}`);
  const more = others.length > mostNamed ? `; and ${others.length - mostNamed} more` : '';
  throw new FootnoteError('file_malformed', {
    path,
    line: first.line,
    problem: `${first.problem}${named.join('')}${more}`,
  });
}
