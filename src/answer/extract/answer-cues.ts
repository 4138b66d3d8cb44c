import { ownValue } from '../../own-value.ts';
import { monthNames } from '../../text/month-names.ts';
import { wholeWordsSource } from '../../text/whole-words.ts';
import { numberWords } from '../number-words.ts';
import type { AnswerType } from './answer-type.ts';

/** How a language writes amounts and times beside figures, the words of numbers and the names of months. */
interface Wording {
  readonly amounts: string;
  readonly centuries: string;
  /** Words that join what is said to its reason or to what it is for. */
  readonly reasons: string;
}

/** By BCP 47 primary subtag. */
const wordings: Readonly<Record<string, Wording>> = {
  en: {
    amounts: 'one|half|twice|dozen',
    centuries: 'centur(?:y|ies)',
    reasons:
      'because|since|due to|so that|in order to|otherwise|reasons?|thanks to|owing to|caused? by|therefore|thus|hence',
  },
  de: {
    amounts: 'hälfte|doppelt|dutzend',
    centuries: 'jahrhunderts?|jahrzehnts?',
    reasons: 'weil|denn|da|damit|deshalb|deswegen|daher|darum|wegen|aufgrund|sonst|gründe?n?|nämlich',
  },
  fr: {
    amounts: 'moitié|douzaine|double',
    centuries: 'siècles?|décennies?',
    reasons: "parce qu(?:e|['’])|car|puisque|afin|grâce|en raison|à cause|raisons?|donc|sinon",
  },
  es: {
    amounts: 'mitad|docena|doble',
    centuries: 'siglos?|décadas?',
    reasons: 'porque|ya que|debido|puesto que|para que|a fin de|gracias a|razón|razones|por eso|por lo tanto',
  },
  it: {
    amounts: 'metà|dozzina|doppio',
    centuries: 'secol[oi]|decennio?',
    reasons: 'perché|poiché|dato che|affinché|grazie a|a causa|ragion[ei]|motiv[oi]|quindi|perciò|altrimenti',
  },
  pt: {
    amounts: 'metade|dúzia|dobro',
    centuries: 'séculos?|décadas?',
    reasons: 'porque|pois|já que|devido|para que|a fim de|graças a|razão|razões|por isso|portanto',
  },
  nl: {
    amounts: 'helft|dozijn|dubbel',
    centuries: 'eeuw(?:en)?|decennia|decennium',
    reasons: 'omdat|want|doordat|zodat|opdat|vanwege|wegens|daarom|redenen|reden|anders|dankzij',
  },
  ru: {
    amounts: 'половин[аы]|вдвое|дюжин[аы]',
    centuries: 'век(?:а|е|ов)?|столети[еяй]|десятилети[еяй]',
    reasons: 'потому|так как|поскольку|чтобы|из-за|благодаря|причин[аыеу]?|поэтому|иначе',
  },
  ar: {
    amounts: 'نصف|ضعف',
    centuries: '(?:ال)?قرن|(?:ال)?قرون|(?:ال)?عقد',
    reasons: 'لأن|لأنه|لأنها|بسبب|لكي|حتى|نظرا|لذلك|سبب',
  },
};

const figure = String.raw`\p{N}+(?:[.,]\p{N}+)*`;
const year = wholeWordsSource(String.raw`\p{N}{4}s?`);

/** Capitals that begin no sentence. */
const name = /(?<=[\p{P}\s])\p{Lu}\p{L}+/gu;

/** Where every noun has a capital, two that stand together are mostly a name. */
const doubleName = /(?<=[\p{L}\p{P}]\s)\p{Lu}\p{L}+(?: (?:von|van|de|der|zu))? \p{Lu}\p{L}+/gu;

/** Parts of a foreign name in Chinese and Japanese. */
const foreignName = /[\p{Script=Han}\p{Script=Katakana}ー]+[·・][\p{Script=Han}\p{Script=Katakana}ー]+/gu;

type Cues = Readonly<Record<AnswerType, RegExp>>;

function cuesOf(language: string, { amounts, centuries, reasons }: Wording, names: RegExp): Cues {
  const numbers = [...numberWords(language), amounts].join('|');
  const months = (monthNames[language] ?? []).flat().join('|');
  return {
    quantity: new RegExp(`${figure}|${wholeWordsSource(numbers)}`, 'giu'),
    time: new RegExp(`${year}|${wholeWordsSource(months)}|${wholeWordsSource(centuries)}`, 'giu'),
    person: names,
    place: names,
    reason: new RegExp(wholeWordsSource(reasons), 'giu'),
  };
}

/** Words are not parted, so that a figure tells by what stands behind it. */
const eastAsian: Cues = {
  quantity: new RegExp(`${figure}|[二三四五六七八九十百千万亿億两]+`, 'gu'),
  time: /\p{N}{4}|[\p{N}〇零一二三四五六七八九十]+(?=\s?(?:年|月|日|世纪|世紀|年代))/gu,
  person: foreignName,
  place: foreignName,
  reason: /因为|由于|所以|因此|为了|以便|原因|否则|ため|から|ので|理由|によって/gu,
};

const cues: Readonly<Record<string, Cues>> = {
  ...Object.fromEntries(
    Object.entries(wordings).map(([language, wording]) => [
      language,
      cuesOf(language, wording, language === 'de' ? doubleName : name),
    ]),
  ),
  zh: eastAsian,
  ja: eastAsian,
};

/** Languages not listed: figures, years, and capitals. */
const otherCues: Cues = {
  quantity: new RegExp(figure, 'gu'),
  time: new RegExp(year, 'gu'),
  person: name,
  place: name,
  // Which words these are nobody knows.
  reason: /(?!)/gu,
};

/** A label that a reason stands behind, in any language, though the question has its word: "**Why:** It is quiet." */
const reasonLabel =
  /(?<!\p{L})(?:why|reasons?|rationale|warum|grund|begründung|pourquoi|raison|por qué|razón|motivo|perché|porquê|waarom|reden|почему|причина|لماذا|السبب|为什么|原因|なぜ|理由)[*_]*\s?[:：]/iu;

const wordOrNumber = /\p{N}+(?:[.,]\p{N}+)*s?|\p{L}+/gu;

/**
 * Whether a sentence, in a language, holds something of that kind, a number, a date, a name, that the question does not
 * give itself. A hint, not a proof.
 */
export function hasAnswerCue(
  sentence: string,
  type: AnswerType,
  { question, language }: { readonly question: string; readonly language: string },
): boolean {
  if (type === 'reason' && reasonLabel.test(sentence)) return true;
  const known = ownValue(cues, language) ?? otherCues;
  const given = new Set(question.toLowerCase().match(wordOrNumber));
  const isGiven = (cue: string) =>
    known === eastAsian
      ? question.includes(cue)
      : cue
          .toLowerCase()
          .match(wordOrNumber)
          ?.every((word) => given.has(word)) === true;
  return sentence.match(known[type])?.some((cue) => !isGiven(cue)) ?? false;
}
