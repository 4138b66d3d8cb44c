import { formatByFirst } from '../document/list-number.ts';
import { shortAttribute } from './element-attributes.ts';
import { type HtmlElement, isElement } from './html-node.ts';

/** One of several elements that make up one list. */
export interface ListPart {
  /** The same for all of them. */
  readonly list: string;
  /** 0 is the outermost. */
  readonly depth: number;
}

const googleList = /(?:^|\s)lst-kix_(\w+)-(\d)(?:\s|$)/;
const notionList = /(?:^|\s)(bulleted-list|numbered-list|to-do-list)(?:\s|$)/;

/**
 * The list that an element is a part of where a program writes one list as several: Notion an element for each item,
 * Google Docs for each run of items of one depth. Undefined where the element is a list of its own.
 */
export function listPart(element: HtmlElement): ListPart | undefined {
  const names = classOf(element);
  const [, id, depth] = googleList.exec(names) ?? [];
  if (id !== undefined) return { list: id, depth: Number(depth) };
  const notion = notionList.exec(names)?.[1];
  return notion === undefined ? undefined : { list: notion, depth: 0 };
}

/** As style sheets name them, and docutils its classes: `lower-alpha`, `upperroman`. */
const namedFormat = /\b(lower|upper)-?(alpha|latin|roman)\b/i;

/** How an ordered list counts, by the names that `listNumber` has for it. */
export function listFormat(list: HtmlElement): string {
  const type = list.getAttribute('type') ?? '1';
  const byType = type === '1' ? undefined : formatByFirst.get(type);
  if (byType) return byType;
  const names = `${shortAttribute(list, 'style')} ${shortAttribute(list, 'class')}`;
  const [, letterCase, system] = namedFormat.exec(names) ?? [];
  if (!letterCase || !system) return 'decimal';
  return `${letterCase.toLowerCase()}${system.toLowerCase() === 'roman' ? 'Roman' : 'Letter'}`;
}

/** `[x]` or `[ ]` where an item is a task: of GitHub and its kin, of Notion, of Confluence. */
export function taskMark(item: HtmlElement): string | undefined {
  const list = item.parentElement;
  if (list && /\binline-task-list\b/.test(classOf(list))) return markOf(/\bchecked\b/.test(classOf(item)));
  const first = firstElement(item);
  const box = first?.localName === 'p' || first?.localName === 'label' ? firstElement(first) : first;
  const state = /\bcheckbox-(on|off)\b/.exec(classOf(box))?.[1];
  if (state) return markOf(state === 'on');
  const isBox = box?.localName === 'input' && box.getAttribute('type') === 'checkbox';
  // Elsewhere a reader ticks it, as in a form.
  const isTask = isBox && (box.getAttribute('disabled') !== null || /\btask-list-item\b/.test(classOf(item)));
  return isTask ? tickMark(box) : undefined;
}

/** `[x]` or `[ ]` for a box. */
export function tickMark(box: HtmlElement): string {
  return markOf(box.getAttribute('checked') !== null);
}

function markOf(isDone: boolean): string {
  return isDone ? '[x]' : '[ ]';
}

/** Word writes the items of its lists as paragraphs, their marks as text. */
export function isWordItem(element: HtmlElement): boolean {
  return element.localName === 'p' && /(?:^|\s)MsoListParagraph/.test(classOf(element));
}

/** Bullets, among them letters of Symbol and Wingdings; else a number or letters with a sign: `a)`, `1.2.`, `(iv)`. */
const wordMark =
  /^(?:([·•§o●○■□▪►➢✓\uf0a7\uf0b7–-])|(\(?(?:\d{1,3}(?:\.\d{1,3}){0,4}|\p{L}|[ivxlc]{2,5})[.)]))\s+(\S[^]*)$/u;

/** The mark at the beginning of such a paragraph and the words behind it; undefined where there is none. */
export function splitWordItem(text: string): { readonly marker: string; readonly text: string } | undefined {
  const [, bullet, number, words] = wordMark.exec(text) ?? [];
  return words === undefined ? undefined : { marker: bullet ? '-' : (number ?? '-'), text: words };
}

function firstElement(parent: HtmlElement): HtmlElement | undefined {
  for (let node = parent.firstChild; node; node = node.nextSibling) if (isElement(node)) return node;
  return undefined;
}

function classOf(element: HtmlElement | undefined): string {
  return shortAttribute(element, 'class');
}
