import { wholeWords } from '../../text/whole-words.ts';
import type { AnswerType } from './answer-type.ts';

/** How a language writes numbers and dates beside figures. */
interface Wording {
  readonly numbers: string;
  readonly months: string;
  readonly centuries: string;
}

/** By BCP 47 primary subtag. */
const wordings: Readonly<Record<string, Wording>> = {
  en: {
    numbers:
      'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|half|twice|dozen',
    months:
      'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?',
    centuries: 'centur(?:y|ies)',
  },
  de: {
    numbers:
      'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig|hundert|tausend|millionen?|milliarden?|hälfte|doppelt|dutzend',
    months: 'januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember',
    centuries: 'jahrhunderts?|jahrzehnts?',
  },
  fr: {
    numbers:
      'deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt|trente|quarante|cinquante|cents?|mille|millions?|milliards?|moitié|douzaine',
    months: 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
    centuries: 'siècles?|décennies?',
  },
  es: {
    numbers:
      'dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta|cuarenta|cincuenta|cien(?:to)?|mil|millón|millones|mitad|docena',
    months: 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre',
    centuries: 'siglos?|décadas?',
  },
  it: {
    numbers:
      'due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|venti|trenta|quaranta|cinquanta|cento|mille|mila|milion[ei]|miliard[oi]|metà|dozzina',
    months: 'gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre',
    centuries: 'secol[oi]|decenni[o]?',
  },
  pt: {
    numbers:
      'dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|vinte|trinta|quarenta|cinquenta|cem|cento|mil|milhão|milhões|metade|dúzia',
    months: 'janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro',
    centuries: 'séculos?|décadas?',
  },
  nl: {
    numbers:
      'twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|twintig|dertig|veertig|vijftig|honderd|duizend|miljoen|miljard|helft|dozijn',
    months: 'januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december',
    centuries: 'eeuw(?:en)?|decennia|decennium',
  },
  ru: {
    numbers:
      'два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|одиннадцать|двенадцать|двадцать|тридцать|сорок|пятьдесят|сто|тысяч[аи]?|миллион(?:а|ов)?|миллиард(?:а|ов)?|половин[аы]|вдвое|дюжин[аы]',
    months:
      'январ[ьяе]|феврал[ьяе]|март[ае]?|апрел[ьяе]|ма[йяе]|июн[ьяе]|июл[ьяе]|август[ае]?|сентябр[ьяе]|октябр[ьяе]|ноябр[ьяе]|декабр[ьяе]',
    centuries: 'век(?:а|е|ов)?|столети[еяй]|десятилети[еяй]',
  },
  ar: {
    numbers:
      'اثن(?:ان|ين)|ثلاثة?|أربعة?|خمسة?|ستة?|سبعة?|ثمانية?|تسعة?|عشرة?|عشر(?:ون|ين)|ثلاث(?:ون|ين)|مائة|مئة|ألف|آلاف|مليون|ملايين|مليار|نصف|ضعف',
    months:
      'يناير|فبراير|مارس|أبريل|إبريل|مايو|يونيو|يوليو|أغسطس|سبتمبر|أكتوبر|نوفمبر|ديسمبر|شباط|آذار|نيسان|أيار|حزيران|تموز|أيلول',
    centuries: '(?:ال)?قرن|(?:ال)?قرون|(?:ال)?عقد',
  },
};

const figure = String.raw`\p{N}+(?:[.,]\p{N}+)*`;
const year = wholeWords(String.raw`\p{N}{4}s?`);

/** Capitals that begin no sentence. */
const name = /(?<=[\p{P}\s])\p{Lu}\p{L}+/gu;

/** Where every noun has a capital, two that stand together are mostly a name. */
const doubleName = /(?<=[\p{L}\p{P}]\s)\p{Lu}\p{L}+(?: (?:von|van|de|der|zu))? \p{Lu}\p{L}+/gu;

/** Parts of a foreign name in Chinese and Japanese. */
const foreignName = /[\p{Script=Han}\p{Script=Katakana}ー]+[·・][\p{Script=Han}\p{Script=Katakana}ー]+/gu;

type Cues = Readonly<Record<AnswerType, RegExp>>;

/** What bounds something in words, or a number that is not part of a name: "8-bit" is no size. */
const limit =
  /\b(?:as (?:many|much|long|old|far|high|large|big|often|fast) as|at most|up to|no more than|limit(?:ed|s)?|maximum|unlimited)\b|(?<![\p{L}\p{N}.,-])\p{N}+(?:[.,]\p{N}+)*(?!\p{N}|-\p{L})/giu;

function cuesOf({ numbers, months, centuries }: Wording, names: RegExp): Cues {
  return {
    quantity: new RegExp(`${figure}|${wholeWords(numbers)}`, 'giu'),
    limit,
    time: new RegExp(`${year}|${wholeWords(months)}|${wholeWords(centuries)}`, 'giu'),
    person: names,
    place: names,
  };
}

/** Words are not parted, so that a figure tells by what stands behind it. */
const eastAsian: Cues = {
  quantity: new RegExp(`${figure}|[二三四五六七八九十百千万亿億两]+`, 'gu'),
  limit,
  time: /\p{N}{4}|[\p{N}〇零一二三四五六七八九十]+(?=\s?(?:年|月|日|世纪|世紀|年代))/gu,
  person: foreignName,
  place: foreignName,
};

const cues: Readonly<Record<string, Cues>> = {
  ...Object.fromEntries(
    Object.entries(wordings).map(([language, wording]) => [
      language,
      cuesOf(wording, language === 'de' ? doubleName : name),
    ]),
  ),
  zh: eastAsian,
  ja: eastAsian,
};

/** Languages not listed: figures, years, and capitals. */
const otherCues: Cues = {
  quantity: new RegExp(figure, 'gu'),
  limit,
  time: new RegExp(year, 'gu'),
  person: name,
  place: name,
};

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
  const known = (Object.hasOwn(cues, language) ? cues[language] : undefined) ?? otherCues;
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
