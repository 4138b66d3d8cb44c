import type { Tokenizer } from '../contracts/tokenizer.ts';
import type { CitedPassage } from './cite.ts';

/** How passages are laid out for a language model. */
export interface ContextFormat {
  /** A passage with its heading line. */
  passage(cited: CitedPassage): string;
  /** What stands between two passages. */
  readonly separator: string;
}

/** The passages as a language model reads them, and which of them found room. */
export interface BuiltContext {
  readonly text: string;
  readonly passages: readonly CitedPassage[];
}

/** `[1] Title > Section, page 3`, then the passage. */
export const numberedContext: ContextFormat = {
  separator: '\n\n',
  passage({ passage, hit }) {
    const place = [hit.title, ...hit.headingPath.filter((heading) => heading !== hit.title)].join(' > ');
    const page = hit.page === null ? '' : `, page ${hit.page}`;
    return `[${passage.number}] ${place}${page}\n${passage.chunk.content}`;
  },
};

/**
 * Writes passages out, best first, as long as they fit. One that does not is left out rather than cut; only where
 * not even the first fits is that one cut, at a character's border.
 */
export function buildContext(
  passages: readonly CitedPassage[],
  { format, tokenizer, maxTokens }: { format: ContextFormat; tokenizer: Tokenizer; maxTokens: number },
): BuiltContext {
  const written: string[] = [];
  const taken: CitedPassage[] = [];
  const separatorTokens = tokenizer.count(format.separator);
  let tokens = 0;
  for (const cited of passages) {
    const text = format.passage(cited);
    const more = tokenizer.count(text) + (taken.length === 0 ? 0 : separatorTokens);
    if (tokens + more > maxTokens) continue;
    written.push(text);
    taken.push(cited);
    tokens += more;
  }
  const [first] = passages;
  if (taken.length === 0 && first) {
    return { text: cutToTokens(format.passage(first), maxTokens, tokenizer), passages: [first] };
  }
  return { text: written.join(format.separator), passages: taken };
}

/** The longest beginning of a text, to within a few tokens, that has no more than `maxTokens`. */
function cutToTokens(text: string, maxTokens: number, tokenizer: Tokenizer): string {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (tokenizer.count(text.slice(0, middle)) <= maxTokens) low = middle;
    else high = middle - 1;
  }
  return text.slice(0, low).toWellFormed();
}
