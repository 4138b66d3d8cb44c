import { z } from 'zod';
import type { Chunker } from '../../contracts/chunker.ts';
import type { Tokenizer } from '../../contracts/embedder.ts';
import { checkedOptions } from './checked-options.ts';
import { pageChunker, pageOptions } from './page-chunker.ts';
import { recursiveChunker, recursiveOptions } from './recursive-chunker.ts';
import { sentenceChunker, sentenceOptions } from './sentence-chunker.ts';
import { structureChunker, structureOptions } from './structure-chunker.ts';
import { tokenChunker, tokenOptions } from './token-chunker.ts';

/**
 * A chunker by its name, with options of its own. Options that only others have are ignored, so that one flat
 * section of settings can hold those of all.
 */
export const chunkerSettings = z.discriminatedUnion('name', [
  structureOptions.safeExtend({ name: z.literal('structure') }),
  recursiveOptions.safeExtend({ name: z.literal('recursive') }),
  tokenOptions.safeExtend({ name: z.literal('tokens') }),
  sentenceOptions.safeExtend({ name: z.literal('sentences') }),
  pageOptions.safeExtend({ name: z.literal('page') }),
]);

/** What any of them has, and what counts for it, which stands in the same section. */
const optionNames = ['tokenizer', ...chunkerSettings.options.flatMap(({ shape }) => Object.keys(shape))];

/** Settings with defaults filled in, as {@link chunkerSettings} gives them. */
export type ChunkerSettings = z.output<typeof chunkerSettings>;

/** Every chunker by its name. */
const chunkers: {
  readonly [Name in ChunkerSettings['name']]: (
    options: Omit<Extract<ChunkerSettings, { name: Name }>, 'name'> & { readonly tokenizer: Tokenizer },
  ) => Chunker;
} = {
  structure: structureChunker,
  recursive: recursiveChunker,
  tokens: tokenChunker,
  sentences: sentenceChunker,
  page: pageChunker,
};

/**
 * The chunker that the settings name; `tokenizer` counts for it. What they leave out has its default. Errors:
 * `config_invalid`; `request_invalid` for an option that none has.
 */
export function createChunker(settings: z.input<typeof chunkerSettings>, tokenizer: Tokenizer): Chunker {
  const { name, ...options } = checkedOptions(chunkerSettings, settings, { names: optionNames, tokenizer });
  const create = chunkers[name] as (options: object) => Chunker;
  return create({ ...options, tokenizer });
}
