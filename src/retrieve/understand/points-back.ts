import { ownValue } from '../../own-value.ts';
import { isFunctionWord } from '../../text/function-words.ts';
import { writesSpaces } from '../../text/unspaced-scripts.ts';
import { wholeWordsSource } from '../../text/whole-words.ts';
import { wordSet } from '../../text/word-set.ts';

/** Words that point back, by language. */
const pointers: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet(`it its they them their theirs he him his she her hers this that these those there then one ones such same
    latter former both either neither others another so else instead`),
  de: wordSet(`er es sie ihn ihm ihr ihnen ihre ihrer ihrem ihren sein seine seiner seinem seinen dessen deren dieser diese
    dieses diesem diesen jener jene jenes das davon dazu damit dafür darin darüber dort dann da beide beiden dabei`),
  fr: wordSet(`il elle ils elles lui leur leurs son sa ses le la les ce cet cette ces cela ça celui celle ceux celles y en
    là alors`),
  es: wordSet(`él ella ello ellos ellas lo la los las le les su sus este esta estos estas ese esa esos esas eso esto aquel
    aquella allí ahí entonces`),
  it: wordSet(`egli lui lei esso essa essi esse loro suo sua suoi sue questo questa questi queste quello quella quelli
    quelle ciò lì là ne`),
  pt: wordSet(`ele ela eles elas seu sua seus suas este esta estes estas esse essa esses essas isso isto aquele aquela lá
    então`),
  nl: wordSet(`het hij zij ze hem haar hen hun zijn dit dat deze die daar er ervan erover daarvan dan beide`),
  ru: wordSet(`он она оно они его её ее им ему ей их ими ним ней них нём нем неё нее него этот эта это эти этого этой этому
    этих этим той тем тех тот та те там тогда оба обе`),
  ar: wordSet(`هو هي هم هما هذا هذه ذلك تلك هؤلاء أولئك هناك منه منها منهم فيه فيها عنه عنها له لها لهم به بها بهم إليه إليها
    عليه عليها`),
};

/** Those among them that are an article or a preposition too, "das Haus", and then point to nothing. */
const beforeNouns: Readonly<Record<string, ReadonlySet<string>>> = {
  de: wordSet('das'),
  fr: wordSet('le la les en'),
  es: wordSet('la lo los las'),
  nl: wordSet('het'),
};

/** What stands before such a word where it is a pronoun, in languages that put that before its verb. */
const beforePronoun: Readonly<Record<string, ReadonlySet<string>>> = {
  fr: wordSet('je tu on nous vous ne combien y qu'),
  es: wordSet('cuándo dónde cómo quién quiénes qué no se me te nos'),
};

/** "His", and "to be" where no noun follows: "Wie lang muss ein Passwort sein?" */
const alsoVerbs: Readonly<Record<string, ReadonlySet<string>>> = { de: wordSet('sein'), nl: wordSet('zijn') };

/** How an Arabic word ends that has a pronoun at its end. */
const arabicSuffix = /^\p{L}{3,}(?:ها|هما|هم)$|^\p{L}{4,}ه$/u;

/** The same in languages that write no spaces, where a pointer is told from the words that its letters begin or end. */
const pointersWithin: Readonly<Record<string, RegExp>> = {
  zh: /它|[他她](?!乡)|这(?!样)|那(?!么)|(?<!应)该|其(?!他|实|余|中)|此(?!外)|^(?:那么|还有)|呢[？?]?$/u,
  ja: /それ(?!ぞれ)|これ|あれ|そこ|ここ|その(?!他)|この|あの|彼|^(?:では|じゃあ|あと)/u,
};

/** Where nothing is pointed to, but said to be: "Which pumps are there?" */
const existentials = [
  '(?:is|are|was|were) there|there (?:is|are|was|were)',
  'gibt es|es gibt|il y a|y a-t-il|(?:is|zijn|was|waren) er|er (?:is|zijn|was|waren)',
];

/** Where it is said to be so, or named behind: "such as". */
const expletives = [
  'is it(?= \\p{L}+ to )|it (?:is|was)(?= \\p{L}+ (?:to|that) )',
  'at the same time|such as|so that|one of|(?:does|can|may|must|should) one',
  'both(?= .{1,80} and )|either(?= .{1,80} or )|neither(?= .{1,80} nor )',
  'ist es(?= \\p{L}+,)|es ist(?= \\p{L}+,)',
  "est-ce|il faut|faut-il|est-il(?= \\p{L}+ d[e'’])|il est(?= \\p{L}+ (?:d[e'’]|qu))",
  "(?<=(?:(?:l[ae]s?|une?|des|du|ces?|cette|nos|notre|vos|votre) |l['’])\\p{L}+ \\p{L}+-(?:t-)?)(?:il|elle)s?",
  'is het(?= \\p{L}+ om )|het is(?= \\p{L}+ (?:om|dat) )',
  '(?:ما|من) ه(?:و|ي|م|ما|ن)(?= \\p{L})',
];
const existential = new RegExp(wholeWordsSource(existentials.join('|')), 'iu');
const expletive = new RegExp(wholeWordsSource([...existentials, ...expletives].join('|')), 'giu');

/** A text without those of its pointers that only stand where something has to. */
export function withoutExpletive(question: string): string {
  return question.replace(expletive, ' ');
}

/** Whether a question asks what there is of something. */
export function asksWhatThereIs(question: string): boolean {
  return existential.test(question);
}

/** Letters without which a question in a language that writes no spaces says too little to be searched for alone. */
const enoughLetters = 4;

/** Whether a word points back by itself. */
export function isPointingWord(word: string, language: string): boolean {
  return pointers[language]?.has(word.toLowerCase()) === true;
}

/** Whether a question points back to what was said before it. */
export function pointsBack(question: string, language: string): boolean {
  if (!writesSpaces(language)) {
    const letters = question.match(/\p{L}/gu)?.length ?? 0;
    return letters < enoughLetters || pointersWithin[language]?.test(question.trim()) === true;
  }
  const words = wordsOf(question);
  const hasSuffix = (word: string) => language === 'ar' && arabicSuffix.test(word);
  return words.some((word, place) => pointsAt(place, words, language) || hasSuffix(word));
}

/** The words and figures of a text. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Whether the word at a place of a question or another sentence points back where it stands. */
export function pointsAt(place: number, words: readonly string[], language: string): boolean {
  const [before = '', word = '', after] = [words[place - 1], words[place], words[place + 1]];
  if (!isPointingWord(word, language)) return false;
  const known = word.toLowerCase();
  const isBeforeNoun = after !== undefined && !isFunctionWord(after, language);
  if (ownValue(alsoVerbs, language)?.has(known)) return isBeforeNoun;
  if (ownValue(beforeNouns, language)?.has(known)) {
    const pronounBehind = ownValue(beforePronoun, language);
    return after === undefined || (pronounBehind ? pronounBehind.has(before.toLowerCase()) : !isBeforeNoun);
  }
  // "a licence that has expired"
  if (language === 'en' && known === 'that')
    return after === undefined || isBeforeNoun || before === '' || isFunctionWord(before, language);
  // Who is spoken to has a capital: "Welche Kurse bieten Sie an?"
  return !(language === 'de' && place > 0 && /^\p{Lu}/u.test(word));
}
