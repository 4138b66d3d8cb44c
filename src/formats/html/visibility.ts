import { wordSet } from '../../text/words.ts';
import { isBookNote } from './html-marks.ts';
import {
  classNames,
  type HtmlDocument,
  type HtmlElement,
  isElement,
  isText,
  shortAttribute,
} from './html-node.ts';
import { isInHeading, labelAttribute, panelLabel } from './panel-labels.ts';

/** Elements whose content is not text of the page. */
const neverText = wordSet(
  'head script style noscript template iframe frame object embed svg canvas audio video map ' +
    'select datalist input button textarea progress meter rp rt',
);

const hiddenStyle = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/**
 * Text for screen readers, marks that link to a heading, back from a footnote or to the top, edit links, the letters
 * and numbers around a sheet, line numbers, lines that an example only needs to run, what rustdoc shows instead of a
 * part that is folded.
 */
const hiddenClasses = wordSet(
  'sr-only visually-hidden visuallyhidden screen-reader-text skip-link skip-to-content noprint ' +
    'headerlink hash-link heading-anchor anchor-link ' +
    'footnote-back footnote-backref data-footnote-backref reversefootnote mw-cite-backlink mw-ref back-to-top ' +
    'mw-editsection mw-jump-link ' +
    'row-headers-background column-headers-background freezebar-origin-ltr ' +
    'linenos linenodiv lineno line-number line-numbers rouge-gutter hljs-ln-numbers ' +
    'boring hideme viewcode-link user-icon',
);

/** Links to the source of a page, by which its readers may change it. */
const editLink = /^(?:[\w-]+-)?edit[-_](?:this[-_])?(?:page|link)(?:[-_](?:link|button))?$/;

/** Classes of what is shown over a page, once its reader has asked for it. */
const opened = wordSet('show in open is-open active is-active visible');

/**
 * What a link within the page shows that leads to the heading it stands in, back from a footnote, to the top, or
 * nowhere.
 */
const linkMark = /^(?:[\s#¶§🔗⚓↑⤴↩⏎^ⓘ]|\ufe0e)*$/u;

/** No longer than this. */
const maxSkipLink = 60;

/** A link past the navigation, shown only to those who go through the page by keyboard. */
const skipLink =
  /^(?:(?:skip|jump|go) (?:directly )?(?:to|over|past) (?:the )?(?:main |page )?(?:content|navigation|search|footer|main)|(?:direkt )?zum (?:haupt)?inhalt|aller (?:directement )?au contenu|(?:saltar|ir|pasar) al contenido|vai al contenuto|(?:ir|pular|saltar) para o conteúdo)/i;

/** An emoji may be made of several. */
const maxIcon = 16;

/** What Confluence shows over a part that is folded, where nobody gave it a title. */
const untitledFold = /^\s*(?:click here to expand|zum anzeigen hier klicken)/i;

/** MediaWiki hides a formula's source behind an image of it. */
const hiddenFormula = /^mwe-math-mathml/;

/** Whether a reader sees nothing of an element, in any kind of document. */
export function isHidden(element: HtmlElement): boolean {
  if (neverText.has(element.localName)) return !isTick(element) && !isButtonOfHeading(element);
  const names = classNames(element);
  if (names.some((name) => hiddenFormula.test(name))) return false;
  if (isAidOnly(element)) return true;
  const role = element.getAttribute('role');
  // A tab that is not open, or what is folded, is one click away.
  if (role === 'tabpanel' || panelLabel(element) !== undefined) return false;
  // Where the way back is the note's own number, it stays.
  if (role === 'doc-backlink') return !/[\p{L}\p{N}*†‡]/u.test(element.textContent ?? '');
  const hidden = element.getAttribute('hidden');
  // What is hidden until it is found is one search away.
  if ((hidden !== null && hidden !== 'until-found') || element.getAttribute('aria-hidden') === 'true')
    return true;
  if (element.localName === 'dialog' && element.getAttribute('open') === null) return true;
  if (hiddenStyle.test(shortAttribute(element, 'style'))) return true;
  if (names.includes('modal') && !names.some((name) => opened.has(name))) return true;
  return (
    names.some((name) => hiddenClasses.has(name.toLowerCase()) || editLink.test(name.toLowerCase())) ||
    isNameOfLanguage(element, names) ||
    (names.includes('expand-control') && untitledFold.test(element.textContent ?? '')) ||
    (names.includes('icon') && isPicture(element))
  );
}

/** Whether an element only tells the language of the code behind it, which is known of that. */
function isNameOfLanguage({ localName, nextSibling }: HtmlElement, names: readonly string[]): boolean {
  if (localName !== 'span' || !names.includes('lang')) return false;
  let node = nextSibling;
  while (node && !isElement(node)) node = node.nextSibling;
  return node !== null && isElement(node) && node.localName === 'pre';
}

/** Whether an element is a button that folds what stands below the heading that it fills. */
function isButtonOfHeading(element: HtmlElement): boolean {
  return element.localName === 'button' && isInHeading(element);
}

/** Whether an element is a box that says something by its tick, and does not ask its reader for one, as in a form. */
function isTick(element: HtmlElement): boolean {
  const isBox = element.localName === 'input' && element.getAttribute('type') === 'checkbox';
  return isBox && element.getAttribute('disabled') !== null;
}

/** Whether an element shows at most a sign or two that are no words. */
function isPicture({ firstChild }: HtmlElement): boolean {
  if (!firstChild || !isText(firstChild) || firstChild.nextSibling) return false;
  const shown = firstChild.data.trim();
  return shown.length <= maxIcon && !/[\p{L}\p{N}]/u.test(shown);
}

/** Whether an element is a link within the page that is there for the sake of its target alone. */
function isAidOnly(element: HtmlElement): boolean {
  if (element.localName !== 'a' || !element.getAttribute('href')?.startsWith('#')) return false;
  const words = element.textContent?.trim() ?? '';
  if (words.length <= maxSkipLink && skipLink.test(words)) return true;
  return linkMark.test(words) && element.querySelector('img, math') === null;
}

const sideRoles = wordSet(
  'navigation search dialog alertdialog menu menubar banner contentinfo complementary toolbar tablist',
);

/** Names that pages give to what surrounds their content. Whole names only: `has-sidebar` is a page. */
const sideNames = wordSet(
  'nav navbar navigation main-nav site-nav nav-menu nav-panel navheader navfooter menu-bar topbar sidebar side-bar ' +
    'breadcrumb breadcrumbs toc table-of-contents toc-macro pagination pager ' +
    'site-header site-footer page-footer footer share sharedaddy social newsletter jp-relatedposts ' +
    'widget-area mini-cart comment-area comments-area advert ad ads cc-window ' +
    // MediaWiki and its skins.
    'vector-dropdown vector-page-toolbar mw-portlet contentsub catlinks printfooter hatnote navbox ambox sistersitebox',
);

/** Such names as come in many spellings, or with what each site adds to them. */
const sideName = new RegExp(
  `^(?:${[
    'msotoc\\d',
    'share-?(?:bar|buttons|icons|links|this)',
    'social-?(?:share|sharing|icons|buttons)',
    'related-?(?:posts|articles|stories)',
    '(?:addtoany|onetrust|gdpr).*',
    'cookie[-_]?(?:banner|bar|notice|consent|popup|modal|dialog|overlay|message|wall|law|alert).*',
    '.*[-_]cookie[-_](?:banner|bar|notice|consent).*',
    '(?:cookies?|consent)[-_]?(?:banner|bar|notice|popup|modal)?',
  ].join('|')})$`,
);

/** Of a line that leads to the pages before, behind and above this one, as those of manuals have it. */
const neighbouringPage = 'a[rel~="next"], a[rel~="prev"]';

const mayBeSide = wordSet('div section ul ol aside header footer p span table dialog form');

/**
 * Whether an element of a web page surrounds its content: navigation, side bars, notices, foot and head of the site.
 */
export function isPageFurniture(element: HtmlElement, isInContent: boolean): boolean {
  const name = element.localName;
  if (name === 'nav' || name === 'menu') return true;
  if (sideRoles.has(element.getAttribute('role') ?? '')) return !holdsTitle(element);
  if (name === 'aside') return !isInContent && !isHint(element);
  if (name === 'footer') return !isInContent;
  if (name === 'header') return !isInContent && !holdsTitle(element);
  if (!mayBeSide.has(name)) return false;
  if (!isInContent && asksForCookies(element)) return true;
  if (name === 'p' && element.querySelector(neighbouringPage) !== null) return true;
  const id = element.getAttribute('id');
  return [...classNames(element), ...(id ? [id] : [])].some((token) => {
    const lower = token.toLowerCase();
    return sideNames.has(lower) || sideName.test(lower);
  });
}

/** A notice is shorter than a page about cookies. */
const maxNotice = 1500;

/** How far from the page's body a notice lies at most. */
const maxNoticeDepth = 2;

/** That a site uses cookies, or that its reader is to accept them: others are baked, or end with a session. */
const asksToAccept =
  /\b(?:us(?:e|es|ing|a|amos|iamo)|utili[sz]\w+|verwende\w*|nutz\w+|setz\w+|gebruik\w*|accept\w*|akzept\w*|acept\w*|accett\w*|aceit\w*|agree|allow|consent|zustimm\w*)\b/i;

/** Characters of a page's words. */
const lengthOfPage = new WeakMap<HtmlElement, number>();

/** Whether an element asks its reader to agree to cookies, whatever it is called, and is the lesser part of a page. */
function asksForCookies(element: HtmlElement): boolean {
  let outer = element.parentElement;
  for (let depth = 0; outer && outer.localName !== 'body' && depth < maxNoticeDepth; depth++)
    outer = outer.parentElement;
  if (outer?.localName !== 'body' || element.querySelector('button, a[role="button"]') === null) return false;
  const words = element.textContent ?? '';
  const isNotice =
    words.length < maxNotice &&
    /cookie/i.test(words) &&
    asksToAccept.test(words) &&
    element.querySelector('h1, main, article, table') === null;
  if (!isNotice) return false;
  const length = lengthOfPage.get(outer) ?? (outer.textContent ?? '').length;
  lengthOfPage.set(outer, length);
  return words.length * 2 < length;
}

/** Some pages put their title into the site's head. */
function holdsTitle(element: HtmlElement): boolean {
  return element.localName === 'header' && element.querySelector('h1') !== null;
}

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
function isHint(element: HtmlElement): boolean {
  return (
    hintRole.test(element.getAttribute('role') ?? '') ||
    panelLabel(element) !== undefined ||
    isBookNote(element) ||
    classNames(element).some((name) => hintNames.has(name.toLowerCase()))
  );
}
