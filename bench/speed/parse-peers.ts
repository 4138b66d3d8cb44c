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

/** The library that reads a format, made to hand over all that our result is made of, and nothing done with it. */
export interface ParsePeer {
  readonly name: string;
  parse(bytes: Uint8Array): unknown;
}

const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkMath).freeze();
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The parts of Office files that hold what a document says; themes, fonts and settings say nothing. */
const readParts = {
  docx: /^(?:_rels|docProps\/core|word\/(?:document|styles|numbering|footnotes|endnotes|comments|_rels))/,
  pptx: /^(?:_rels|docProps\/core|ppt\/(?:presentation|_rels|slides|slideLayouts|slideMasters|notesSlides|comments))/,
  xlsx: /^(?:_rels|docProps\/core|xl\/(?:workbook|sharedStrings|styles|_rels|worksheets|drawings|comments))/,
} as const;

/** By parser. A format without an entry has no one library to be compared with. */
export const parsePeers: Readonly<Record<string, ParsePeer>> = {
  markdown: { name: 'remark', parse: (bytes) => markdown.parse(text(bytes)) },
  html: {
    name: 'linkedom and Readability',
    parse: (bytes) => new Readability(parseHTML(text(bytes)).document).parse(),
  },
  pdf: { name: 'unpdf', parse: readPdfPages },
  docx: { name: 'fflate and saxes', parse: (bytes) => xmlEvents(bytes, readParts.docx) },
  pptx: { name: 'fflate and saxes', parse: (bytes) => xmlEvents(bytes, readParts.pptx) },
  xlsx: { name: 'fflate and saxes', parse: (bytes) => xmlEvents(bytes, readParts.xlsx) },
  csv: {
    name: 'csv-parse',
    parse: (bytes) => parseCsv(text(bytes), { relax_column_count: true, relax_quotes: true }),
  },
  json: { name: 'JSON.parse', parse: (bytes) => keyPathLines(JSON.parse(text(bytes))) },
  email: { name: 'postal-mime', parse: (bytes) => PostalMime.parse(bytes) },
};

/**
 * Page by page, as a document of any length must be read: the text with its places, its tags, notes and fields, and
 * the names of its fonts, which pdf.js tells only with the operators of the first page that uses them.
 */
async function readPdfPages(bytes: Uint8Array): Promise<number> {
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
    parser.write(text(member)).close();
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
