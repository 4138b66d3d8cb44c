import type { Footnote } from '../footnote.ts';
import type { Config } from '../settings/config.ts';
import type { StoredFootnote } from './stored-pipeline.ts';

/** Opens Footnote under settings. */
export type OpenFootnote = (config: Config) => Promise<Footnote>;

/** Opens the store, does the work with it and closes it, whatever happens. */
export async function withFootnote<Result>(
  config: Config,
  work: (footnote: Footnote) => Promise<Result>,
  open: OpenFootnote = openByDefault,
): Promise<Result> {
  return closing(await open(config), work);
}

/** Loads the pipeline as late as this, so that a command with wrong arguments says so at once. */
async function openByDefault(config: Config): Promise<Footnote> {
  const { openFootnote } = await import('../pipeline.ts');
  return openFootnote(config);
}

/** {@link withFootnote} for calls that need neither model nor index: half as much code is loaded. */
export async function withStored<Result>(
  config: Config,
  work: (stored: StoredFootnote) => Promise<Result>,
): Promise<Result> {
  const { openStored } = await import('./stored-pipeline.ts');
  return closing(openStored(config), work);
}

async function closing<Opened extends Pick<Footnote, 'close'>, Result>(
  opened: Opened,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
