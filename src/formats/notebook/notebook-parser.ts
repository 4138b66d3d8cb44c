import type { Block, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { cleanText } from '../../text/decode/clean-text.ts';
import type { DocumentBuilder } from '../document-builder.ts';
import { edgeText } from '../latin1-text.ts';
import { looksLikeText } from '../read-text.ts';
import { textFormat } from '../text-format.ts';
import { type NotebookCell, readNotebook } from './read-notebook.ts';

/**
 * Jupyter notebooks: Markdown cells as Markdown, code cells as code in the kernel's language, their text outputs as
 * code of the language `output`; data frames as tables; Markdown, formulas and HTML where an output has no plain text.
 * An output is cut behind 4000 characters. Pictures are left out. Headings have Jupyter's anchors.
 */
export const notebookParser = textFormat({
  name: 'notebook',
  extensions: ['.ipynb'],
  version: 10,
  recognise: (file) => {
    if (!looksLikeText(file)) return 'no';
    return startsAsNotebook(file) ? 'yes' : 'maybe';
  },
  async write(builder, { text, path, signal }) {
    const { cells, title, authors, language, warnings } = readNotebook(text, path);
    for (const cell of cells) {
      throwIfAborted(signal);
      await addCell(builder, cell);
    }
    const metadata = {
      ...(authors.length > 0 && { authors }),
      ...(language && { programming_language: language }),
    };
    return { title, metadata, warnings };
  },
});

const sniffLength = 4096;

function startsAsNotebook({ bytes }: SourceFile): boolean {
  const edges = edgeText(bytes, sniffLength);
  return edges.startsWith('{') && /"nbformat"\s*:/.test(edges) && /"(?:cells|worksheets)"\s*:/.test(edges);
}

async function addCell(builder: DocumentBuilder, { kind, text, language }: NotebookCell): Promise<void> {
  if (kind === 'code') builder.code(text, language);
  else if (kind === 'equation') builder.equation(text);
  else if (kind === 'html') await addHtml(builder, text);
  else {
    const { shownMarkdown } = await import('../markdown/shown-html.ts');
    const shown = await shownMarkdown(cleanText(text));
    builder.written({ ...shown, blocks: shown.blocks.map(withJupyterAnchor) });
  }
}

async function addHtml(builder: DocumentBuilder, html: string): Promise<void> {
  const { addPieces, piecesOfHtml } = await import('../html/html-pieces.ts');
  const pieces = await piecesOfHtml(html);
  // What an output shows in large letters stands over nothing but the rest of it.
  addPieces(
    builder,
    pieces.map((piece) => (piece.kind === 'heading' ? { kind: 'paragraph', text: piece.text } : piece)),
  );
}

function withJupyterAnchor(block: Block): Block {
  return block.kind === 'heading' ? { ...block, anchor: block.title.replaceAll(' ', '-') } : block;
}
