import { wordSet } from '../../text/words.ts';
import { markNotes, markStruck, showFields } from './html-marks.ts';
import type { HtmlDocument } from './html-node.ts';
import { labelPanels, mayHavePanels } from './panel-labels.ts';

/** Browsers stop here as well. */
const maxDepth = 512;

/**
 * Parses HTML as browsers do for all that matters here; fragments are given a body. Nesting beyond 512 is left out.
 * The library is loaded with the first page.
 */
export async function parseHtml(source: string): Promise<HtmlDocument> {
  const { parseHTML } = await import('linkedom');
  const bounded = limitDepth(expandEmptyElements(source));
  const isWhole = /<(?:html|body)[\s>]/i.test(bounded);
  const page = isWhole ? bounded : `<!doctype html><html><body>${bounded}</body></html>`;
  const { document } = parseHTML(page) as unknown as { document: HtmlDocument };
  if (capitalAttribute.test(bounded)) lowerAttributes(document);
  if (bounded.includes('line-through')) markStruck(document);
  if (/<(?:input|select|textarea)\b|\saria-checked\s*=/i.test(bounded)) showFields(document);
  if (/\srole\s*=\s*["']?(?:table|grid|treegrid)\b/i.test(bounded)) tablesByRole(document);
  if (mayHavePanels(bounded)) labelPanels(document);
  if (bounded.includes('doc-footnote') || bounded.includes('epub:type')) markNotes(document);
  return document;
}

/** As pages were written before XHTML: `<TD COLSPAN=2>`. */
const capitalAttribute = /<[A-Za-z][^<>]*\s[A-Z][A-Z-]*\s*=/;

/** Names of attributes are the same in capitals; the library tells them apart. */
function lowerAttributes(document: HtmlDocument): void {
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const lower = name.toLowerCase();
      if (lower !== name && !element.getAttribute(lower)) element.setAttribute(lower, value);
    }
  }
}

/** What elements are to HTML that are tables, and parts of them, by their role alone (WAI-ARIA 1.2). */
const elementByRole: ReadonlyMap<string | null, string> = new Map([
  ['table', 'table'],
  ['grid', 'table'],
  ['treegrid', 'table'],
  ['row', 'tr'],
  ['columnheader', 'th'],
  ['rowheader', 'th'],
  ['cell', 'td'],
  ['gridcell', 'td'],
]);

function tablesByRole(document: HtmlDocument): void {
  for (const element of document.querySelectorAll('[role]')) {
    const name = elementByRole.get(element.getAttribute('role'));
    if (name === undefined || /^(?:table|t[rhd])$/.test(element.localName)) continue;
    const part = document.createElement(name);
    for (let child = element.firstChild; child; child = element.firstChild) part.appendChild(child);
    for (const attribute of ['id', 'class', 'style', 'hidden', 'aria-hidden']) {
      const value = element.getAttribute(attribute);
      if (value !== null) part.setAttribute(attribute, value);
    }
    for (const [own, spans] of [
      ['aria-colspan', 'colspan'],
      ['aria-rowspan', 'rowspan'],
    ] as const) {
      const span = element.getAttribute(own);
      if (span !== null) part.setAttribute(spans, span);
    }
    element.replaceWith(part);
  }
}

const xhtmlMark = /^\s*<\?xml|xmlns\s*=\s*["']http:\/\/www\.w3\.org\/1999\/xhtml/i;
const xhtmlMarkWithin = 2048;
const emptyElement = /<([a-z][\w:-]*)((?:\s[^<>]*)?)\/>/gi;

/** In XHTML, `<a id="x"/>` and `<title/>` are empty; HTML would take them to be left open. */
function expandEmptyElements(source: string): string {
  if (!xhtmlMark.test(source.slice(0, xhtmlMarkWithin))) return source;
  return source.replace(emptyElement, (whole: string, name: string, attributes: string) =>
    unnested.has(name.toLowerCase()) ? whole : `<${name}${attributes}></${name}>`,
  );
}

const tag = /<(\/?)([a-z][^\s/>]*)[^>]*>/gi;

/** Elements that end without an end tag, or have no content. */
const unnested = wordSet(
  'p li dt dd td th tr thead tbody tfoot option optgroup colgroup rp rt html head body ' +
    'area base br col embed hr img input link meta param source track wbr',
);

/** Takes the tags of elements nested too deeply out of the source: the parser takes time quadratic in the depth. */
function limitDepth(source: string): string {
  let depth = 0;
  // Behind the last bracket each beginning of a tag would be followed to the end.
  const end = source.lastIndexOf('>') + 1;
  const bounded = source.slice(0, end).replace(tag, (whole: string, slash: string, name: string) => {
    if (unnested.has(name.toLowerCase()) || whole.endsWith('/>')) return whole;
    const within = slash === '' ? ++depth : depth;
    if (slash !== '') depth = Math.max(0, depth - 1);
    return within > maxDepth ? ' ' : whole;
  });
  return bounded + source.slice(end);
}
