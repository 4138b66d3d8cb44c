import { isFunctionWord, wordOrName } from '../../text/function-words.ts';

/** Who does what to whom: two things and what stands between them: “the tenant pays the landlord”. */
export interface Roles {
  /** As it is written. */
  readonly text: string;
  readonly verb: string;
  readonly agent: string;
  readonly patient: string;
}

/** What may stand between them. */
const between =
  /^(?:\s+(?:the|an?|this|that|these|those|its|their|his|her|our|your|my|is|are|was|were|be|been|being|has|have|had|do|does|did|will|can|could|would|may|might|must|shall|should|by))*\s+$/iu;

const beforePassive = /\b(?:is|are|was|were|be|been|being)\s+$/iu;
const behindPassive = /^\s+by\b/iu;

/** What each does to the other. */
const mutual =
  /^(?:meet|met|marr|equal|resembl|border|match|oppos|differ|touch|adjoin|balanc|correspond|compar)/iu;

/**
 * What a claim says the other way round than its sources: “the tenant pays the landlord” where the landlord pays the
 * tenant, as far as neighbouring words show it. `terms` are those of the claim, `known` what its sources say;
 * `termOf` gives the term of a word.
 */
export function swappedRoles(
  claim: string,
  terms: ReadonlySet<string>,
  known: readonly Roles[],
  termOf: (word: string) => string,
): readonly string[] {
  const namesAll = ({ verb, agent, patient }: Roles) =>
    terms.has(verb) && terms.has(agent) && terms.has(patient);
  if (!known.some(namesAll)) return [];
  const stands = (verb: string, agent: string, patient: string) =>
    known.some((one) => one.verb === verb && one.agent === agent && one.patient === patient);
  return rolesIn(claim, termOf)
    .filter(({ verb, agent, patient }) => stands(verb, patient, agent) && !stands(verb, agent, patient))
    .map(({ text }) => text);
}

/** Who does what to whom in an English text; in many languages either may stand first. */
export function rolesIn(text: string, termOf: (word: string) => string): readonly Roles[] {
  const words = Array.from(text.matchAll(wordOrName), ({ 0: written, index }) => ({ written, index })).filter(
    ({ written }) => !isFunctionWord(written, 'en'),
  );
  return words.flatMap((verb, place): Roles[] => {
    const [first, last] = [words[place - 1], words[place + 1]];
    if (!first || !last || mutual.test(verb.written)) return [];
    const verbEnd = verb.index + verb.written.length;
    const [left, right] = [
      text.slice(first.index + first.written.length, verb.index),
      text.slice(verbEnd, last.index),
    ];
    if (!between.test(left) || !between.test(right)) return [];
    const ends = [termOf(first.written), termOf(last.written)] as const;
    const isPassive = beforePassive.test(left) && behindPassive.test(right);
    const [agent, patient] = isPassive ? ends.toReversed() : ends;
    if (agent === undefined || patient === undefined || agent === patient) return [];
    const end = last.index + last.written.length;
    return [{ text: text.slice(first.index, end), verb: termOf(verb.written), agent, patient }];
  });
}
