import { byLanguage } from '../../language/language-packs.ts';
import { monthNames } from '../../text/dates.ts';
import { wholeWordsSource } from '../../text/whole-words.ts';
import { ownValue } from '../../values/own-value.ts';
import { numberWords } from '../number-words.ts';
import type { AnswerType } from './answer-type.ts';

const wordings = byLanguage(({ telling }) => telling?.answerCues);

const figure = String.raw`\p{N}+(?:[.,]\p{N}+)*`;
const year = wholeWordsSource(String.raw`\p{N}{4}s?`);

/** Capitals that begin no sentence. */
const name = /(?<=[\p{P}\s])\p{Lu}\p{L}+/gu;

/** Where every noun has a capital, two that stand together are mostly a name. */
const doubleName = /(?<=[\p{L}\p{P}]\s)\p{Lu}\p{L}+(?: (?:von|van|de|der|zu))? \p{Lu}\p{L}+/gu;

/** Parts of a foreign name in Chinese and Japanese. */
const foreignName = /[\p{Script=Han}\p{Script=Katakana}ー]+[·・][\p{Script=Han}\p{Script=Katakana}ー]+/gu;

type Cues = Readonly<Record<AnswerType, RegExp>>;

function cuesOf(
  language: string,
  { amounts, centuries, reasons }: (typeof wordings)[string],
  names: RegExp,
): Cues {
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
