import { timeOf } from './time-of.ts';

/** Asks `count` questions by their number from 0 on, `together` at a time; the milliseconds of each. */
export async function timesTogether(
  count: number,
  together: number,
  ask: (at: number) => Promise<unknown>,
): Promise<readonly number[]> {
  const times: number[] = [];
  let next = 0;
  const askOn = async (): Promise<void> => {
    while (next < count) {
      const at = next++;
      times.push(await timeOf(() => ask(at)));
    }
  };
  await Promise.all(Array.from({ length: together }, askOn));
  return times;
}
