import { introduces } from '../../answer/extract/passage-sentences.ts';
import type { Block } from '../../contracts/parser.ts';
import { sentences } from '../../text/sentences/sentences.ts';
import {
  denseLetters,
  type GeneratedQuestion,
  lengthInLetters,
  type QuestionSource,
} from './generated-question.ts';

/**
 * What asks for a section, by language. Others are asked for by the heading's words alone. Without quotation marks,
 * between which words are taken for a phrase that must occur.
 */
const templates: Readonly<Record<string, (heading: string, title: string) => string>> = {
  en: (heading, title) => `What is said about ${heading} in ${title}?`,
  de: (heading, title) => `Was steht über ${heading} in ${title}?`,
  fr: (heading, title) => `Que dit-on de ${heading} dans ${title} ?`,
  es: (heading, title) => `¿Qué se dice sobre ${heading} en ${title}?`,
  it: (heading, title) => `Che cosa si dice di ${heading} in ${title}?`,
  pt: (heading, title) => `O que se diz sobre ${heading} em ${title}?`,
  ar: (heading, title) => `ماذا يقال عن ${heading} في ${title}؟`,
  zh: (heading, title) => `《${title}》中关于${heading}说了什么？`,
};

/** Counts the sections, and is no part of what one is about: `2.`, `3.1`, `4)`. */
const sectionNumber = /^(?:\p{N}+[.)]|\p{N}+(?:\.\p{N}+)+[.)]?)\s+/u;

const asksItself = /[?？؟]$/;

/** Words of a section that answer for it, in letters. */
const shortestSection = 60;

/** Words, and no number or letter alone. */
const word = new RegExp(String.raw`\p{L}{3}|[${denseLetters}]{2}`, 'u');

/**
 * Questions after the headings of a document, each answered by the first sentence of its section that does not only
 * announce others. A heading that is a question is asked as it stands. The document's title is asked for by none: it
 * stands above everything.
 */
export function headingQuestions(source: QuestionSource, blocks: readonly Block[]): GeneratedQuestion[] {
  const headings = blocks.filter((block) => block.kind === 'heading');
  return headings.flatMap((heading, position) => {
    const end = headings[position + 1]?.start ?? source.text.length;
    const body = source.text.slice(heading.end, end);
    const first = sentences(body, source.language).find(
      (found) => found.kind === 'prose' && !introduces(body.slice(found.start, found.end)),
    );
    const isTelling = word.test(heading.title) && heading.title !== source.title;
    if (!first || !isTelling || lengthInLetters(body.trim()) < shortestSection) return [];
    const ask = templates[source.language];
    const topic = heading.title.replace(sectionNumber, '');
    return [
      {
        question: asksItself.test(topic)
          ? topic
          : (ask?.(topic, source.title) ?? `${source.title}: ${topic}`),
        document: source.path,
        ...(heading.page !== undefined && { page: heading.page }),
        quote: body.slice(first.start, first.end),
      },
    ];
  });
}
