import { foldDiacritics } from './fold-diacritics.ts';
import { suffixStripper } from './suffix-stripper.ts';

const endings = `
  α αγατε αγαν αει αμαι αν ασ ασαι αται αω ε ει εισ ειτε εσ εσαι εται
  ι ιεμαι ιεμαστε ιεται ιεσαι ιεσαστε ιομασταν ιομουν ιομουνα ιονταν ιοντουσαν ιοσασταν ιοσαστε ιοσουν ιοσουνα
  ιοταν ιουμα ιουμαστε ιουνται ιουνταν
  η ηδεσ ηδων ηθει ηθεισ ηθειτε ηθηκατε ηθηκαν ηθουν ηθω ηκατε ηκαν ησ ησαν ησατε ησει ησεσ ησουν ησω
  ο οι ομαι ομασταν ομουν ομουνα ονται ονταν οντουσαν οσ οσασταν οσαστε οσουν οσουνα οταν ου ουμαι ουμαστε ουν
  ουνται ουνταν ουσ ουσαν ουσατε υ υσ ω ων`;

// Of nouns in -μα only the vowel goes, as from their other forms, so that the μ is part of the stem in all of them.
const nounEnding = /μ(?:ατα|ατων|ατοσ|α)$/;

const strip = suffixStripper(endings.trim().split(/\s+/), 3);

/**
 * Stems a Greek word lightly: accents and the final form of sigma go, then the ending of a noun in -μα, or else the
 * longest inflectional ending. The last two steps of Ntais, "Development of a Stemmer for the Greek Language", 2006;
 * those before them, which take derivations apart, are left out.
 */
export function stemGreek(word: string): string {
  const plain = foldDiacritics(word).replaceAll('ς', 'σ');
  const noun = plain.replace(nounEnding, 'μ');
  return noun === plain || noun.length < 3 ? strip(plain) : noun;
}
