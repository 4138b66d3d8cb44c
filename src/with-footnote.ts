import type { Config } from './config.ts';
import type { Footnote } from './footnote.ts';

/** Opens the store, does the work with it and closes it, whatever happens. */
export async function withFootnote<Result>(
  config: Config,
  work: (footnote: Footnote) => Promise<Result>,
): Promise<Result> {
  // What is wrong with a command's arguments is said before all of this is loaded.
  const { openFootnote } = await import('./pipeline.ts');
  const footnote = await openFootnote(config);
  try {
    return await work(footnote);
  } finally {
    await footnote.close();
  }
}
