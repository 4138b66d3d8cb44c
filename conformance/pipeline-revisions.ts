import type { Footnote } from '../src/footnote.ts';
import { assertSame } from './assertions.ts';

/** Files of three sections, with the revision in each, so that a mixture shows. */
export function revised(names: readonly string[], revision: number): Readonly<Record<string, string>> {
  const section = (name: string, number: number) =>
    `## Part ${number}\n\nPart ${number} of the file ${name} stands in revision ${revision} of the harbour rules, and in no other one.\n`;
  return Object.fromEntries(
    names.map((name) => [
      `${name}.md`,
      `# Rules ${name}\n\n${[1, 2, 3].map((number) => section(name, number)).join('\n')}`,
    ]),
  );
}

/** The last part of a path. */
export const fileOf = (path: string): string => path.split('/').at(-1) as string;

/**
 * Searches all passages, and fails unless each document is there whole in one revision, which is returned by file, in
 * their order.
 */
export async function revisionsOf(
  footnote: Footnote,
  collection: string,
): Promise<ReadonlyMap<string, number>> {
  // Documents may change between a search and a list: what is found must be whole by itself.
  const { hits } = await footnote.search('the revision of the harbour rules', { collection });
  const found = Map.groupBy(hits, ({ path }) => fileOf(path));
  const files = [...found.keys()].toSorted();
  return new Map(
    files.map((file): [string, number] => {
      const passages = found.get(file) ?? [];
      const revisions = new Set(passages.map(({ content }) => Number(/revision (\d+)/.exec(content)?.[1])));
      assertSame(revisions.size, 1, `${file} is found in revisions ${[...revisions].join()}`);
      const parts = passages.map(({ content }) => /Part (\d) of/.exec(content)?.[1] ?? '').toSorted();
      assertSame(parts, ['1', '2', '3'], `${file} is found in parts`);
      return [file, [...revisions][0] as number];
    }),
  );
}

/** Repeats a step until some work has come to its end; what that is, and how often the step was done. */
export async function meanwhile<Result>(
  work: Promise<Result>,
  step: () => Promise<unknown>,
): Promise<{ readonly result: Result; readonly steps: number }> {
  const state = { isDone: false };
  const ended = work.finally(() => {
    state.isDone = true;
  });
  const repeat = async () => {
    let steps = 0;
    for (; !state.isDone; steps++) await step();
    return steps;
  };
  const [result, steps] = await Promise.all([ended, repeat()]);
  return { result, steps };
}
