import type { CheckedSentence } from '../../src/contracts/citation.ts';
import type { ShownCitation } from '../conversation/turn.ts';
import { formulaOf, formulas } from '../source/formula.ts';
import { answerBlocks, type MarkedWords, type Said } from './answer-blocks.ts';
import { dividers } from './formed-parts.ts';
import { type AnswerNode, type Phrase, TreeBuilder } from './tree-builder.ts';

/**
 * An answer as it is set, on the page and where it is copied to. A line break between sentences ends a paragraph, one
 * within a sentence a line.
 */
export function answerTree(
  answer: string,
  citations: readonly ShownCitation[],
  sentences: readonly CheckedSentence[],
): readonly AnswerNode[] {
  const tree = new TreeBuilder();
  for (const block of answerBlocks(answer, citations, sentences)) {
    if (block.kind === 'table') {
      tree.addNode(block);
      continue;
    }
    const { lead, said } = block;
    const into = lead ? new TreeBuilder() : tree;
    for (const one of said) addSaid(into, one);
    if (lead?.kind === 'item') tree.addItem(lead, into.nodes);
    else if (lead?.kind === 'heading') addHeading(tree, into.nodes);
    else if (lead?.kind === 'quote') tree.addNode({ kind: 'quote', nodes: into.nodes });
    else if (lead) tree.addWithin(into.nodes);
  }
  return tree.nodes;
}

/** A heading has one line; what its sentence goes on with stands below it. */
function addHeading(tree: TreeBuilder, [first, ...others]: readonly AnswerNode[]): void {
  if (first?.kind === 'paragraph') tree.addNode({ ...first, kind: 'heading' });
  for (const node of others) tree.addNode(node);
}

function addSaid(tree: TreeBuilder, { words, sentence }: Said): void {
  for (const [place, { piece, markers }] of words.entries()) {
    const isEnd = place === words.length - 1;
    if (piece.kind === 'preformatted') {
      const code: AnswerNode = { kind: 'code', phrase: { text: piece.text, markers, sentence, isEnd } };
      if (piece.isIndented) tree.addWithin([code]);
      else tree.addNode(code);
      continue;
    }
    if (piece.kind === 'row') tree.endParagraph();
    const isWithin = piece.kind === 'text' && piece.isIndented;
    const into = isWithin || piece.kind === 'item' ? new TreeBuilder() : tree;
    addText(into, { text: wordsOf(piece), markers, sentence, isEnd });
    if (piece.kind === 'item') tree.addItem(piece, into.nodes);
    else if (isWithin) tree.addWithin(into.nodes);
    else if (piece.kind === 'row') tree.endParagraph();
  }
}

/** Among words there is nothing above or below a cell, so that one without words says nothing. */
function wordsOf(piece: Exclude<MarkedWords['piece'], { kind: 'preformatted' }>): string {
  return piece.kind === 'row' ? piece.cells.filter((cell) => cell !== '').join('\u{a0}· ') : piece.text;
}

/** What a line of a quote begins with that its sentence did not begin with. */
const quoteMark = /^[ \t]*>[ \t]+/;

/** Adds a phrase for each line; what stands behind the words, behind the last that has any. */
function addText(tree: TreeBuilder, { text, ...behind }: Phrase): void {
  const lines = withFormulasOnALine(text).replace(dividers, '').split('\n');
  const isBlank = (place: number) => lines[place]?.trim() === '';
  const last = Math.max(
    0,
    lines.findLastIndex((_, place) => !isBlank(place)),
  );
  let quote: TreeBuilder | undefined;
  for (const [place, line] of lines.entries()) {
    const isWithin = behind.sentence !== undefined && !isBlank(place) && !isBlank(place - 1);
    quote = quoteMark.test(line) ? (quote ?? beginQuote(tree)) : undefined;
    const into = quote ?? tree;
    if (place > 0 && isWithin) into.breakLine();
    else if (place > 0) into.endParagraph();
    const nothing = { markers: [], sentence: behind.sentence, isEnd: false };
    into.addPhrase({ text: line.replace(quoteMark, ''), ...(place === last ? behind : nothing) });
  }
}

function beginQuote(tree: TreeBuilder): TreeBuilder {
  const quote = new TreeBuilder();
  tree.addNode({ kind: 'quote', nodes: quote.nodes });
  return quote;
}

/** Within TeX a line break is a space. */
function withFormulasOnALine(text: string): string {
  return text.replace(formulas, (source) => (formulaOf(source) ? source.replaceAll('\n', ' ') : source));
}
