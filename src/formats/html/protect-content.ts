import { wordSet } from '../../text/word-set.ts';
import { classNames } from './element-attributes.ts';
import type { HtmlDocument, HtmlElement } from './html-node.ts';
import { isBookNote } from './note-marks.ts';
import { labelAttribute, panelLabel } from './panel-labels.ts';

/** Names that site makers and their themes give to hints, warnings and notes, which stand in frames of their own. */
const hintNames = wordSet(
  'admonition theme-admonition callout note notecard tip hint info important warning caution danger alert attention ' +
    'custom-block markdown-alert starlight-aside topic footnote footnotes footnote-list footdef',
);

const hintRole = /^(?:note|alert|tabpanel|doc-(?:footnote|endnotes?|tip|notice|example|pullquote))$/;

const mayBeHint = 'aside, details, div[class], div[role], [role="tabpanel"], [role="doc-endnotes"]';

/**
 * Makes plain sections of the hints, footnotes and tabs of a page: Readability takes asides, alerts and short
 * divisions for what surrounds an article, and tabs that are not open for hidden.
 */
export function protectContent(document: HtmlDocument): void {
  for (const element of Array.from(document.querySelectorAll(mayBeHint))) {
    if (!isHint(element)) continue;
    const section = document.createElement('section');
    const id = element.getAttribute('id');
    if (id !== null) section.setAttribute('id', id);
    const label = panelLabel(element);
    if (label !== undefined) section.setAttribute(labelAttribute, label);
    for (let child = element.firstChild; child; child = element.firstChild) section.appendChild(child);
    element.replaceWith(section);
  }
}

/** Whether an element is a hint, a footnote or a tab: part of the text though it stands apart. */
export function isHint(element: HtmlElement): boolean {
  return (
    hintRole.test(element.getAttribute('role') ?? '') ||
    panelLabel(element) !== undefined ||
    isBookNote(element) ||
    classNames(element).some((name) => hintNames.has(name.toLowerCase()))
  );
}
