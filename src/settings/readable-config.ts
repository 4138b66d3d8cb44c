import { type FootnoteError, isFootnoteError } from '../errors.ts';
import type { Config, PartialConfig } from './config.ts';
import type { Environment } from './environment-settings.ts';
import { resolveConfig } from './resolve-config.ts';

/** The settings as far as they can be read. */
export interface ReadableConfig {
  readonly config: Config;
  /** What is wrong with the others; absent where all can be read. */
  readonly problem?: FootnoteError;
  /** Where those come from that were left out. */
  readonly leftOut?: string;
}

const nowhere = { directory: null };
const noVariables = { environment: {} };

/**
 * The settings that the flags, the environment and the working directory give, for whoever has to go on where some are
 * wrong: then without those of the file, of the environment, or of both. Errors: `config_invalid` for the flags.
 */
export function readableConfig(flags: PartialConfig): ReadableConfig {
  const attempts: { leftOut?: string; directory?: null; environment?: Environment }[] = [
    {},
    { leftOut: 'the file', ...nowhere },
    { leftOut: 'the environment', ...noVariables },
    { leftOut: 'the file and the environment', ...nowhere, ...noVariables },
  ];
  let problem: FootnoteError | undefined;
  for (const { leftOut, ...places } of attempts) {
    try {
      const { config } = resolveConfig({ flags, ...places });
      return { config, ...(problem && { problem, leftOut }) };
    } catch (error) {
      if (!isFootnoteError(error)) throw error;
      problem ??= error;
    }
  }
  throw problem;
}
