/** What kind of thing an English question asks for, as far as its question word tells. */
export type AnswerType = 'person' | 'time' | 'quantity' | 'place' | 'definition';

const month =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const numberWord =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|million|billion|half|twice|dozen';

const questions: readonly (readonly [AnswerType, RegExp])[] = [
  [
    'quantity',
    /\bhow (?:many|much|long|old|far|high|tall|large|big|often|fast|deep|heavy)\b|\bwhat (?:percent|percentage|number|amount)\b/i,
  ],
  ['time', /\bwhen\b|\b(?:what|which) (?:year|date|day|month|century|decade|time)\b/i],
  ['person', /\bwho(?:m|se)?\b/i],
  ['place', /\bwhere\b|\b(?:what|which) (?:city|country|state|place|town|region|location)\b/i],
  [
    'definition',
    /^\s*what (?:is|are|was|were) (?:an? |the )?[\p{L}\p{N}\s.-]+\??\s*$|\bwhat does\b.*\b(?:mean|do)\b|\bdefine\b/iu,
  ],
];

const cues: Readonly<Record<AnswerType, RegExp>> = {
  quantity: new RegExp(`\\p{N}|\\b(?:${numberWord})\\b`, 'iu'),
  time: new RegExp(`\\b\\d{4}s?\\b|\\b(?:${month})\\b|\\bcentur(?:y|ies)\\b`, 'i'),
  // A capitalised word that does not begin the sentence.
  person: /[\p{L}\p{N},] \p{Lu}\p{L}+/u,
  place: /\b(?:in|at|near|from|to|on|of) (?:the )?\p{Lu}\p{L}+/u,
  definition:
    /\b(?:is|are|was|were) (?:an?|the|one of|used to|any)\b|\b(?:means?|refers? to|stands? for|(?:is|are) (?:called|defined))\b/i,
};

/** The type an English question asks for; undefined where its words do not say. */
export function answerType(question: string): AnswerType | undefined {
  return questions.find(([, pattern]) => pattern.test(question))?.[0];
}

/** Whether a sentence holds something of that type: a number, a date, a name. A hint, not a proof. */
export function hasAnswerCue(sentence: string, type: AnswerType): boolean {
  return cues[type].test(sentence);
}
