import { type DefinitionWords, none } from '../language/language-pack.ts';
import { byLanguage } from '../language/language-packs.ts';
import { wordSet } from '../text/words.ts';
import { ownValue } from '../values/own-value.ts';

/** How one language asks what something is, and how it says so. */
interface Wording extends Omit<DefinitionWords, 'indefinite' | 'definite'> {
  readonly article?: RegExp;
  readonly definite?: RegExp;
}

const leading = (words: string) => new RegExp(String.raw`^(?:${words})(?:\s+|(?<=['’]))`, 'iu');

/** By BCP 47 primary subtag. */
const wordings: Readonly<Record<string, Wording>> = byLanguage(({ telling }) => {
  if (!telling?.definitions) return none;
  const { indefinite, definite, ...others } = telling.definitions;
  return {
    ...others,
    ...(definite !== undefined && {
      article: leading(`${indefinite}|${definite}`),
      definite: leading(definite),
    }),
  };
});

/** Words of what a question asks to have defined, most: "What is the aim of the third of these?" asks for a fact. */
const mostAskedWords = 4;

/** The same of a name with where it is used behind it. */
const mostWordsOfName = 3;

/** Words that make more of a name than a name. */
const joining = wordSet('to of for with from by zu von für mit aus à de du des pour avec a del para con');

/** A question with more characters asks for more than a definition. */
const longestQuestion = 200;

/** What a question asks to have defined, without its article: "What is a stator?" asks for "stator". */
export function definedTerm(question: string, language: string): string | undefined {
  const asked = askedToDefine(question, language);
  return asked === undefined ? undefined : withoutArticle(asked, ownValue(wordings, language));
}

/**
 * Whether a question asks what something is that it names: "What is a stator?", "What are stators?". "What is the
 * size?" asks for that of something else.
 */
export function namesWhatItIs(question: string, language: string): boolean {
  const asked = askedToDefine(question, language);
  return asked !== undefined && !ownValue(wordings, language)?.definite?.test(asked);
}

/**
 * A question for what something is, asked of another name: "What is a rotor?" of "What is a stator?"; undefined where
 * it asks for something else.
 */
export function askedOf(name: string, question: string, language: string): string | undefined {
  const asked = namesWhatItIs(question, language) ? askedToDefine(question, language) : undefined;
  if (asked === undefined || !question.includes(asked)) return undefined;
  // « qu’un rotor », but « que la pompe ».
  return question.replace(asked, () => name).replace(/qu['’](?=[^aeiouyhàâéèêîôœ])/iu, 'que ');
}

/** What a question asks to have defined, as it stands there. */
function askedToDefine(question: string, language: string): string | undefined {
  const wording = ownValue(wordings, language);
  const words = bareQuestion(question);
  if (!wording || words.length > longestQuestion) return undefined;
  for (const pattern of wording.questions) {
    const found = pattern.exec(words)?.[1];
    if (found === undefined || wording.factEnd?.test(found)) continue;
    const asked = withoutPlace(found, wording);
    const named = withoutArticle(asked, wording).match(/[\p{L}\p{N}]+/gu) ?? [];
    return named.length <= mostAskedWords ? asked : undefined;
  }
  return undefined;
}

/** A short name without what says where it is used; "the way to log in" names nothing that would be left. */
function withoutPlace(asked: string, { where, article }: Wording): string {
  const name = where ? asked.replace(where, '') : asked;
  const words = (article ? name.replace(article, '') : name).split(' ');
  return words.length <= mostWordsOfName && words.every((word) => !joining.has(word.toLowerCase()))
    ? name
    : asked;
}

/** What of a question asks for nothing else: “What exactly is a stator?” */
const asking =
  /(?<=\s)(?:exactly|precisely|genau|eigentlich|exactement|exactamente|esattamente|exatamente|precies|именно)(?!\p{L})/giu;

/** In one line, without the marks at its end. */
function bareQuestion(question: string): string {
  const asked = question.slice(0, longestQuestion + 1).replace(asking, ' ');
  return asked
    .replace(/\s+/gu, ' ')
    .replace(/[\s?？.!]+$/u, '')
    .trim();
}

/** Characters of a sentence that what it defines stands in. */
const subjectWithin = 160;

/** A term and what is said of it, with a colon, a dash, or the term in bold print between them. */
const label = /(?<=^.{2,60}?)(?:[.:]\*\*\s|\s*[:：]\s|\s(?:[–—]|--?)\s)/su;

/**
 * What a sentence that has the form of a definition defines: the words before "is a", "means", or a colon, without
 * marks and article, and apart from them what stands in brackets behind it: "(URDF)". Empty for any other sentence.
 */
export function definedBy(sentence: string, language: string): readonly string[] {
  const wording = ownValue(wordings, language);
  const words = sentence.replace(/^[\s*_>]+/u, '').slice(0, subjectWithin);
  const ends = [label, ...(wording ? [wording.copula] : [])].flatMap((mark) => {
    const end = words.search(mark);
    return end > 0 ? [end] : [];
  });
  const subject = ends.length === 0 ? '' : words.slice(0, Math.min(...ends));
  return quotationOpen.test(subject) ? [] : namesIn(subject, language);
}

/** A title that is quoted goes on behind its colon: 'Tan, J. "Rotors: A history."' */
const quotationOpen = /^[^"]*"(?:[^"]*"[^"]*")*[^"]*$|(?<!„[^“]*)“[^”]*$|„[^“]*$|«[^»]*$/u;

/** A name and those in brackets behind it, each without its article and without the number of a heading. */
function namesIn(words: string, language: string): readonly string[] {
  const wording = ownValue(wordings, language);
  const quoted = [...words.matchAll(/["“„«]\s?([^"“”„«»]+?)\s?["”“»]/gu)].map(([, name = '']) => name);
  const bare = words.replace(/^[\p{N}.]+[.)]?\s+/u, '').split(/[()（）]/u);
  const names = quoted.length > 0 ? quoted : bare;
  return names
    .map((name) => withoutArticle(name.replace(/[*_`]/gu, ' '), wording))
    .filter((name) => name !== '');
}

function withoutArticle(words: string, wording: Wording | undefined): string {
  const trimmed = words.trim();
  return wording?.article ? trimmed.replace(wording.article, '') : trimmed;
}
