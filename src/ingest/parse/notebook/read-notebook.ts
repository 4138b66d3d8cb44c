import { FootnoteError } from '../../../errors.ts';
import { lineAt } from '../line-at.ts';

/** A cell, or an output of one. */
export interface NotebookCell {
  readonly kind: 'markdown' | 'code' | 'html' | 'equation';
  readonly text: string;
  /** Of code: the kernel's, or `output`. */
  readonly language?: string;
}

/** A notebook in order of its cells, outputs behind the code they belong to. */
export interface Notebook {
  readonly cells: readonly NotebookCell[];
  readonly title?: string;
  readonly authors: readonly string[];
  readonly language?: string;
  readonly warnings: readonly string[];
}

/** Characters of an output that are read. */
const maxOutputLength = 4000;

/** The same of one in HTML, most of which is tags. */
const maxHtmlLength = 10 * maxOutputLength;

type Json = Readonly<Record<string, unknown>>;

/** Reads nbformat 4 and, with its worksheets, 3. Errors: `file_malformed` with the line where it is no JSON. */
export function readNotebook(source: string, path: string): Notebook {
  const root = parseJson(source, path);
  const worksheets = list(root.worksheets).flatMap((sheet) => list(sheet.cells));
  const rawCells = Array.isArray(root.cells) ? list(root.cells) : worksheets;
  const metadata = object(root.metadata);
  const language =
    text(object(metadata.language_info).name) || text(object(metadata.kernelspec).language) || undefined;
  const title = text(metadata.title).trim();
  let cutOutputs = 0;
  const cells = rawCells.flatMap((cell): NotebookCell[] => {
    // A picture leaves nothing to read.
    const outputs = list(cell.outputs)
      .map(outputCell)
      .filter((output) => /\S/.test(output.text));
    const shortened = outputs.map(shorten);
    cutOutputs += shortened.filter((output, index) => output !== outputs[index]).length;
    return [...sourceCell(cell, language), ...shortened];
  });
  return {
    cells,
    ...(title !== '' && { title }),
    authors: list(metadata.authors)
      .map(({ name }) => text(name))
      .filter((name) => name !== ''),
    ...(language && { language }),
    warnings:
      cutOutputs === 0
        ? []
        : [`${cutOutputs} outputs were cut at ${maxOutputLength} characters, ${maxHtmlLength} of HTML`],
  };
}

function sourceCell(cell: Json, language: string | undefined): NotebookCell[] {
  const source = text(cell.source ?? cell.input);
  if (cell.cell_type === 'code') {
    // In version 3 each cell names its own.
    const own = language ?? text(cell.language);
    return [{ kind: 'code', text: source, ...(own !== '' && { language: own }) }];
  }
  if (cell.cell_type === 'heading') {
    const level = typeof cell.level === 'number' ? Math.min(6, Math.max(1, cell.level)) : 1;
    return [{ kind: 'markdown', text: `${'#'.repeat(level)} ${source}` }];
  }
  if (cell.cell_type === 'markdown') return [{ kind: 'markdown', text: withoutPictures(source) }];
  return [{ kind: 'code', text: source }];
}

const embeddedPicture = /\(data:image\/[\w.+-]+;base64,[\w+/=\s]*\)/g;

function withoutPictures(markdown: string): string {
  return markdown.replace(embeddedPicture, '()');
}

/** Colours of a terminal; an escape character and what it escapes. */
const escapeSequence = /\p{Cc}\[[0-9;?]*[A-Za-z]/gu;

/** A name of an object in place of what it holds. */
const objectName = /^<[^\n]*>$/;

/** A table as the libraries for data frames write it in HTML, behind its style. */
const dataFrame = /<table[^<>]*\bclass="[^"<>]*\bdata-?frame\b/;
const maxStyleLength = 2000;

/**
 * An output in its plainest form, but for data frames: there the table. Without a plain form, its Markdown, its formula
 * or its HTML. An error is its name and message.
 */
function outputCell(output: Json): NotebookCell {
  if (output.output_type === 'error' || output.output_type === 'pyerr') {
    return plainOutput(`${text(output.ename)}: ${text(output.evalue)}`);
  }
  // Version 3 has the forms by short names in the output itself.
  const data = object(output.data);
  const plain = text(output.text) || text(data['text/plain']);
  const html = text(data['text/html']) || text(output.html);
  if (dataFrame.test(html.slice(0, maxStyleLength))) return { kind: 'html', text: html };
  if (/\S/.test(plain) && !objectName.test(plain.trim())) return plainOutput(plain);
  const markdown = text(data['text/markdown']);
  if (markdown !== '') return { kind: 'markdown', text: withoutPictures(markdown) };
  const formula = text(data['text/latex']) || text(output.latex);
  return formula === '' ? { kind: 'html', text: html } : { kind: 'equation', text: formula };
}

function plainOutput(plain: string): NotebookCell {
  return { kind: 'code', language: 'output', text: plain.replace(escapeSequence, '') };
}

/** The output itself where it is short enough; else as many whole lines as are. */
function shorten(output: NotebookCell): NotebookCell {
  const maxLength = output.kind === 'html' ? maxHtmlLength : maxOutputLength;
  if (output.text.length <= maxLength) return output;
  const lineEnd = output.text.lastIndexOf('\n', maxLength);
  return { ...output, text: output.text.slice(0, lineEnd === -1 ? maxLength : lineEnd) };
}

/** What Python writes for numbers that JSON does not have; it may stand in a string as well. */
const notFinite = /[\s:,[](?:NaN|-?Infinity)\s*[,\]}]/;
const stringOrNotFinite = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;

/** Libraries that draw leave such numbers in their outputs. */
function withoutNotFinite(source: string): string {
  if (!notFinite.test(source)) return source;
  return source.replace(stringOrNotFinite, (found) => (found.startsWith('"') ? found : 'null'));
}

function parseJson(source: string, path: string): Json {
  try {
    return object(JSON.parse(withoutNotFinite(source)));
  } catch (cause) {
    const { message } = cause as Error;
    const line = /\(line (\d+) column/.exec(message)?.[1];
    const position = /at position (\d+)/.exec(message)?.[1];
    throw new FootnoteError(
      'file_malformed',
      {
        path,
        line: line ?? lineAt(source, position ? Number(position) : source.length),
        problem: `it is not JSON (${message.replace(/ in JSON at.*$/s, '').slice(0, 200)})`,
      },
      { cause },
    );
  }
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(object) : [];
}

/** Notebooks hold text as a string or as a list of lines. */
function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('') : '';
}
