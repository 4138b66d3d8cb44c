import type { CheckedSentence } from '../../src/contracts/citation.ts';
import { closesFence, fenceOf, fencePattern } from '../../src/text/code-fence.ts';
import { endsInDisplay, formulasIn } from '../source/formula.ts';
import type { AnswerPart } from './answer-parts.ts';
import { withoutIndent } from './line-pieces.ts';
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

const fenceLine = new RegExp(String.raw`^[ \t]*${fencePattern}[^\n]*(?:\n|$)`, 'm');
const tableRule = /^[ \t]*\|[ \t:|-]*-[ \t:|-]*(?:\n|$)/gm;
/** A heading that is a sentence with its hashes, as the verifier takes it. */
const headingMark = /^#{1,6}[ \t]+(?=[^\n]+$)/;
/** The last line where it has a lead, and what of its sentence is written so far. */
const lastLead = new RegExp(String.raw`(?:^|\n)([ \t]*)(${listMarkerPattern}|#{1,6}|>)[ \t]+([^\n]*)$`);
/** The last line where it is a row that has not come to its last bar. */
const openRow = /(?:^|\n)[ \t]*\|(?![^\n]+\|[ \t]*$)[^\n]*$/;

/** A line break within an item: the next line is indented. */
const wrapped = /^[ \t]*\n[ \t]+(?!\n)/;

/**
 * Gives sentences the form that a model set around them in Markdown: the mark of an item, a heading or a quote belongs
 * to the sentences behind it up to the end of its lines, what stands between two fences is code, and the rule of a
 * table says nothing.
 */
export function formedParts(parts: readonly AnswerPart[]): readonly FormedPart[] {
  const formed: FormedPart[] = [];
  let code: { text: string; sentence: CheckedSentence | undefined } | undefined;
  let lead: Lead | undefined;
  /** That which the lines belong to which are not at their end yet. */
  let open: Lead | undefined;
  const depthOf = depthsByIndent();
  const add = ({ text, sentence }: AnswerPart) => {
    const isBehindBlock = open?.kind === 'heading' || formed.at(-1)?.kind === 'code';
    const flown = open?.kind === 'item' ? text.replace(wrapped, ' ') : text;
    const shown = isBehindBlock ? flown.replace(/^\n+/, '\n') : flown;
    if (lead) open = lead;
    else if (!sentence && shown.includes('\n')) open = undefined;
    const continues = open !== lead;
    if (shown !== '') formed.push({ text: shown, sentence, kind: 'words', lead, continues });
    lead = undefined;
  };
  const endCode = () => {
    const text = withoutIndent(code?.text.replace(/\n$/, '').split('\n') ?? []);
    if (code) formed.push({ ...code, text, kind: 'code', lead: undefined, continues: false });
    code = undefined;
    open = undefined;
  };
  for (const [index, { text, sentence }] of parts.entries()) {
    const block = sentence && !code ? fencedCode(text) : undefined;
    if (block) {
      formed.push({ ...block, sentence, kind: 'code', lead: undefined, continues: false });
      open = undefined;
      continue;
    }
    if (sentence) {
      const hashes = code ? undefined : headingMark.exec(text)?.[0];
      if (hashes !== undefined) lead = { kind: 'heading' };
      if (code) code = { text: code.text + text, sentence };
      else add({ text: text.slice(hashes?.length ?? 0), sentence });
      continue;
    }
    const gap = code ? text : betweenFormulas(parts, index);
    gap.split(fenceLine).forEach((between, place, { length }) => {
      if (place > 0 && code) endCode();
      else if (place > 0) code = { text: '', sentence: undefined };
      if (code) {
        code.text += between;
        return;
      }
      const next = parts[index + 1]?.text ?? '';
      const isBeforeBlock = place < length - 1 || headingMark.test(next) || fenceOf(next) !== undefined;
      const words = (isBeforeBlock ? between.replace(/\n+$/, '\n') : between).replace(tableRule, '');
      const [led = '', indent = '', marker = '', begun = ''] = lastLead.exec(words) ?? [];
      if (led === '') {
        add({ text: openRow.test(words) ? `${words} |` : words, sentence });
        return;
      }
      const before = words.slice(0, -led.length);
      if (marker === '>' && open?.kind === 'quote' && /^[\s>]*$/.test(before))
        formed.push({ text: '\n', sentence, kind: 'words', lead: undefined, continues: true });
      else {
        add({ text: beforeLead(before, led), sentence });
        lead = leadOf(marker, () => depthOf(indent));
      }
      if (begun !== '') add({ text: begun, sentence });
    });
  }
  endCode();
  return formed;
}

/** The code of a sentence that is a block of it, with what stands below; undefined where it is none. */
function fencedCode(sentence: string): Pick<FormedPart, 'text' | 'marks'> | undefined {
  const [opening = '', ...lines] = sentence.split('\n');
  const fence = fenceOf(opening);
  if (fence === undefined) return undefined;
  const closing = lines.findIndex((line) => closesFence(line, fence));
  const end = closing === -1 ? lines.length : closing;
  return {
    text: withoutIndent(lines.slice(0, end)),
    marks: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  };
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
