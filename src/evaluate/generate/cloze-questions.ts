import { introduces } from '../../answer/extract/join-spans.ts';
import { sentences } from '../../text/sentences.ts';
import type { GeneratedQuestion, QuestionSource } from './generated-question.ts';

/** Stands for what was left out. */
const gap = '____';

/** Sentences that say enough to be found by and are still one thought, in characters. */
const shortest = 50;
const longest = 260;

/** Opens a sentence that cannot be understood alone. */
const dependent =
  /^(?:it|its|this|that|these|those|they|their|he|his|she|her|such|there|also|however|but|and|er|sie|es|dies\w*|das|ihr\w*|il|elle|ils|elles|ce|cette|ces|él|ella|este|esta|esto)\b/iu;

/**
 * Questions that leave a number or a name out of a sentence of the document: `The monthly rent is ____ euros and is
 * due on the third day.` One from each sentence of prose that has such words, is not about something before it and
 * does not only announce what follows.
 */
export function clozeQuestions({ path, language, text }: QuestionSource): GeneratedQuestion[] {
  return sentences(text, language).flatMap(({ start, end, kind }) => {
    const sentence = text.slice(start, end);
    if (kind !== 'prose' || sentence.length < shortest || sentence.length > longest) return [];
    if (dependent.test(sentence) || introduces(sentence) || /[\n|]{2}/.test(sentence)) return [];
    const answer = tellingWords(sentence);
    if (answer === undefined || sentence.split(answer).length !== 2) return [];
    const question = sentence.replace(answer, gap).replace(/\s+/g, ' ');
    return [{ question, document: path, quote: sentence, answer }];
  });
}

/** A number with its sign and decimals, else a name: capitalised words that do not open the sentence. */
function tellingWords(sentence: string): string | undefined {
  const number =
    /(?<![\p{L}\p{N}._-])\p{N}[\p{N}.,:]*\p{N}(?![\p{L}\p{N}_-])|(?<![\p{L}\p{N}._-])\p{N}(?![\p{L}\p{N}.,_-])/u.exec(
      sentence,
    );
  if (number) return number[0];
  return /(?<=[\p{Ll},;] )\p{Lu}[\p{L}-]{2,}(?: \p{Lu}[\p{L}-]+)*(?=[ ,.;:)])/u.exec(sentence)?.[0];
}
