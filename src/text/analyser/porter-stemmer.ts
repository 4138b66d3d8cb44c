/** A suffix and what takes its place. */
type Rule = readonly [suffix: string, replacement: string];

/**
 * Stems a lower-case English word. Porter, "An algorithm for suffix stripping", 1980, in the form of
 * https://snowballstem.org/algorithms/porter/stemmer.html, which also stems words of one and two letters. A
 * word that nothing would be left of, a lone s, stays.
 */
export function stemPorter(word: string): string {
  const firstRegion = regionAfter(word, 0);
  const secondRegion = regionAfter(word, firstRegion);
  let stem = withoutPlural(word);
  stem = withoutParticiple(stem, firstRegion);
  if (stem.endsWith('y') && hasVowel(stem, stem.length - 1)) stem = `${stem.slice(0, -1)}i`;
  stem = replaceSuffix(stem, derivations, firstRegion);
  stem = replaceSuffix(stem, adjectives, firstRegion);
  stem = withoutEnding(stem, secondRegion);
  stem = withoutFinalE(stem, firstRegion, secondRegion);
  if (stem.endsWith('ll') && stem.length - 1 >= secondRegion) stem = stem.slice(0, -1);
  return stem || word;
}

const vowels: ReadonlySet<string> = new Set('aeiou');

/** Behind the first consonant that follows a vowel, from `start` on; the end of the word where there is none. */
function regionAfter(word: string, start: number): number {
  let at = start;
  while (at < word.length && !isVowel(word, at)) at++;
  while (at < word.length && isVowel(word, at)) at++;
  return Math.min(at + 1, word.length);
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss')) return word.endsWith('sses') ? word.slice(0, -2) : word;
  return word.slice(0, word.endsWith('sses') || word.endsWith('ies') ? -2 : -1);
}

function withoutParticiple(word: string, firstRegion: number): string {
  if (word.endsWith('eed')) return word.length - 3 >= firstRegion ? word.slice(0, -1) : word;
  const ending = ['ed', 'ing'].find((one) => word.endsWith(one));
  if (ending === undefined || !hasVowel(word, word.length - ending.length)) return word;
  const stem = word.slice(0, -ending.length);
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem)) return stem.slice(0, -1);
  return stem.length === firstRegion && endsShort(stem, stem.length) ? `${stem}e` : stem;
}

const derivations = byLastLetter([
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['izer', 'ize'],
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['fulness', 'ful'],
  ['ousli', 'ous'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
]);

const adjectives = byLastLetter([
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ative', ''],
  ['ful', ''],
  ['ness', ''],
]);

const endings = byLastLetter(
  'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'
    .split(' ')
    .map((suffix) => [suffix, '']),
);

function replaceSuffix(word: string, rules: ReadonlyMap<string, readonly Rule[]>, region: number): string {
  const rule = longestRule(word, rules);
  if (rule === undefined) return word;
  const [suffix, replacement] = rule;
  const start = word.length - suffix.length;
  return start >= region ? word.slice(0, start) + replacement : word;
}

function withoutEnding(word: string, secondRegion: number): string {
  if (word.endsWith('ion') && !/[st]ion$/.test(word)) return word;
  return replaceSuffix(word, endings, secondRegion);
}

function withoutFinalE(word: string, firstRegion: number, secondRegion: number): string {
  if (!word.endsWith('e')) return word;
  const length = word.length - 1;
  const isLoose = length >= secondRegion || (length >= firstRegion && !endsShort(word, length));
  return isLoose ? word.slice(0, -1) : word;
}

/** Whether the first `length` letters end like `hop`: consonant, vowel, and a consonant other than w, x and y. */
function endsShort(word: string, length: number): boolean {
  return (
    length >= 3 &&
    !isVowel(word, length - 1) &&
    !'wxy'.includes(word[length - 1] as string) &&
    isVowel(word, length - 2) &&
    !isVowel(word, length - 3)
  );
}

function hasVowel(word: string, length: number): boolean {
  for (let at = 0; at < length; at++) if (isVowel(word, at)) return true;
  return false;
}

/** A y is a vowel behind a consonant. */
function isVowel(word: string, at: number): boolean {
  const letter = word[at] as string;
  return letter === 'y' ? at > 0 && !isVowel(word, at - 1) : vowels.has(letter);
}

function longestRule(word: string, rules: ReadonlyMap<string, readonly Rule[]>): Rule | undefined {
  return rules.get(word.at(-1) ?? '')?.find(([suffix]) => word.endsWith(suffix));
}

/** Rules by the letter that their suffixes end in, the longest first. */
function byLastLetter(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const sorted = rules.toSorted(([left], [right]) => right.length - left.length);
  return Map.groupBy(sorted, ([suffix]) => suffix.at(-1) as string);
}
