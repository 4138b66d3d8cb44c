import type { Block, SourceFile } from '../contracts/parser.ts';
import { throwIfAborted } from '../errors.ts';
import { cleanText } from '../text/decode/clean-text.ts';
import type { DocumentBuilder } from './document/document-builder.ts';
import { propertiesShown } from './document/properties.ts';
import { edgeText, looksLikeText, textFormat } from './document/text-format.ts';
import { JsonObject, type JsonValue, objectOf, readJsonWithComments } from './json/json-reader.ts';
import { openWrittenPictures, takePictures, type WrittenPicture } from './markdown/markdown-document.ts';
import type { EmbeddedPictures } from './ocr/embedded-pictures.ts';

/**
 * Jupyter notebooks: Markdown cells as Markdown, code cells as code in the kernel's language, their text outputs as
 * code of the language `output`; data frames as tables; Markdown, formulas and HTML where an output has no plain text.
 * An output is cut behind 4000 characters. Headings have Jupyter's anchors.
 */
export const notebookParser = textFormat({
  name: 'notebook',
  extensions: ['.ipynb'],
  version: 11,
  recognise: (file) => {
    if (!looksLikeText(file)) return 'no';
    return startsAsNotebook(file) ? 'yes' : 'maybe';
  },
  async write(builder, { text, path, bytes, signal, options }) {
    const { cells, title, authors, language, warnings } = readNotebook(text, path);
    const written = cells.flatMap(({ pictures = [] }) => pictures);
    const reader = await openWrittenPictures({ path, bytes }, options, written);
    for (const cell of cells) {
      throwIfAborted(signal);
      await addCell(builder, cell, reader);
    }
    const metadata = {
      ...(authors.length > 0 && { authors }),
      ...(language && { programming_language: language }),
    };
    return {
      title,
      metadata,
      properties: propertiesShown(metadata),
      warnings: [...warnings, ...(reader?.warnings ?? [])],
    };
  },
});

const sniffLength = 4096;

function startsAsNotebook({ bytes }: SourceFile): boolean {
  const edges = edgeText(bytes, sniffLength);
  return edges.startsWith('{') && /"nbformat"\s*:/.test(edges) && /"(?:cells|worksheets)"\s*:/.test(edges);
}

async function addCell(
  builder: DocumentBuilder,
  { kind, text, language, pictures = [] }: NotebookCell,
  reader: EmbeddedPictures | undefined,
): Promise<void> {
  if (kind === 'picture') for (const { address } of pictures) reader?.write(builder, address);
  else if (kind === 'code') builder.code(text, language);
  else if (kind === 'equation') builder.equation(text);
  else if (kind === 'html') await addHtml(builder, text);
  else {
    const { pictureWriter, shownMarkdown } = await import('./markdown/shown-html.ts');
    const shown = await shownMarkdown(cleanText(text), reader && pictureWriter(reader, pictures));
    builder.written({ ...shown, blocks: shown.blocks.map(withJupyterAnchor) });
  }
}

async function addHtml(builder: DocumentBuilder, html: string): Promise<void> {
  const { addPieces, piecesOfHtml } = await import('./html/html-pieces.ts');
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

/** A cell, or an output of one. */
interface NotebookCell {
  readonly kind: 'markdown' | 'code' | 'html' | 'equation' | 'picture';
  /** Of a picture its kind. */
  readonly text: string;
  /** Those that it shows, by their places in the text. */
  readonly pictures?: readonly WrittenPicture[];
  /** Of code: the kernel's, or `output`. */
  readonly language?: string;
}

/** A notebook in order of its cells, outputs behind the code they belong to. */
interface Notebook {
  readonly cells: readonly NotebookCell[];
  readonly title: string;
  readonly authors: readonly string[];
  readonly language: string;
  readonly warnings: readonly string[];
}

/** Characters of an output that are read. */
const maxOutputLength = 4000;

/** The same of one in HTML, most of which is tags. */
const maxHtmlLength = 10 * maxOutputLength;

/** Colours of a terminal, which are no text: an escape character as JSON has it, and what it escapes. */
const escapeSequence = /\\u001b(?<=(?<!\\)(?:\\\\)*\\u001b)\[[0-9;?]*[A-Za-z]/gi;

/** Reads nbformat 4 and, with its worksheets, 3. Errors: `file_malformed` with the line where it is no JSON. */
export function readNotebook(source: string, path: string): Notebook {
  // Libraries that draw leave `NaN` in their outputs, which JSON does not have.
  const root = objectOf(readJsonWithComments(source.replace(escapeSequence, ''), path).value);
  const worksheets = root.objects('worksheets').flatMap((sheet) => sheet.objects('cells'));
  const rawCells = root.get('cells') ? root.objects('cells') : worksheets;
  const metadata = root.object('metadata');
  const language =
    metadata.object('language_info').word('name') || metadata.object('kernelspec').word('language');
  let cutOutputs = 0;
  const cells = rawCells.flatMap((cell): NotebookCell[] => {
    const outputs = cell
      .objects('outputs')
      .flatMap((output) => [outputCell(output), ...picturesOf(output)])
      .filter((output) => /\S/.test(output.text));
    const shortened = outputs.map(shorten);
    cutOutputs += shortened.filter((output, index) => output !== outputs[index]).length;
    return [...sourceCell(cell, language), ...shortened];
  });
  return {
    cells,
    title: metadata.word('title').trim(),
    authors: metadata
      .objects('authors')
      .map((author) => author.word('name'))
      .filter((name) => name !== ''),
    language,
    warnings:
      cutOutputs === 0
        ? []
        : [
            `${cutOutputs} ${cutOutputs === 1 ? 'output was' : 'outputs were'} cut at ${maxOutputLength} characters, ${maxHtmlLength} of HTML`,
          ],
  };
}

function sourceCell(cell: JsonObject, language: string): NotebookCell[] {
  const source = textAt(cell, 'source') || textAt(cell, 'input');
  switch (cell.word('cell_type')) {
    case 'code': {
      // In version 3 each cell names its own.
      const own = language || cell.word('language');
      return [{ kind: 'code', text: source, ...(own !== '' && { language: own }) }];
    }
    case 'heading': {
      const level = Math.min(6, Math.max(1, Number(cell.word('level')) || 1));
      return [{ kind: 'markdown', text: `${'#'.repeat(level)} ${source}` }];
    }
    case 'markdown':
      return [markdownCell(withAttachments(source, cell))];
    default:
      return [{ kind: 'code', text: source }];
  }
}

function markdownCell(source: string): NotebookCell {
  return { kind: 'markdown', ...takePictures(source) };
}

const pictureType = /^image\/(?:png|jpeg|webp)$/;

/** A cell's Markdown with the pictures that are attached to it in the place of their names. */
function withAttachments(source: string, cell: JsonObject): string {
  const attachments = cell.object('attachments');
  return source.replace(/\(attachment:([^()\s]+)\)/g, (whole: string, name: string) => {
    const [address] = addressesOf(attachments.object(name));
    return address === undefined ? whole : `(${address})`;
  });
}

/** The picture of an output, as a cell of its own. */
function picturesOf(output: JsonObject): NotebookCell[] {
  const [address] = addressesOf(output.object('data'));
  return address === undefined ? [] : [{ kind: 'picture', text: 'picture', pictures: [{ at: 0, address }] }];
}

function addressesOf(forms: JsonObject): readonly string[] {
  const types = forms.keys.filter((type) => pictureType.test(type));
  return types.map((type) => `data:${type};base64,${textAt(forms, type).replace(/\s+/g, '')}`);
}

/** A name of an object in place of what it holds. */
const objectName = /^<[^\n]*>$/;

/** A table as the libraries for data frames write it in HTML, behind its style. */
const dataFrame = /<table[^<>]*\bclass="[^"<>]*\bdata-?frame\b/;
const maxStyleLength = 2000;

/**
 * An output in its plainest form, but for data frames: there the table. Without a plain form, its Markdown, its formula
 * or its HTML. An error is its name and message.
 */
function outputCell(output: JsonObject): NotebookCell {
  if (/^(?:error|pyerr)$/.test(output.word('output_type')))
    return { kind: 'code', language: 'output', text: `${output.word('ename')}: ${output.word('evalue')}` };
  const data = output.object('data');
  // Version 3 has the forms by short names in the output itself.
  const plain = textAt(output, 'text') || textAt(data, 'text/plain');
  const html = textAt(data, 'text/html') || textAt(output, 'html');
  if (dataFrame.test(html.slice(0, maxStyleLength))) return { kind: 'html', text: html };
  if (/\S/.test(plain) && !objectName.test(plain.trim()))
    return { kind: 'code', language: 'output', text: plain };
  const markdown = textAt(data, 'text/markdown');
  if (markdown !== '') return markdownCell(markdown);
  const formula = textAt(data, 'text/latex') || textAt(output, 'latex');
  return formula === '' ? { kind: 'html', text: html } : { kind: 'equation', text: formula };
}

/** The output itself where it is short enough; else as many whole lines as are. */
function shorten(output: NotebookCell): NotebookCell {
  const maxLength = output.kind === 'html' ? maxHtmlLength : maxOutputLength;
  if (output.text.length <= maxLength) return output;
  const lineEnd = output.text.lastIndexOf('\n', maxLength);
  return { ...output, text: output.text.slice(0, lineEnd === -1 ? maxLength : lineEnd) };
}

/** Notebooks hold text as a string or as a list of lines. */
function textAt(part: JsonObject, key: string): string {
  const value: JsonValue = part.get(key) ?? [];
  if (typeof value === 'string') return part.word(key);
  return value instanceof JsonObject ? '' : value.filter((line) => typeof line === 'string').join('');
}
