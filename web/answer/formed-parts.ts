import { codeBlocks } from '../../src/text/code-fence.ts';
import { endsInDisplay, formulasIn } from '../source/formula.ts';
import type { AnswerPart } from './answer-parts.ts';
import { codeOf } from './line-pieces.ts';
import { depthsByIndent, listMarkerPattern, shownMarker } from './list-marker.ts';

/** What stands before a sentence and only means its form. */
export type Lead =
  /** `depth` counts from 0. */
  | { readonly kind: 'item'; readonly marker: string; readonly depth: number }
  | { readonly kind: 'heading' }
  | { readonly kind: 'quote' };

/** A part of an answer with the form that the text between the sentences gives it. */
export interface FormedPart extends AnswerPart {
  readonly kind: 'words' | 'code';
  /** Code: the footnote marks that stand below it. */
  readonly marks?: string;
  readonly lead: Lead | undefined;
  /** Whether it goes on with what the lead before it has begun. */
  readonly continues: boolean;
}

/** A heading that is a sentence with its hashes, as the verifier takes it. */
const headingMark = /^#{1,6}[ \t]+(?=[^\n]+$)/;
/** The last line where it has a lead, and what of its sentence is written so far. */
const lastLead = new RegExp(String.raw`(?:^|\n)([ \t]*)(${listMarkerPattern}|#{1,6}|>)[ \t]+([^\n]*)$`);
/** Lines of a table, that which divides its header from the others included: the odd ones of what it splits. */
const tableLines = /((?:^[ \t]*\|[^\n]*(?:\n|$))+)/m;
/** A line that sets what stands below it apart, as an empty one does (CommonMark 0.31, section 4.1). */
const divider = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/gm;
/** The last line where it is a row that has not come to its last bar. */
const openRow = /(?:^|\n)[ \t]*\|(?![^\n]+\|[ \t]*$)[^\n]*$/;

/** A line break within an item: the next line is indented. */
const wrapped = /^[ \t]*\n[ \t]+(?!\n)/;

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
  const add = ({ text, sentence }: AnswerPart) => {
    const isBehindBlock =
      open?.kind === 'heading' || open?.kind === 'quote' || formed.at(-1)?.kind === 'code';
    const flown = open?.kind === 'item' ? text.replace(wrapped, ' ') : text;
    const shown = isBehindBlock ? flown.replace(/^\n+/, '\n') : flown;
    if (lead) open = lead;
    else if (!sentence && shown.includes('\n')) open = undefined;
    const continues = open !== lead;
    if (shown !== '') formed.push({ text: shown, sentence, kind: 'words', lead, continues });
    lead = undefined;
  };
  const addCode = (code: Pick<FormedPart, 'text' | 'sentence' | 'marks'>) => {
    formed.push({ ...code, kind: 'code', lead: undefined, continues: false });
    open = undefined;
  };
  const addBetween = (between: string, isBeforeBlock: boolean) => {
    const pieces = between.replace(divider, '').split(tableLines);
    for (const [place, piece] of pieces.entries()) {
      if (place % 2 === 1) {
        add({ text: openRow.test(piece) ? `${piece} |` : piece, sentence: undefined });
        continue;
      }
      const words = place > 0 ? piece.replace(/^\n+/, '') : piece;
      addWords(isBeforeBlock && place === pieces.length - 1 ? words.replace(/\n+$/, '\n') : words);
    }
  };
  const addWords = (words: string) => {
    const [led = '', indent = '', marker = '', begun = ''] = lastLead.exec(words) ?? [];
    if (led === '') {
      add({ text: words, sentence: undefined });
      return;
    }
    const before = words.slice(0, -led.length);
    if (marker === '>' && open?.kind === 'quote' && /^[\s>]*$/.test(before))
      formed.push({ text: '\n', sentence: undefined, kind: 'words', lead: undefined, continues: true });
    else {
      add({ text: beforeLead(before, led), sentence: undefined });
      lead = leadOf(marker, () => depthOf(indent));
    }
    if (begun !== '') add({ text: begun, sentence: undefined });
  };
  for (const [index, { text, sentence }] of parts.entries()) {
    if (sentence) {
      const [block] = codeBlocks(text);
      if (block?.start === 0) {
        addCode({ text: codeOf(text, block), sentence, marks: text.slice(block.end).trim() });
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
      addBetween(gap.slice(position, block.start), true);
      addCode({ text: codeOf(gap, block), sentence: undefined });
      position = block.end;
    }
    const next = parts[index + 1]?.text ?? '';
    addBetween(gap.slice(position), headingMark.test(next) || codeBlocks(next)[0]?.start === 0);
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

/** No empty line stands before what has a lead: it has room of its own. */
function beforeLead(words: string, lead: string): string {
  return lead.startsWith('\n') ? words.replace(/\n*$/, '\n') : words;
}

function leadOf(marker: string, depthOf: () => number): Lead {
  if (marker.startsWith('#')) return { kind: 'heading' };
  if (marker === '>') return { kind: 'quote' };
  return { kind: 'item', marker: shownMarker(marker), depth: Math.min(depthOf(), 4) };
}
