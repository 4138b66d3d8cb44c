import { formatByFirst } from '../document/list-number.ts';
import { pictureText, superscript } from '../document/shown-words.ts';
import type { XmlElement } from '../xml/xml.ts';
import {
  classNames,
  type HtmlDocument,
  type HtmlElement,
  type HtmlText,
  isElement,
  isText,
  shortAttribute,
} from './html-node.ts';

/** What a footnote is marked with: a number, a letter or two, a sign. */
const noteSign = /^(?:\d{1,3}|[a-z*†‡§]{1,2})$/i;

/** Whether an element is marked as what points to a note (EPUB 3, DPUB-ARIA 1.1). */
function isNoteReference(element: HtmlElement): boolean {
  return isOfType(element, 'noteref') || element.getAttribute('role') === 'doc-noteref';
}

/** Whether an element is marked as a note, in EPUB. */
export function isBookNote(element: HtmlElement): boolean {
  return ['footnote', 'rearnote', 'endnote', 'endnotes', 'footnotes'].some((type) => isOfType(element, type));
}

function isOfType(element: HtmlElement, type: string): boolean {
  return element.getAttribute('epub:type')?.split(/\s+/).includes(type) ?? false;
}

/**
 * Puts before each footnote the sign of what points to it, where it does not begin with that: programs that read books
 * show a note where its sign is touched, and many leave it out there.
 */
export function markNotes(document: HtmlDocument): void {
  const signs = new Map<string, string>();
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    const sign = link.textContent?.replace(/[\s[\]()]/g, '') ?? '';
    if (noteSign.test(sign)) signs.set(link.getAttribute('href')?.slice(1) ?? '', sign);
  }
  for (const note of document.querySelectorAll('aside[id], div[id], p[id], section[id]')) {
    const sign = signs.get(note.getAttribute('id') ?? '');
    const isNote = note.getAttribute('role') === 'doc-footnote' || isBookNote(note);
    if (sign !== undefined && isNote && !beginsWith(note, sign)) firstParagraph(note).prepend(`[${sign}] `);
  }
}

/** Whether its first words, in whatever element they stand, are the sign or begin with it. */
function beginsWith(note: HtmlElement, sign: string): boolean {
  const words = firstText(note)?.data.trimStart().replace(/^[[(]/, '') ?? '';
  return words.startsWith(sign) && !/^[\p{L}\p{N}]/u.test(words.slice(sign.length));
}

function firstText(element: HtmlElement): HtmlText | undefined {
  for (let node = element.firstChild; node; node = node.nextSibling) {
    const found = isElement(node) ? firstText(node) : isText(node) && /\S/.test(node.data) ? node : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The paragraph that the first words of an element stand in; itself where they stand in none. */
function firstParagraph(element: HtmlElement): HtmlElement {
  const parent = firstText(element)?.parentNode;
  return parent && isElement(parent) && /^(?:p|div)$/.test(parent.localName) ? parent : element;
}

/**
 * What stands for a superscript in a line with other words: a power as characters of its own, the sign of a footnote in
 * brackets, so that neither is part of the word before it. The same of a link that is marked as such a sign. Undefined
 * where the element's words read well as they are.
 */
export function raisedWords(element: HtmlElement): string | undefined {
  const isRaised = element.localName === 'sup';
  if (!isRaised && element.localName !== 'a' && element.localName !== 'span') return undefined;
  const isReference = isNoteReference(element);
  if (!isRaised && !isReference) return undefined;
  const words = element.textContent?.trim() ?? '';
  const isNote = isReference || linkOf(element) !== null;
  if (isNote && noteSign.test(words)) return `[${words}]`;
  return isRaised ? superscript(words) : undefined;
}

/** The link within a page that is in a superscript or right around it. */
function linkOf(raised: HtmlElement): HtmlElement | null {
  const { parentElement: parent } = raised;
  const isLinked = parent?.localName === 'a' && parent.getAttribute('href')?.includes('#');
  return raised.querySelector('a[href*="#"]') ?? (isLinked ? parent : null);
}

/** A formula of a page (`math`) as a tree that is independent of the page. Nesting is bounded where that is parsed. */
export function mathTree(element: HtmlElement): XmlElement {
  const children: (XmlElement | string)[] = [];
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (isText(child)) children.push(child.data);
    else if (isElement(child)) children.push(mathTree(child));
  }
  const attributes = Object.fromEntries(
    ['alttext', 'encoding'].map((name) => [name, element.getAttribute(name) ?? undefined]),
  );
  return { name: element.localName, attributes, children };
}

const strikes = /text-decoration(?:-line)?\s*:[^;]*line-through/i;

/** As Tailwind and Bootstrap name it. */
const mark = 'line-through';
const marks = new Set([mark, `text-decoration-${mark}`]);

/** A selector of nothing but a class, with an element's name or without. */
const ofClass = /^\s*[a-z]*\.([\w-]+)\s*$/i;

/** Whether an element strikes out what is in it: by its name, or by its class once {@link markStruck} went through. */
export function strikesOut(element: HtmlElement): boolean {
  return /^(?:del|s|strike)$/.test(element.localName) || classNames(element).some((name) => marks.has(name));
}

/**
 * Tells by a class which elements are struck out by their style, as in mail and shops, or by what a style sheet of the
 * page says of a class of theirs, as in Google Docs: neither is there any more where Readability went through.
 */
export function markStruck(document: HtmlDocument): void {
  const struck = new Set([...document.querySelectorAll('style')].flatMap(struckClasses));
  for (const element of document.querySelectorAll('[style], [class]')) {
    const names = classNames(element);
    if (strikes.test(shortAttribute(element, 'style')) || names.some((name) => struck.has(name)))
      element.setAttribute('class', [...names, mark].join(' '));
  }
}

function struckClasses({ textContent }: HtmlElement): readonly string[] {
  return (textContent ?? '').split('}').flatMap((rule) => {
    const [selectors = '', declarations = ''] = rule.split('{').slice(-2);
    return strikes.test(declarations) ? selectors.split(',').map((one) => ofClass.exec(one)?.[1] ?? '') : [];
  });
}

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

/** `[x]` or `[ ]` for a box, of a form or by its role. */
export function tickMark(box: HtmlElement): string {
  return markOf(box.getAttribute('checked') !== null || box.getAttribute('aria-checked') === 'true');
}

function markOf(isDone: boolean): string {
  return isDone ? '[x]' : '[ ]';
}

/** What holds the fields of a form, or boxes that belong together. */
const fieldGroup = /^(?:form|fieldset|table)$/;
const groupRole = /^(?:group|radiogroup)$/;

/** Boxes that are none to HTML and are told to be some (WAI-ARIA 1.2). */
const ownBoxes = ['checkbox', 'radio', 'switch'].map((role) => `[role="${role}"][aria-checked]`).join(', ');

/** No form that a person filled in has more. */
const maxFields = 2000;

const filledFields =
  'textarea, select, input[value]:not([type]), input[type="text"], input[type="number"], input[type="date"], ' +
  'input[type="email"], input[type="tel"]';

/**
 * Writes what a form says that is filled in, each field in its place: the boxes of a group of which one is ticked, and,
 * where several fields hold something, what they hold. What asks its reader, as a page to sign up, says nothing.
 */
export function showFields(document: HtmlDocument): void {
  const groups = new Set<HtmlElement>();
  const ticked = [...document.querySelectorAll(`input[checked], ${ownBoxes}`)].filter(
    (box) => tickMark(box) === markOf(true),
  );
  for (const box of ticked) {
    const isOwn = box.localName !== 'input';
    const group = groupOf(box) ?? (isOwn ? box.parentElement : undefined);
    if (group && groups.size < maxFields) groups.add(group);
  }
  for (const group of groups) {
    for (const box of group.querySelectorAll(`input[type="checkbox"], input[type="radio"], ${ownBoxes}`)) {
      const words = box.textContent?.trim() ?? '';
      if (box.getAttribute('disabled') === null) showInstead(document, box, `${tickMark(box)} ${words}`);
    }
  }
  const forms = [...document.querySelectorAll('form')];
  const filled = [...new Set(forms.flatMap((form) => [...form.querySelectorAll(filledFields)]))]
    .slice(0, maxFields)
    .map((field) => [field, fieldWords(field)] as const)
    .filter(([, words]) => words !== '');
  if (filled.length > 1 || (filled.length > 0 && groups.size > 0))
    for (const [field, words] of filled) showInstead(document, field, words);
}

function groupOf(box: HtmlElement): HtmlElement | undefined {
  let group = box.parentElement;
  while (group && !fieldGroup.test(group.localName) && !groupRole.test(group.getAttribute('role') ?? ''))
    group = group.parentElement;
  return group ?? undefined;
}

function fieldWords(field: HtmlElement): string {
  if (field.localName === 'input') return field.getAttribute('value')?.trim() ?? '';
  if (field.localName === 'textarea') return field.textContent?.trim() ?? '';
  const chosen = [...field.querySelectorAll('option[selected]')].filter(
    (option) => option.getAttribute('disabled') === null && option.getAttribute('value') !== '',
  );
  return chosen.map((option) => option.textContent?.trim() ?? '').join(', ');
}

function showInstead(document: HtmlDocument, field: HtmlElement, words: string): void {
  const shown = document.createElement(field.localName === 'div' ? 'div' : 'span');
  shown.prepend(` ${words} `);
  field.replaceWith(shown);
}

/** Shorter than any sentence. */
const maxSign = 60;

/**
 * What a cell says that shows nothing but a sign: a picture's description, or the words that a program reads out in its
 * place, as of a tick among the features of a product. Undefined where it has none.
 */
export function signWords(cell: HtmlElement): string | undefined {
  const box = /\bcheckbox-(on|off)\b/.exec(classOf(cell.querySelector('.checkbox') ?? undefined))?.[1];
  if (box) return markOf(box === 'on');
  for (const sign of cell.querySelectorAll('img[alt], svg, i, span, [aria-label]')) {
    const words =
      sign.getAttribute('alt') ??
      sign.getAttribute('aria-label') ??
      sign.querySelector('title')?.textContent ??
      sign.getAttribute('title') ??
      (/\b(?:sr-only|visually-?hidden|screen-reader-text)\b/.test(classOf(sign))
        ? sign.textContent
        : undefined);
    const shown = pictureText(words ?? '');
    if (shown !== undefined && shown.length <= maxSign) return shown;
  }
  return undefined;
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
