import { Readability } from '@mozilla/readability';
import { parse as parseCsv } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { parseHTML } from 'linkedom';
import PostalMime from 'postal-mime';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { SaxesParser } from 'saxes';
import { unified } from 'unified';
import { getResolvedPDFJS } from 'unpdf';
import type { SourceFile } from '../../src/contracts/parser.ts';
import { decodeText } from '../../src/text/decode/decode-text.ts';

/** The library that reads a format, made to hand over all that our result is made of, and nothing done with it. */
export interface ParsePeer {
  readonly name: string;
  parse(file: SourceFile): unknown;
}

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkMath).freeze();

/** By path: a peer is told the encoding of a file and does not have to find it. */
const encodings = new Map<string, string>();

function textOf({ path, bytes }: SourceFile): string {
  const encoding = encodings.get(path) ?? decodeText(bytes).encoding;
  encodings.set(path, encoding);
  return new TextDecoder(encoding).decode(bytes);
}

/** The parts of Office files that hold what a document says; themes, fonts and settings say nothing. */
const readParts = {
  docx: /^(?:_rels|docProps\/core|word\/(?:document|styles|numbering|footnotes|endnotes|comments|_rels))/,
  pptx: /^(?:_rels|docProps\/core|ppt\/(?:presentation|_rels|slides|slideLayouts|slideMasters|notesSlides|comments))/,
  xlsx: /^(?:_rels|docProps\/core|xl\/(?:workbook|sharedStrings|styles|_rels|worksheets|drawings|comments))/,
} as const;

/** By parser. A format without an entry has no library to be compared with. */
export const parsePeers: Readonly<Record<string, readonly ParsePeer[]>> = {
  markdown: [{ name: 'remark', parse: (file) => markdown.parse(textOf(file)) }],
  html: [
    {
      name: 'linkedom and Readability',
      parse: (file) => new Readability(parseHTML(textOf(file)).document).parse(),
    },
  ],
  pdf: [{ name: 'unpdf', parse: readPdfPages }],
  docx: [{ name: 'fflate and saxes', parse: ({ bytes }) => xmlEvents(bytes, readParts.docx) }],
  pptx: [{ name: 'fflate and saxes', parse: ({ bytes }) => xmlEvents(bytes, readParts.pptx) }],
  xlsx: [{ name: 'fflate and saxes', parse: ({ bytes }) => xmlEvents(bytes, readParts.xlsx) }],
  csv: [
    {
      name: 'csv-parse',
      parse: (file) => parseCsv(textOf(file), { relax_column_count: true, relax_quotes: true }),
    },
  ],
  json: [
    {
      name: 'JSON.parse, numbers as written',
      parse: (file) => keyPathLines(parseWithSource(textOf(file), asWritten)),
    },
    { name: 'JSON.parse, numbers rounded', parse: (file) => keyPathLines(JSON.parse(textOf(file))) },
  ],
  email: [{ name: 'postal-mime', parse: ({ bytes }) => PostalMime.parse(bytes) }],
};

/** With the argument that TypeScript does not know yet: https://github.com/tc39/proposal-json-parse-with-source */
const parseWithSource = JSON.parse as (text: string, reviver: typeof asWritten) => unknown;

/** Keeps `1.50` and numbers of twenty digits as the file has them, as our result does. */
function asWritten(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' ? source : value;
}

/**
 * Page by page, as a document of any length must be read: the text with its places, its tags, notes and fields, and
 * the names of its fonts, which pdf.js tells only with the operators of the first page that uses them.
 */
async function readPdfPages({ bytes }: SourceFile): Promise<number> {
  const { getDocument } = await getResolvedPDFJS();
  const data = bytes.slice();
  const task = getDocument({ data, password: '', verbosity: 0, disableFontFace: true, maxImageSize: 0 });
  const fonts = new Set<string>();
  try {
    const pdf = await task.promise;
    const marks = await pdf.getMarkInfo();
    const isTagged = marks?.Marked === true;
    let items = 0;
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      const content = await page.getTextContent({ includeMarkedContent: isTagged });
      const unknown = Object.keys(content.styles).filter((name) => !fonts.has(name));
      if (unknown.length > 0) await page.getOperatorList();
      for (const name of unknown) fonts.add(name);
      if (isTagged) await page.getStructTree();
      await page.getAnnotations();
      items += content.items.length;
      page.cleanup();
    }
    await Promise.all([pdf.getMetadata(), pdf.getOutline()]);
    return items;
  } finally {
    await task.destroy();
  }
}

/** Every element, with its attributes, and every text of the parts, in order. */
function xmlEvents(bytes: Uint8Array, parts: RegExp): readonly unknown[] {
  const members = unzipSync(bytes, {
    filter: ({ name }) => parts.test(name) && /\.(?:xml|rels)$/.test(name),
  });
  const events: unknown[] = [];
  for (const member of Object.values(members)) {
    const parser = new SaxesParser();
    parser.on('opentag', ({ name, attributes }) => events.push({ name, attributes }));
    parser.on('text', (characters) => events.push(characters));
    parser.on('closetag', ({ name }) => events.push(name));
    parser.write(new TextDecoder().decode(member)).close();
  }
  return events;
}

/** A line `path.to.key: value` for every value. */
function keyPathLines(value: unknown): string {
  const lines: string[] = [];
  const walk = (path: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) lines.push(`${path}: ${String(value)}`);
    else if (Array.isArray(value))
      for (const [index, item] of value.entries()) walk(`${path}[${index}]`, item);
    else
      for (const [key, member] of Object.entries(value)) walk(path === '' ? key : `${path}.${key}`, member);
  };
  walk('', value);
  return lines.join('\n');
}
