import { type Counts, listNumber, smallNumber, step } from '../document/list-number.ts';
import { shownWords } from '../document/shown-words.ts';
import { ParagraphContent } from '../office/office-paragraph.ts';
import type { SlideParagraph } from '../office/slide-deck.ts';
import { chosenContent } from '../ooxml/chosen-content.ts';
import { mathText } from '../xml/math-text.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml.ts';

/** The words of the text body that an element holds (`txBody`), in one line but for breaks. */
export function wordsOf(holder: XmlElement): string {
  return readTextBody(childOf(holder, 'txBody'), false)
    .map(({ text }) => text)
    .join(' ');
}

/**
 * The paragraphs of a text body (`p:txBody`, `a:txBody`) that say something. Those without a word on bullets have
 * one where `hasBullets` says that the shape's placeholder gives it, or where they are indented.
 */
export function readTextBody(body: XmlElement | undefined, hasBullets: boolean): readonly SlideParagraph[] {
  const counts: Counts = [];
  const paragraphs: SlideParagraph[] = [];
  for (const paragraph of childrenOf(body, 'p')) {
    const text = paragraphText(paragraph).trim();
    if (text === '') continue;
    const properties = childOf(paragraph, 'pPr');
    const depth = Math.min(8, smallNumber(properties?.attributes.lvl, 0));
    const number = childOf(properties, 'buAutoNum');
    if (number) step(counts, depth, Math.max(1, smallNumber(number.attributes.startAt, 1)));
    else counts.length = Math.min(counts.length, depth);
    const isItem = isBulleted(properties) ?? (hasBullets || depth > 0);
    const marker = number ? autoNumber(counts[depth] ?? 1, number.attributes.type ?? '') : '-';
    paragraphs.push({ text, depth, ...(isItem && { marker }) });
  }
  return paragraphs;
}

function isBulleted(properties: XmlElement | undefined): boolean | undefined {
  if (childOf(properties, 'buNone')) return false;
  const isMarked = ['buChar', 'buAutoNum', 'buBlip'].some((name) => childOf(properties, name));
  return isMarked ? true : undefined;
}

/** A paragraph's words: line breaks kept, equations as a line, slide numbers left out. */
function paragraphText(paragraph: XmlElement): string {
  const content = new ParagraphContent();
  const walk = (holder: XmlElement | undefined): void => {
    for (const child of childrenOf(holder)) {
      const { name } = child;
      if (name === 'r' || (name === 'fld' && child.attributes.type !== 'slidenum'))
        content.words(runWords(child));
      else if (name === 'br') content.put('\n');
      else if (name === 'm') content.equation(mathText(child));
      else if (name === 'AlternateContent') walk(chosenContent(child));
    }
  };
  walk(paragraph);
  return content.paragraph.text;
}

function runWords(run: XmlElement): string {
  const words = childrenOf(run, 't').map(textOf).join('');
  const properties = childOf(run, 'rPr');
  const isRaised = Number(properties?.attributes.baseline) > 0;
  // The arrow that `-->` is corrected to is the à of Wingdings, alone in its run.
  const font = words.trim().length === 1 ? childOf(properties, 'sym')?.attributes.typeface : undefined;
  const isStruck = /^(?:sng|dbl)Strike$/.test(properties?.attributes.strike ?? '');
  return shownWords(words, { isRaised, isStruck, font });
}

const numberFormats: readonly (readonly [prefix: string, format: string])[] = [
  ['alphaLc', 'lowerLetter'],
  ['alphaUc', 'upperLetter'],
  ['romanLc', 'lowerRoman'],
  ['romanUc', 'upperRoman'],
];

/** `arabicPeriod` is `1.`, `alphaLcParenBoth` is `(a)` (ECMA-376 part 1, 20.1.10.61). */
function autoNumber(value: number, type: string): string {
  const format = numberFormats.find(([prefix]) => type.startsWith(prefix))?.[1] ?? 'decimal';
  const number = listNumber(value, format);
  if (type.endsWith('ParenBoth')) return `(${number})`;
  if (type.endsWith('ParenR')) return `${number})`;
  return type.endsWith('Plain') ? number : `${number}.`;
}
