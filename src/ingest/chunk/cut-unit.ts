import type { Block } from '../../contracts/parser.ts';
import { type CutOptions, type Cutter, graphemes, items, lines, sentences, words } from './seams.ts';
import type { Unit } from './units.ts';
import type { Span } from './windows.ts';

/** A span that is not cut any further. */
export interface Piece extends Span {
  /** Its length with the white space before it, so that the sum over a chunk's pieces bounds the chunk. */
  readonly tokens: number;
}

/**
 * Cuts a unit at its own seams: a list at its items, a table at its rows, code at its lines, all else at sentences.
 * What is over the maximum between two seams is cut at the next finer ones, down to words and graphemes.
 * Counts each span once per grade.
 */
export function cutUnit(text: string, unit: Unit, options: CutOptions): Generator<Piece> {
  return cutSpan(text, unit, cuttersByKind[unit.kind], options);
}

/** Cuts a span by the first cutter, and what is over the maximum then by the finer ones that follow it. */
export function* cutSpan(
  text: string,
  span: Span,
  cutters: readonly Cutter[],
  options: CutOptions,
): Generator<Piece> {
  const [cutter, ...finer] = cutters;
  if (!cutter) {
    yield { ...span, tokens: countUpTo(text, span, options) };
    return;
  }
  for (const part of cutter(text, span, options)) {
    const tokens = countUpTo(text, part, options);
    if (tokens <= options.maxTokens || finer.length === 0) yield { ...part, tokens };
    else yield* cutSpan(text, part, finer, options);
  }
}

/** No tokenizer puts more than these code units into a token of ordinary text. */
const maxUnitsPerToken = 16;

/** White space further back is not looked at. */
const maxSpaceBefore = 64;

/**
 * Tokens of a span with the white space before it; infinite without counting where it is so long that it has to be
 * cut in any case.
 */
export function countUpTo(text: string, { start, end }: Span, { maxTokens, tokenizer }: CutOptions): number {
  if (end - start > maxTokens * maxUnitsPerToken) return Number.POSITIVE_INFINITY;
  const before = text.slice(Math.max(0, start - maxSpaceBefore), start);
  return tokenizer.count(text.slice(start - (before.length - before.trimEnd().length), end));
}

/** Tokens of pieces together. */
export function sumTokens(pieces: readonly Pick<Piece, 'tokens'>[]): number {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** The seams of running text, the coarsest first. */
export const prose: readonly Cutter[] = [sentences, words, graphemes];

const byLine: readonly Cutter[] = [lines, words, graphemes];

/** The seams of each kind of block, the coarsest first. */
export const cuttersByKind: Readonly<Record<Block['kind'], readonly Cutter[]>> = {
  heading: prose,
  paragraph: prose,
  quote: prose,
  figure: prose,
  list: [items, lines, ...prose],
  table: byLine,
  code: byLine,
  equation: byLine,
};
