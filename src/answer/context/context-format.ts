import type { CitedPassage } from '../cite.ts';

/** How passages are laid out for a language model. */
export interface ContextFormat {
  /** A passage with what is said of its place. */
  passage(cited: CitedPassage): string;
  /** What stands between two passages. */
  readonly separator: string;
}
