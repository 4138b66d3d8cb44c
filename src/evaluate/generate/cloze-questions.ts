import { introduces } from '../../answer/extract/passage-sentences.ts';
import { refersBack } from '../../answer/extract/unit-form.ts';
import type { Block } from '../../contracts/parser.ts';
import { linkTarget } from '../../text/sentences/note-marks.ts';
import { sentences } from '../../text/sentences/sentences.ts';
import {
  denseLetters,
  type GeneratedQuestion,
  lengthInLetters,
  type QuestionSource,
} from './generated-question.ts';

/** Stands for what was left out. */
const gap = '____';

/** Sentences that say enough to be found by and are still one thought, in letters. */
const shortest = 50;
const longest = 260;

/** What prose stands in: not front matter, code or tables. */
const proseBlocks: ReadonlySet<Block['kind']> = new Set(['paragraph', 'list', 'quote']);

/** Ends a sentence, before marks that close. A line without it is a title or a label. */
const wholeSentence = /[.!?…。！？؟।]["'”’»)\]*_]*$/u;

/**
 * Questions that leave a number or a name out of a sentence of the document: `The monthly rent is ____ euros and is
 * due on the third day.` One from each whole sentence of prose that has such words, is not about something before it
 * and does not only announce what follows.
 */
export function clozeQuestions(
  { path, language, text }: QuestionSource,
  blocks: readonly Block[],
): GeneratedQuestion[] {
  const prose = blocks.filter(({ kind }) => proseBlocks.has(kind));
  return prose.flatMap((block) => {
    const content = text.slice(block.start, block.end);
    return sentences(content, language).flatMap(({ start, end, kind }) => {
      const quote = content.slice(start, end);
      const sentence = withoutMarkup(quote);
      const length = lengthInLetters(sentence);
      if (kind !== 'prose' || length < shortest || length > longest) return [];
      if (refersBack(sentence, language) || introduces(sentence) || !wholeSentence.test(sentence)) return [];
      const answer = tellingWords(sentence);
      if (answer === undefined || sentence.split(answer).length !== 2) return [];
      return [{ question: sentence.replace(answer, gap), document: path, quote, answer }];
    });
  });
}

const link = new RegExp(String.raw`\[([^\][\n]+)\]${linkTarget}`, 'gu');

/** The words alone, on one line: nobody who asks writes Markdown's links, emphasis and code marks. */
function withoutMarkup(sentence: string): string {
  return sentence
    .replace(link, '$1')
    .replace(/(\*\*|__|`)(?=\S)([^\n]{1,200}?)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]{1,200})\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/\s+/g, ' ');
}

/** What makes a number beside it part of a name; words that are written without spaces touch their numbers. */
const beside = String.raw`[[\p{L}--[${denseLetters}]]\p{N}_\-]`;

const numberAlone = new RegExp(
  String.raw`(?<!${beside}|\.)(?:\p{N}[\p{N}.,:]*\p{N}(?!${beside})|\p{N}(?!${beside}|[.,]))`,
  'v',
);

/** Capitalised words that do not open the sentence and that no number follows, as one follows "Chapter" or "Figure". */
const name = /(?<=[\p{Ll},;] )\p{Lu}[\p{L}-]{2,}(?: \p{Lu}[\p{L}-]+)*(?=[ ,;:)]|\.(?!\S))(?! \p{N})/gu;

/** A number with its sign and decimals, else the longest name: in German every noun looks like one. */
function tellingWords(sentence: string): string | undefined {
  const number = numberAlone.exec(sentence);
  if (number) return number[0];
  return sentence.match(name)?.reduce((longest, one) => (one.length > longest.length ? one : longest));
}
