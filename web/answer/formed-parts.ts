import type { CheckedSentence } from '../../src/contracts/citation.ts';
import { fencePattern } from '../../src/text/code-fence.ts';
import { formulasIn } from '../source/formula.ts';
import type { AnswerPart } from './answer-parts.ts';
import { indentWidth, listMarkerPattern, shownMarker } from './list-marker.ts';

/** What stands before a sentence and only means its form. */
export type Lead =
  /** `depth` counts from 0. */
  { readonly kind: 'item'; readonly marker: string; readonly depth: number } | { readonly kind: 'heading' };

/** A part of an answer with the form that the text between the sentences gives it. */
export interface FormedPart extends AnswerPart {
  readonly kind: 'words' | 'code';
  readonly lead: Lead | undefined;
}

const fenceLine = new RegExp(String.raw`^[ \t]*${fencePattern}[^\n]*(?:\n|$)`, 'm');
const tableRule = /^[ \t]*\|[ \t:|-]*-[ \t:|-]*(?:\n|$)/gm;
/** A heading that is a sentence with its hashes, as the verifier takes it. */
const headingMark = /^#{1,6}[ \t]+(?=[^\n]+$)/;
/** The last line where it has a lead, and what of its sentence is written so far. */
const lastLead = new RegExp(String.raw`(?:^|\n)([ \t]*)(${listMarkerPattern}|#{1,6})[ \t]+([^\n]*)$`);
/** The last line where it is a row that has not come to its last bar. */
const openRow = /(?:^|\n)[ \t]*\|(?![^\n]+\|[ \t]*$)[^\n]*$/;

/** Spaces of a list's indent for each level; what a list stands in is not known where its items are sentences. */
const indentOfLevel = 3;

/**
 * Gives sentences the form that a model set around them in Markdown: the marker of an item and the hashes of a heading
 * belong to the sentence behind them, what stands between two fences is code, and the rule of a table says nothing.
 */
export function formedParts(parts: readonly AnswerPart[]): readonly FormedPart[] {
  const formed: FormedPart[] = [];
  let code: { text: string; sentence: CheckedSentence | undefined } | undefined;
  let lead: Lead | undefined;
  const add = ({ text, sentence }: AnswerPart) => {
    const isBehindHeading = formed.at(-1)?.lead?.kind === 'heading';
    const shown = isBehindHeading ? text.replace(/^\n+/, '\n') : text;
    if (shown !== '') formed.push({ text: shown, sentence, kind: 'words', lead });
    lead = undefined;
  };
  const endCode = () => {
    if (code) formed.push({ ...code, text: code.text.replace(/\n$/, ''), kind: 'code', lead: undefined });
    code = undefined;
  };
  for (const [index, { text, sentence }] of parts.entries()) {
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
      const isBeforeCode = place < length - 1;
      const words = (isBeforeCode ? between.replace(/\n+$/, '\n') : between).replace(tableRule, '');
      const [led = '', indent = '', marker = '', begun = ''] = lastLead.exec(words) ?? [];
      if (led === '') {
        add({ text: openRow.test(words) ? `${words} |` : words, sentence });
        return;
      }
      add({ text: beforeLead(words.slice(0, -led.length), led), sentence });
      lead = leadOf(indent, marker);
      if (begun !== '') add({ text: begun, sentence });
    });
  }
  endCode();
  return formed;
}

/** What stands between two sentences, without line breaks beside a formula that has a line of its own. */
function betweenFormulas(parts: readonly AnswerPart[], index: number): string {
  const text = parts[index]?.text ?? '';
  const before = parts[index - 1]?.text ?? '';
  const after = parts[index + 1]?.text ?? '';
  const isBehind = formulasIn(before).some(({ isDisplay, end }) => isDisplay && end === before.length);
  const isBefore = formulasIn(after).some(({ isDisplay, start }) => isDisplay && start === 0);
  const opened = isBehind ? text.replace(/^\n+/, '') : text;
  return isBefore ? opened.replace(/\n+$/, '') : opened;
}

/** No empty line stands before an item or a heading: both have room of their own. */
function beforeLead(words: string, lead: string): string {
  return lead.startsWith('\n') ? words.replace(/\n*$/, '\n') : words;
}

function leadOf(indent: string, marker: string): Lead {
  if (marker.startsWith('#')) return { kind: 'heading' };
  const depth = Math.floor(indentWidth(indent) / indentOfLevel);
  return { kind: 'item', marker: shownMarker(marker), depth: Math.min(depth, 4) };
}
