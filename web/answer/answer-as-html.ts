import { type Html, html } from '../../src/text/html.ts';
import type { ShownCitation, Turn } from '../conversation/turn.ts';
import { type InlinePiece, inlineMarkup } from '../source/inline-markup.ts';
import {
  answerBlocks,
  type MarkedWords,
  type Marker,
  type TableBlock,
  type WordsBlock,
} from './answer-blocks.ts';
import { BlocksInHtml } from './blocks-in-html.ts';
import { footnotePlace } from './footnote-place.ts';

interface Options {
  /** Whether its footnotes say which collection they are in. */
  readonly isOfSeveral: boolean;
  /** The address that opens what a citation quotes. */
  readonly addressOf: (citation: ShownCitation) => string;
}

type ToHtml<Value> = (value: Value) => Html;

/**
 * An answer to be pasted into a program that sets text: paragraphs, lists, tables and code, each sentence with the
 * number of its footnote, and below them the footnotes. Numbers and footnotes link to the sources. Formulas are TeX.
 */
export function answerAsHtml(
  { text, citations, sentences }: Pick<Turn, 'text' | 'citations' | 'sentences'>,
  { isOfSeveral, addressOf }: Options,
): string {
  const linked = (citation: ShownCitation, words: string | number) =>
    citation.quote === null ? html`${words}` : html`<a href="${addressOf(citation)}">${words}</a>`;
  const marked = (markers: readonly Marker[]) =>
    html`${markers.map(({ citation }) => html`<sup>${linked(citation, citation.number)}</sup>`)}`;
  const blocks = new BlocksInHtml();
  for (const block of answerBlocks(text, citations, sentences)) {
    if (block.kind === 'table') blocks.add(tableInHtml(block, marked));
    else addWords(blocks, block, marked);
  }
  const footnotes = citations.map((citation, place) => {
    const words = linked(citation, footnotePlace(citation, isOfSeveral));
    return html`${place > 0 ? lineBreak : ''}[${citation.number}] ${words}`;
  });
  if (footnotes.length > 0) blocks.add(html`<hr><p>${footnotes}</p>`);
  return blocks.end().markup;
}

function addWords(blocks: BlocksInHtml, { said, lead }: WordsBlock, marked: ToHtml<readonly Marker[]>) {
  const whole = ({ piece, markers }: MarkedWords) => html`${linesInHtml(textOf(piece))}${marked(markers)}`;
  if (lead) {
    const words = html`${said.flatMap((one) => one.words.map(whole))}`;
    if (lead.kind === 'item') blocks.addItem(lead, words);
    else
      blocks.add(lead.kind === 'heading' ? html`<h3>${words}</h3>` : html`<blockquote>${words}</blockquote>`);
    return;
  }
  for (const one of said.flatMap(({ words }) => words)) {
    const { piece, markers } = one;
    if (piece.kind === 'preformatted') blocks.add(html`<pre>${piece.text}${marked(markers)}</pre>`);
    else if (piece.kind === 'item') blocks.addItem(piece, whole(one));
    else {
      const lines = textOf(piece).split('\n');
      lines.forEach((line, place) => {
        if (place > 0) blocks.breakLine();
        blocks.addWords(inlineInHtml(line));
      });
      blocks.addWords(marked(markers));
    }
  }
}

function textOf(piece: MarkedWords['piece']): string {
  return piece.kind === 'row' ? piece.cells.join(' · ') : piece.text;
}

function tableInHtml({ rows }: TableBlock, marked: ToHtml<readonly Marker[]>): Html {
  const inRows = rows.map(({ cells, isHeader, markers }) => {
    const inCells = cells.map((cell, column) => {
      const words = html`${inlineInHtml(cell)}${column === cells.length - 1 ? marked(markers) : ''}`;
      return isHeader ? html`<th>${words}</th>` : html`<td>${words}</td>`;
    });
    return html`<tr>${inCells}</tr>`;
  });
  return html`<table border="1">${inRows}</table>`;
}

const lineBreak = html`<br>`;

/** Text that keeps its lines. */
function linesInHtml(text: string): Html {
  const lines = text.split('\n');
  return html`${lines.map((line, place) => html`${place > 0 ? lineBreak : ''}${inlineInHtml(line)}`)}`;
}

const settings: Readonly<Partial<Record<InlinePiece['kind'], ToHtml<string>>>> = {
  strong: (words) => html`<strong>${words}</strong>`,
  emphasis: (words) => html`<em>${words}</em>`,
  code: (words) => html`<code>${words}</code>`,
  mark: () => html``,
};

function inlineInHtml(text: string): Html {
  const pieces = inlineMarkup(text).map(({ start, end, kind }) => {
    const words = text.slice(start, end);
    return settings[kind]?.(words) ?? html`${words}`;
  });
  return html`${pieces}`;
}
