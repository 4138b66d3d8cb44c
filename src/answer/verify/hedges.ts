import { byLanguage } from '../../language/language-packs.ts';
import { clauseEnd } from './denials.ts';

/** Words that leave open whether something is so, by language. In small letters: “May” is a month. */
const hedges = byLanguage(({ claiming }) => claiming?.hedges);

/** What says the same, or that something is allowed, which “may” can mean too. */
const allowances = byLanguage(({ claiming }) => claiming?.allowances);

/** How much of a claim a clause must say to be what the claim is made of. */
const saidShare = 0.6;

/** Whether a text leaves open whether something is so. */
export function leavesOpen(text: string, language: string): boolean {
  return hedges[language]?.test(text) === true;
}

/** A clause of a source. */
export interface Clause {
  /** Its content terms. */
  readonly terms: ReadonlySet<string>;
  /** The word by which it leaves open whether it is so; undefined where it states it. */
  readonly hedge: string | undefined;
}

/** The clauses of a text, in order. `termsOf` gives the content terms of a text. */
export function clausesOf(
  text: string,
  language: string,
  termsOf: (text: string) => readonly string[],
): readonly Clause[] {
  return text.split(clauseEnd).map((clause) => {
    return { terms: new Set(termsOf(clause)), hedge: hedges[language]?.exec(clause)?.[0] };
  });
}

/** Whether a claim states something for sure: it neither leaves it open nor says that it is allowed. */
export function statesForSure(claim: string, language: string): boolean {
  return !leavesOpen(claim, language) && allowances[language]?.test(claim) !== true;
}

/**
 * The word by which a source leaves open what a claim of these content terms states: “may” of “may reduce”, where the
 * claim has “reduces” and no clause of the sources states it. Undefined where there is none.
 */
export function droppedHedge(
  claim: ReadonlySet<string>,
  clauses: readonly Clause[],
): readonly [string] | undefined {
  let dropped: string | undefined;
  let statedShare = 0;
  let hedgedShare = 0;
  for (const { terms, hedge } of clauses) {
    const share = claim.intersection(terms).size / claim.size;
    if (hedge === undefined) statedShare = Math.max(statedShare, share);
    else if (share > hedgedShare) {
      hedgedShare = share;
      dropped = hedge;
    }
  }
  const isDropped = hedgedShare >= saidShare && hedgedShare > statedShare;
  return isDropped && dropped !== undefined ? [dropped] : undefined;
}
