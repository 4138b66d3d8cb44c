import { byLanguage } from '../../language/language-packs.ts';
import { writesSpaces } from '../../text/unspaced-scripts.ts';
import { ownValue } from '../../values/own-value.ts';

/**
 * How it is said, by language, that something is to be told, known or looked for, in front of what that is. In these
 * patterns a space stands for any white space.
 */
const openings = byLanguage(({ asking }) => asking?.askingOpenings);

/** The same behind what is asked for, and what asks whether it is so. */
const closings = byLanguage(({ asking }) => asking?.askingClosings);

/** What a question in a language may begin with before it says what is asked for, and the same at its end. */
interface AskingPhrases {
  readonly opening?: RegExp;
  readonly closing?: RegExp;
}

/** Made when a question in a language first comes. */
const patterns = new Map<string, AskingPhrases>();

/** The phrases of a language, a BCP 47 primary subtag; none of one that is not known. */
export function askingPhrases(language: string): AskingPhrases {
  const made = patterns.get(language);
  if (made) return made;
  const [before, behind] = [ownValue(openings, language), ownValue(closings, language)];
  const isParted = writesSpaces(language);
  const wordEnd = isParted ? String.raw`(?:(?<=['’])|(?![\p{L}\p{N}]))` : '';
  const parting = isParted && language !== 'ko' ? String.raw`[,.;!?،؟][\s¿]{0,9}` : String.raw`\s{0,9}`;
  const phrases = {
    ...(before && {
      opening: pattern(String.raw`^[\s¿¡]{0,9}`, before, String.raw`${wordEnd}[,.:;!?،，。！：]{0,9}\s{0,9}`),
    }),
    ...(behind && { closing: pattern(parting, behind, String.raw`[\s.!?؟？。]{0,9}$`) }),
  };
  patterns.set(language, phrases);
  return phrases;
}

function pattern(before: string, phrases: readonly string[], behind: string): RegExp {
  const lines = phrases.join('|').replace(/\n\s*/g, ' ');
  const source = lines.replaceAll(' ?', String.raw`\s*`).replaceAll(' ', String.raw`\s+`);
  return new RegExp(`${before}(?:${source})${behind}`, 'iu');
}
