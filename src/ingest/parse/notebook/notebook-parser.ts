import type { MetadataValue } from '../../../contracts/chunk.ts';
import type { Block, Parser, SourceFile } from '../../../contracts/parser.ts';
import { FootnoteError, throwIfAborted } from '../../../errors.ts';
import { cleanText } from '../../../text/clean-text.ts';
import { detectLanguage } from '../../../text/detect-language.ts';
import { latin1Text } from '../latin1-text.ts';
import { looksLikeText, readText } from '../read-text.ts';
import { type NotebookCell, readNotebook } from './read-notebook.ts';

/**
 * Jupyter notebooks: Markdown cells as Markdown, code cells as code in the kernel's language, their text outputs as
 * code of the language `output`, each cut at 4000 characters. Pictures are left out. Headings have Jupyter's
 * anchors.
 */
export const notebookParser: Parser = {
  name: 'notebook',
  extensions: ['.ipynb'],
  version: 2,
  recognise: (file) => {
    if (!looksLikeText(file)) return 'no';
    return startsAsNotebook(file) ? 'yes' : 'maybe';
  },
  async parse(file, options = {}) {
    const { text: source, warnings } = readText(file);
    const notebook = readNotebook(source, file.path);
    const cells: string[] = [];
    const blocks: Block[] = [];
    let length = 0;
    for (const cell of notebook.cells) {
      throwIfAborted(options.signal);
      const text = cleanText(cell.text).replace(/^\n+/, '').trimEnd();
      if (!/\S/.test(text)) continue;
      const start = cells.length === 0 ? 0 : length + 2;
      for (const block of await cellBlocks(cell, text)) blocks.push(shift(block, start));
      cells.push(text);
      length = start + text.length;
    }
    if (blocks.length === 0) throw new FootnoteError('file_empty', { path: file.path });
    const text = cells.join('\n\n');
    const title = notebook.title ?? firstTopHeading(blocks);
    const metadata: Record<string, MetadataValue> = {};
    if (notebook.authors.length > 0) metadata.authors = notebook.authors;
    if (notebook.language) metadata.programming_language = notebook.language;
    return {
      text,
      blocks,
      ...(title && { title }),
      language: detectLanguage(text),
      metadata,
      warnings: [...warnings, ...notebook.warnings],
    };
  },
};

const sniffLength = 4096;

function startsAsNotebook({ bytes }: SourceFile): boolean {
  const head = latin1Text(bytes, 0, sniffLength);
  const tail = latin1Text(bytes, Math.max(0, bytes.length - sniffLength), bytes.length);
  return (
    /^(?:\u00ef\u00bb\u00bf)?\s*\{/.test(head) &&
    /"nbformat"\s*:/.test(head + tail) &&
    /"(?:cells|worksheets)"\s*:/.test(head + tail)
  );
}

async function cellBlocks(cell: NotebookCell, text: string): Promise<readonly Block[]> {
  if (cell.kind === 'markdown') {
    const { markdownSections } = await import('../markdown-sections.ts');
    return [...markdownSections(text, 0)].flatMap(({ blocks }) => blocks).map(withJupyterAnchor);
  }
  return [{ kind: 'code', ...(cell.language && { language: cell.language }), start: 0, end: text.length }];
}

function withJupyterAnchor(block: Block): Block {
  return block.kind === 'heading' ? { ...block, anchor: block.title.replaceAll(' ', '-') } : block;
}

function shift(block: Block, by: number): Block {
  const moved = { ...block, start: block.start + by, end: block.end + by };
  return moved.kind === 'table' ? { ...moved, headerEnd: moved.headerEnd + by } : moved;
}

function firstTopHeading(blocks: readonly Block[]): string | undefined {
  for (const block of blocks) if (block.kind === 'heading' && block.level === 1) return block.title;
  return undefined;
}
