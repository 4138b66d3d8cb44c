import type { Nodes, PhrasingContent } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { struckWords } from '../document/shown-words.ts';

const inlineParser = unified().use(remarkParse).use(remarkGfm).use(remarkMath).freeze();

/** Headings beyond this are no headings that anyone wrote; their markup stays as it is. */
const maxParsedHeading = 1000;

/** Most headings are plain words, and a parser run costs more than all else about them. */
const mayHoldMarkup = /[\\`*_~<[\]!&$\n]/;

/** What a reader sees of a heading as it is written, but for the badges behind its words. */
export function headingWords(heading: string): string {
  const raw = withoutMarks(heading);
  if (raw.length > maxParsedHeading || !mayHoldMarkup.test(raw)) return raw;
  // What a link or picture refers to is defined elsewhere in the document; its words are here.
  const references = [...raw.matchAll(/\]\[([^[\]]+)\]/g)].map(([, name]) => `[${name}]: #`);
  const parsed = inlineParser.parse([`# ${raw.replaceAll('\n', ' ')}`, ...references].join('\n')).children[0];
  if (parsed?.type !== 'heading') return parsed ? plainText(parsed).trim() : raw;
  return wordsOf(withoutBadges(parsed.children)) || wordsOf(parsed.children);
}

/** Without the linked pictures at the end: they show how a project is doing, and are no name. */
function withoutBadges(content: readonly PhrasingContent[]): readonly PhrasingContent[] {
  const last = content.findLastIndex((node) => !isBadge(node) && !/^\s*$/.test(plainText(node)));
  return content.slice(0, last + 1);
}

function isBadge(node: PhrasingContent): boolean {
  if (node.type !== 'link' && node.type !== 'linkReference') return false;
  return node.children.every(({ type }) => type === 'image' || type === 'imageReference');
}

function wordsOf(content: readonly PhrasingContent[]): string {
  return content.map(plainText).join('').trim();
}

/** What a reader sees among elements of HTML; of nothing but pictures, what they are said to show. */
export function headingWordsOfHtml(html: string): string {
  const line = oneLine(html.slice(0, maxParsedHeading));
  const parsed = inlineParser.parse(line).children[0];
  const words = parsed ? oneLine(plainText(parsed)) : '';
  if (words !== '') return words;
  const descriptions = [...line.matchAll(/\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)];
  return oneLine(descriptions.map(([, double, single]) => double ?? single).join(' '));
}

/** Those that were asked for; no document of a person has more. */
const characters = new Map<string, string>();
const maxCharacters = 300;

/** The character that HTML has for a name or number, `&nbsp;`; the reference itself where there is none. */
export function characterOf(reference: string): string {
  const known = characters.get(reference);
  if (known !== undefined || characters.size === maxCharacters) return known ?? reference;
  const parsed = inlineParser.parse(`${reference}.`).children[0];
  const character = parsed ? plainText(parsed).slice(0, -1) : reference;
  characters.set(reference, character);
  return character;
}

/** Takes the number signs around a heading's words away, or the line below them. */
function withoutMarks(heading: string): string {
  const isUnderlined = !/^[ \t]*#{1,6}(?:[ \t]|$)/.test(heading);
  if (isUnderlined) return heading.slice(0, heading.lastIndexOf('\n')).trim();
  const words = heading.replace(/^[ \t]*#{1,6}/, '').trim();
  let end = words.length;
  while (words[end - 1] === '#') end -= 1;
  const isClosed = end === 0 || /[ \t]/.test(words.charAt(end - 1));
  return isClosed ? words.slice(0, end).trim() : words;
}

/** What a reader sees of inline content. */
function plainText(node: Nodes): string {
  if (node.type === 'html') return '';
  if ('value' in node) return node.value;
  if ('alt' in node) return node.alt ?? '';
  const words = 'children' in node ? node.children.map(plainText).join('') : '';
  return node.type === 'delete' ? struckWords(words) : words;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
