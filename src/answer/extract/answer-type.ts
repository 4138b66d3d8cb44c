/** What kind of thing an English question asks for, as far as its question word tells. */
export type AnswerType = 'person' | 'time' | 'limit' | 'quantity' | 'place';

const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const numberWord =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|half|twice|dozen';

const questions: readonly (readonly [AnswerType, RegExp])[] = [
  [
    'limit',
    /\bhow (?:many|much|long|old|far|high|large|big|often|fast) (?:[^\s?]+ ){0,3}?(?:can|may|could)\b/i,
  ],
  [
    'quantity',
    /\bhow (?:many|much|long|old|far|high|tall|large|big|often|fast|deep|heavy)\b|\bwhat (?:percent|percentage|number|amount)\b/i,
  ],
  ['time', /\bwhen\b|\b(?:what|which) (?:year|date|day|month|century|decade|time)\b/i],
  ['person', /\bwho(?:m|se)?\b/i],
  ['place', /\bwhere\b|\b(?:what|which) (?:city|country|state|place|town|region|location)\b/i],
];

/** What each type asks for looks like: numbers, dates, and names, which are capitals that begin no sentence. */
const cues: Readonly<Record<AnswerType, RegExp>> = {
  quantity: new RegExp(`\\p{N}+(?:[.,]\\p{N}+)*|\\b(?:${numberWord})\\b`, 'giu'),
  // What bounds it in words, or a number that is not part of a name: "8-bit" is no size.
  limit:
    /\b(?:as (?:many|much|long|old|far|high|large|big|often|fast) as|at most|up to|no more than|limit(?:ed|s)?|maximum|unlimited)\b|(?<![\p{L}\p{N}.,-])\p{N}+(?:[.,]\p{N}+)*(?!\p{N}|-\p{L})/giu,
  time: new RegExp(`\\b\\d{4}s?\\b|\\b(?:${month})\\b|\\bcentur(?:y|ies)\\b`, 'gi'),
  person: /(?<=[\p{P}\s])\p{Lu}\p{L}+/gu,
  place: /(?<=[\p{P}\s])\p{Lu}\p{L}+/gu,
};

/** The type an English question asks for; undefined where its words do not say. */
export function answerType(question: string): AnswerType | undefined {
  return questions.find(([, pattern]) => pattern.test(question))?.[0];
}

const wordOrNumber = /\p{N}+(?:[.,]\p{N}+)*s?|\p{L}+/gu;

/**
 * Whether a sentence holds something of that type, a number, a date, a name, that the question does not give itself.
 * A hint, not a proof.
 */
export function hasAnswerCue(sentence: string, type: AnswerType, question: string): boolean {
  const given = new Set(question.toLowerCase().match(wordOrNumber));
  return sentence.match(cues[type])?.some((cue) => !given.has(cue.toLowerCase())) ?? false;
}
