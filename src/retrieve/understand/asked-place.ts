import { ownValue } from '../../own-value.ts';
import type { Place } from '../../text/sentences/blank.ts';
import { wholeWordsSource } from '../../text/whole-words.ts';

/** A place within documents that a question names, where it is to be answered from: "on page 3", "section 4.2". */
export interface AskedPlace {
  /** A page, a slide or a sheet; or what stands under a heading that has this number. */
  readonly kind: 'page' | 'section';
  /** As it was asked for: `3`, `4.2`. */
  readonly number: string;
  /** As it is written in the question: `page 3`. */
  readonly text: string;
  /** The words of the question that only say where to look. */
  readonly frame: readonly Place[];
}

/** How one language names places; what comes first names pages, slides and sheets. */
interface Wording {
  readonly page: string;
  readonly section: string;
  /** What stands before such a name. */
  readonly before: string;
  /** Verbs that ask what stands there. */
  readonly says: string;
}

/** By BCP 47 primary subtag. */
const wordings: Readonly<Record<string, Wording>> = {
  en: {
    page: 'page|p\\.|slide|sheet',
    section: 'section|sec\\.|chapter|clause',
    before: 'according to|as per|on|in|at|of|from|under',
    says: 'says?|said|according|about|explains?|describes?|discuss(?:es)?|mentions?|covers?|contains?|summari[sz]e',
  },
  de: {
    page: 'seite|s\\.|folie|blatt|tabellenblatt',
    section: 'abschnitt|kapitel|ziffer',
    before: 'laut|gemäß|nach|auf|in|im|aus|von|unter',
    says: 'steht|stehen|sagt|geht|heißt|beschreibt|behandelt|enthält|erkläre?|zusammen',
  },
  fr: {
    page: 'page|p\\.|diapositive|diapo|feuille',
    section: 'section|chapitre|clause',
    before: "selon|d['’]après|sur|dans|à|de|en",
    says: 'dit|disent|parle|traite|décrit|contient|explique|résume[rz]?',
  },
  es: {
    page: 'página|diapositiva|hoja',
    section: 'sección|capítulo|apartado|cláusula',
    before: 'según|en|de|bajo',
    says: 'dice|dicen|pone|trata|describe|contiene|explica|resume',
  },
  it: {
    page: 'pagina|diapositiva|foglio',
    section: 'sezione|capitolo|paragrafo|clausola',
    before: 'secondo|a|in|di|da|nel|nella|del|della|sulla',
    says: 'dice|dicono|parla|tratta|descrive|contiene|spiega|riassumi',
  },
  pt: {
    page: 'página|slide|folha|planilha',
    section: 'seção|secção|capítulo|cláusula',
    before: 'segundo|conforme|em|na|no|da|do|de',
    says: 'diz|dizem|fala|trata|descreve|contém|explique|resuma',
  },
  nl: {
    page: 'pagina|bladzijde|slide|werkblad',
    section: 'sectie|hoofdstuk|paragraaf',
    before: 'volgens|op|in|van|uit',
    says: 'staat|staan|zegt|gaat|beschrijft|bevat',
  },
  ru: {
    page: 'страниц[аеуы]|слайд[еау]?|лист[еау]?',
    section: 'раздел[еау]?|глав[аеуы]',
    before: 'согласно|на|в|из|по',
    says: 'говорится|сказано|написано|рассказывается',
  },
};

/** "The" and its like between a preposition and a name. */
const article = String.raw`(?:(?:the|de[rmns]?|die|das|la|le|les|el|il|lo|o|a|het)\s+)?`;

const number = String.raw`\p{Nd}{1,4}(?:\.\p{Nd}{1,3}){0,4}`;

interface Patterns {
  readonly place: RegExp;
  readonly says: RegExp;
  /** Whether a number written so is a place whatever stands around it. */
  readonly isAlways?: true;
}

const patterns: Readonly<Record<string, Patterns>> = {
  ...Object.fromEntries(
    Object.entries(wordings).map(([language, { page, section, before, says }]): [string, Patterns] => [
      language,
      {
        place: new RegExp(
          String.raw`(?<before>(?<![\p{L}\p{N}])(?:${before})\s+${article})?(?<![\p{L}\p{N}])(?:(?<page>${page})|(?:${section}|§))\s*(?<number>${number})(?![\p{L}\p{N}%])`,
          'iu',
        ),
        says: new RegExp(wholeWordsSource(says), 'giu'),
      },
    ]),
  ),
  zh: {
    place: new RegExp(`第?(?<number>${number})(?:(?<page>页|頁|张幻灯片)|[章节節])(?:[上中里])?`, 'u'),
    says: /讲了?|說|说了?|写了?/gu,
    isAlways: true,
  },
  ja: {
    place: new RegExp(`第?(?<number>${number})(?:(?<page>ページ|枚目)|[章節])(?:に|の|で)?`, 'u'),
    says: /書いて|書かれて/gu,
    isAlways: true,
  },
};

/**
 * The place that a question names as one; undefined where it names none, or in other languages. A number behind such a
 * word may be a name: "What is section 230?", "error page 404".
 */
export function askedPlace(question: string, language: string): AskedPlace | undefined {
  const known = ownValue(patterns, language);
  const match = known?.place.exec(question);
  if (!known || !match) return undefined;
  const [text] = match;
  const { page, before, number: asked = '' } = match.groups ?? {};
  const kind = page === undefined ? 'section' : 'page';
  if (kind === 'page' && asked.includes('.')) return undefined;
  const start = match.index;
  const end = start + text.length;
  const verbs = Array.from(question.matchAll(known.says), ({ index, 0: verb }) => {
    return { start: index, end: index + verb.length };
  }).filter((verb) => verb.end <= start || verb.start >= end);
  const isPlace = known.isAlways || before !== undefined || verbs.length > 0 || asked.includes('.');
  if (!isPlace) return undefined;
  const numberAt = start + text.lastIndexOf(asked);
  // The number of a section stands in its heading, and is looked for.
  const places =
    kind === 'page'
      ? [{ start, end }]
      : [
          { start, end: numberAt },
          { start: numberAt + asked.length, end },
        ];
  return {
    kind,
    number: asked,
    text: text.slice(before?.length ?? 0),
    frame: [...places, ...verbs].toSorted((a, b) => a.start - b.start),
  };
}
