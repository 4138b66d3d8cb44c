/** How one language corrects what was asked before. Each is the inside of a regular expression. */
interface Correcting {
  /** What it begins with: "no", "sorry". */
  readonly refusing: string;
  /** How what was meant is named: "I meant". */
  readonly meaning: string;
}

const languages: readonly Correcting[] = [
  {
    refusing: 'no|nope|sorry|wait|oh|oops|actually',
    meaning: "(?:what )?i (?:actually )?(?:meant|mean)(?: was| is| to ask)?|i(?: am|['’]m| was) asking about",
  },
  { refusing: 'nein|nee|ne|doch|entschuldigung|pardon', meaning: 'ich meint?e(?: eigentlich)?' },
  {
    refusing: 'non|pardon|désolée?|en fait',
    meaning: "je (?:voulais|veux) dire|je parl(?:ais|e) d(?:es?|u)|je parl(?:ais|e) d(?=['’])",
  },
  {
    refusing: 'no|perdón|perdona|perdone|en realidad',
    meaning: '(?:quise|quería|quiero) decir|me ref(?:ería|iero) a',
  },
  { refusing: 'no|scusa|scusi|in realtà', meaning: '(?:io )?intend(?:evo|o)|(?:volevo|voglio) dire' },
  { refusing: 'não|desculpa|desculpe|na verdade', meaning: '(?:eu )?(?:quis|queria|quero) dizer' },
  { refusing: 'nee|sorry|eigenlijk', meaning: 'ik bedoel(?:de)?' },
  { refusing: 'нет|извини|извините|прости|простите', meaning: '(?:я )?име(?:ла?|ю) в виду' },
  { refusing: 'لا|عذرا|عفوا', meaning: '(?:كنت )?(?:أقصد|أعني)' },
];

const refusing = languages.map((language) => language.refusing).join('|');
const meaning = languages.map((language) => language.meaning).join('|');

/** A word that refuses stands before a comma, or before words that name what was meant. */
const correction = new RegExp(
  String.raw`^(?:(?:${refusing})(?:\s*[,;!…–—،]+\s*|[\s.]+(?=(?:${meaning})(?!\p{L}))))*(?:(?:${meaning})(?!\p{L})[\s,:]*)?`,
  'iu',
);

/** In languages that write no spaces. */
const correctionWithoutSpaces =
  /^(?:(?:不是?|不对|いや|いえ|いいえ|違います)[，,、。！!\s]+)*(?:我(?:是说|说的是|指的是|的意思是)[，,：:\s]*)?/u;

/**
 * A message without the words that only say that it corrects the one before: "services" of "No, I meant services". As
 * it is where nothing else is left.
 */
export function withoutCorrection(message: string): string {
  const meant = message.replace(correction, '').replace(correctionWithoutSpaces, '');
  return /[\p{L}\p{N}]/u.test(meant) ? meant : message;
}
