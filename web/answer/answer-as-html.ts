import { type Html, html } from '../../src/text/html.ts';
import type { ShownCitation, Turn } from '../conversation/turn.ts';
import { type InlinePiece, inlineMarkup } from '../source/inline-markup.ts';
import type { AnswerNode, Phrase, PhraseLine, TableNode } from './answer-node.ts';
import { answerTree } from './answer-tree.ts';
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
  const marked = ({ footnotes }: Phrase) =>
    html`${footnotes.map((citation) => html`<sup>${linked(citation, citation.number)}</sup>`)}`;
  const nodes = answerTree(text, citations, sentences).map((node) => nodeInHtml(node, marked));
  const footnotes = citations.map((citation) => {
    return html`[${citation.number}] ${linked(citation, footnotePlace(citation, isOfSeveral))}`;
  });
  const notes = footnotes.length > 0 ? html`<hr><p>${joined(footnotes)}</p>` : '';
  return html`${nodes}${notes}`.markup;
}

function nodeInHtml(node: AnswerNode, marked: ToHtml<Phrase>): Html {
  const within = (nodes: readonly AnswerNode[]) => nodes.map((one) => nodeInHtml(one, marked));
  const phrase = (said: Phrase) => html`${inlineInHtml(said.text, said.pieces)}${marked(said)}`;
  const words = (lines: readonly PhraseLine[]) => joined(lines.map((line) => html`${line.map(phrase)}`));
  if (node.kind === 'paragraph') return html`<p>${words(node.lines)}</p>`;
  if (node.kind === 'heading') return html`<h3>${words(node.lines)}</h3>`;
  if (node.kind === 'quote') return html`<blockquote>${within(node.nodes)}</blockquote>`;
  if (node.kind === 'code') return html`<pre>${words([node.line])}</pre>`;
  if (node.kind === 'table') return tableInHtml(node, marked);
  const items = node.items.map(({ number, lines, nodes }) => {
    const said = [words(lines), ...within(nodes)];
    return number === undefined ? html`<li>${said}</li>` : html`<li value="${number}">${said}</li>`;
  });
  return node.isNumbered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
}

function tableInHtml({ rows, alignments }: TableNode, marked: ToHtml<Phrase>): Html {
  const isMarked = rows.some(({ line }) => line.some(({ footnotes }) => footnotes.length > 0));
  const inRows = rows.map(({ cells, isHeader, line }) => {
    const inCells = cells.map((cell, column) => {
      const words = joined(cell.split('\n').map((line) => inlineInHtml(line, inlineMarkup(line))));
      const side = alignments[column];
      const set = side ? html` style="text-align: ${side}"` : '';
      return isHeader ? html`<th${set}>${words}</th>` : html`<td${set}>${words}</td>`;
    });
    // Behind a figure, in a spreadsheet, the number of a footnote would be its last digit.
    return html`<tr>${inCells}${isMarked ? html`<td>${line.map(marked)}</td>` : ''}</tr>`;
  });
  return html`<table border="1">${inRows}</table>`;
}

/** Lines one below the other. */
function joined(lines: readonly Html[]): Html {
  return html`${lines.map((line, place) => (place > 0 ? html`<br>${line}` : line))}`;
}

const settings: Readonly<Partial<Record<InlinePiece['kind'], ToHtml<string>>>> = {
  strong: (words) => html`<strong>${words}</strong>`,
  emphasis: (words) => html`<em>${words}</em>`,
  struck: (words) => html`<s>${words}</s>`,
  code: (words) => html`<code>${words}</code>`,
  mark: () => html``,
};

function inlineInHtml(text: string, pieces: readonly InlinePiece[]): Html {
  const set = pieces.map(({ start, end, kind }) => {
    const words = text.slice(start, end);
    return settings[kind]?.(words) ?? html`${words}`;
  });
  return html`${set}`;
}
