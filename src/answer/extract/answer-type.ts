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
    /^\s*what(?:['’]s| is| are| was| were)(?: an?| the)?(?: +[\p{L}\p{N}.-]+){1,4}\s*\??\s*$|\bwhat does\b.*\b(?:mean|do)\b|\bdefine\b/iu,
  ],
];

/** Between what is defined and what it is. */
const copula =
  /\b(?:is|are|was|were) (?:an?|the|one of|used to|any)\b|\b(?:means?|refers? to|stands? for|(?:is|are) (?:called|defined))\b|(?<=^.{2,60})\s*(?::\s|\s[–—]\s)/is;

/** What each type asks for looks like: numbers, dates, and names, which are capitals that begin no sentence. */
const cues: Readonly<Record<Exclude<AnswerType, 'definition'>, RegExp>> = {
  quantity: new RegExp(`\\p{N}+(?:[.,]\\p{N}+)*|\\b(?:${numberWord})\\b`, 'giu'),
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
  if (type === 'definition') return defines(sentence, question.toLowerCase());
  const given = new Set(question.toLowerCase().match(wordOrNumber));
  return sentence.match(cues[type])?.some((cue) => !given.has(cue.toLowerCase())) ?? false;
}

/** Words before the copula of a definition, most. */
const longestSubject = 6;

/** Whether a sentence begins with something of the question, or has it in brackets there, and says what that is. */
function defines(sentence: string, question: string): boolean {
  const subject = sentence.slice(0, Math.max(0, sentence.search(copula)));
  const words = wordsOf(subject);
  if (words.length > longestSubject) return false;
  const isAsked = (word: string) => question.includes(word.toLowerCase());
  const asked = words.filter(isAsked);
  if (asked.length > 0 && asked.length >= words.length / 2) return true;
  // A name is followed by its abbreviation, or an abbreviation by what it stands for.
  const names = subject.split(/[()（）]/u).map(wordsOf);
  return names.some((name) => name.length > 0 && name.every(isAsked));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\p{L}{3,}/gu) ?? [];
}
