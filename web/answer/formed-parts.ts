import type { CheckedSentence } from '../../src/contracts/citation.ts';
import { codeBlocks } from '../../src/text/sentences/code-fence.ts';
import { endsInDisplay, formulasIn } from '../source/formula.ts';
import { depthsByIndent, listMarkerPattern, shownMarker } from '../source/list-marker.ts';
import type { AnswerPart } from './answer-parts.ts';
import { type CodePiece, codePiece } from './line-pieces.ts';

/** What stands before a sentence and only means its form. */
export type Lead =
  /** `depth` counts from 0. */
  | { readonly kind: 'item'; readonly marker: string; readonly depth: number }
  | { readonly kind: 'heading' }
  | { readonly kind: 'quote' }
  /** A line that is set in, as words below those of an item are. */
  | { readonly kind: 'indent' };

/** A part of an answer with the form that the text between the sentences gives it. */
export interface FormedPart extends AnswerPart {
  /** Where it is code: the footnote marks that stand below it. Undefined for words. */
  readonly code?: Pick<CodePiece, 'isIndented'> & { readonly marks: string };
  readonly lead: Lead | undefined;
  /** Whether it goes on with what the lead before it has begun. */
  readonly continues: boolean;
}

/**
 * Lines that set what stands below them apart, as an empty one does (CommonMark 0.31, section 4.1), up to the footnote
 * markers on them.
 */
export const dividers = /^ {0,3}([-*_])(?:[ \t]*\1){2,}(?=[ \t]*(?:\[\d|$))/gm;

/** A heading that is a sentence with its hashes, as the verifier takes it. */
const headingMark = /^#{1,6}[ \t]+(?=[^\n]+$)/;
/** The last line where it has a lead, and what of its sentence is written so far. */
const lastLead = new RegExp(
  String.raw`(?:^|\n)([ \t]*)(${listMarkerPattern}|#{1,6}|>)[ \t]+(?![ \t])([^\n]*)$`,
);
/** The last line where it is set in, and what of its sentence is written so far. */
const indentedLine = /\n[ \t]+(?![ \t])([^\n]*)$/;
/** Lines of a table, that which divides its header from the others included: the odd ones of what it splits. */
const tableLines = /((?:^[ \t]*\|[^\n]*(?:\n|$))+)/m;
/** The last line where it is a row that has not come to its last bar. */
const openRow = /(?:^|\n)[ \t]*\|(?![^\n]+\|[ \t]*$)[^\n]*$/;

/** A line break within an item: the next line is indented. */
const wrapped = /^[ \t]*\n[ \t]+(?!\n)/;
/** Line breaks within a sentence of a quote. */
const quoteMarks = /\n[ \t]*>[ \t]?/g;

/**
 * Gives sentences the form that a model set around them in Markdown: the mark of an item, a heading or a quote belongs
 * to the sentences behind it up to the end of its lines. A block of code is a part of its own, whether it is checked as
 * a sentence already or still stands among the words behind the last one.
 */
export function formedParts(parts: readonly AnswerPart[]): readonly FormedPart[] {
  const formed: FormedPart[] = [];
  let lead: Lead | undefined;
  /** That which the lines belong to which are not at their end yet. */
  let open: Lead | undefined;
  const depthOf = depthsByIndent();
  const goesOn = (words: string) => (open?.kind === 'item' || open?.kind === 'indent') && wrapped.test(words);
  const add = ({ text, sentence }: AnswerPart) => {
    const flown = goesOn(text) ? text.replace(wrapped, ' ') : text;
    const shown = open?.kind === 'quote' || lead?.kind === 'quote' ? flown.replace(quoteMarks, '\n') : flown;
    if (lead) open = lead;
    else if (!sentence && shown.includes('\n')) open = undefined;
    const continues = open !== lead;
    if (shown !== '') formed.push({ text: shown, sentence, lead, continues });
    lead = undefined;
  };
  const addCode = ({ text, isIndented }: CodePiece, sentence?: CheckedSentence, marks = '') => {
    formed.push({ text, sentence, code: { isIndented, marks }, lead: undefined, continues: false });
    open = undefined;
  };
  const addBetween = (between: string) => {
    const pieces = between.replace(dividers, '').split(tableLines);
    for (const [place, piece] of pieces.entries()) {
      if (place % 2 === 1) {
        add({ text: openRow.test(piece) ? `${piece} |` : piece, sentence: undefined });
        continue;
      }
      addWords(place > 0 ? piece.replace(/^\n+/, '') : piece);
    }
  };
  const addWords = (words: string) => {
    const [led = '', indent = '', marker = '', begun = ''] = lastLead.exec(words) ?? [];
    if (led === '') {
      addUnled(words);
      return;
    }
    const before = words.slice(0, -led.length) + (led.startsWith('\n') ? '\n' : '');
    if (marker === '>' && open?.kind === 'quote' && /^[\s>]*$/.test(before))
      formed.push({ text: '\n', sentence: undefined, lead: undefined, continues: true });
    else {
      add({ text: before, sentence: undefined });
      lead = leadOf(marker, () => depthOf(indent));
    }
    if (begun !== '') add({ text: begun, sentence: undefined });
  };
  const addUnled = (words: string) => {
    const [line = '', begun = ''] = (!goesOn(words) && indentedLine.exec(words)) || [];
    add({ text: words.slice(0, words.length - line.length), sentence: undefined });
    if (line === '') return;
    lead = { kind: 'indent' };
    if (begun !== '') add({ text: begun, sentence: undefined });
  };
  for (const [index, { text, sentence }] of parts.entries()) {
    if (sentence) {
      const [block] = codeBlocks(text);
      if (block?.start === 0) {
        addCode(codePiece(text, block), sentence, text.slice(block.end).trim());
        continue;
      }
      const hashes = headingMark.exec(text)?.[0];
      if (hashes !== undefined) lead = { kind: 'heading' };
      add({ text: text.slice(hashes?.length ?? 0), sentence });
      continue;
    }
    const gap = betweenFormulas(parts, index);
    let position = 0;
    for (const block of codeBlocks(gap)) {
      addBetween(gap.slice(position, block.start));
      addCode(codePiece(gap, block));
      position = block.end;
    }
    addBetween(gap.slice(position));
  }
  return formed;
}

/** What stands between two sentences, without line breaks beside a formula that has a line of its own. */
function betweenFormulas(parts: readonly AnswerPart[], index: number): string {
  const text = parts[index]?.text ?? '';
  const before = parts[index - 1]?.text ?? '';
  const after = parts[index + 1]?.text ?? '';
  const isBefore = formulasIn(after).some(({ isDisplay, start }) => isDisplay && start === 0);
  const opened = endsInDisplay(before) ? text.replace(/^\n+/, '') : text;
  return isBefore ? opened.replace(/\n+$/, '') : opened;
}

function leadOf(marker: string, depthOf: () => number): Lead {
  if (marker.startsWith('#')) return { kind: 'heading' };
  if (marker === '>') return { kind: 'quote' };
  return { kind: 'item', marker: shownMarker(marker), depth: Math.min(depthOf(), 4) };
}
