import { mapAtOnce } from '../../src/evaluate/measure-run.ts';
import { timeOf } from './time-of.ts';

/** Asks `count` questions by their number from 0 on, `together` at a time; the milliseconds of each. */
export function timesTogether(
  count: number,
  together: number,
  ask: (at: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const numbers = Array.from({ length: count }, (_, at) => at);
  return mapAtOnce(together, numbers, (at) => timeOf(() => ask(at)));
}
