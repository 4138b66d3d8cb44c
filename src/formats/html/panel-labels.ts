import { wordSet } from '../../text/words.ts';
import { classNames, type HtmlDocument, type HtmlElement, isElement, shortAttribute } from './html-node.ts';

/** What a part of a page is called that is shown when its label is chosen. */
export const labelAttribute = 'data-panel-label';

/** The label of a panel; undefined where an element is none. */
export function panelLabel(element: HtmlElement): string | undefined {
  return element.getAttribute(labelAttribute) ?? undefined;
}

/** Whether a page may have panels, by its source. */
export function mayHavePanels(source: string): boolean {
  return /<(?:details|summary)\b|\brole\s*=\s*["']?tab|aria-controls|tab-?(?:pane|content|label|link)|class\s*=\s*["'][^"']*\btabs?\b|tabbed|accordion|collapsible|[-_"'\s](?:answer|toggle[-_]*content)["'\s]|-tab-panel|type\s*=\s*["']?radio/i.test(
    source,
  );
}

/** Longer words are no label. */
const maxLabel = 200;

/** Names of the parts that a label shows and hides, where no attribute says which label is whose. */
const panelNames = wordSet(
  'tabpanel tab-pane tab-panel tabs__panel tabbed-block sd-tab-content sphinx-tabs-panel accordion-panel ' +
    'accordion-body accordion-content collapse collapsible-content',
);

const tabNames = wordSet('tab nav-link tabs__item tab-link tabbed-label sphinx-tabs-tab sd-tab-label');

/** What is folded below a label that stands right before it, and such labels: `faq-question`, `faq__answer`. */
const foldedName =
  /(?:^|[-_])(?:answer|(?:accordion|toggle|collaps(?:e|ible))[-_]*(?:panel|body|content|text))$/;
const foldName =
  /(?:^|[-_])(?:question|accordion|collapsible|(?:accordion|toggle|collapse)[-_]*(?:button|header|heading|title|toggle|trigger))$/;

/**
 * Tells each panel of a page its label: tabs by the attributes of ARIA and Bootstrap, or in the order in which they
 * stand; what is folded by its summary, or by the button before it. Labels that stand in no heading are taken from
 * where they are.
 */
export function labelPanels(document: HtmlDocument): void {
  const read = new Set<HtmlElement>();
  for (const details of document.querySelectorAll('details')) {
    const summary = childrenOf(details).find(({ localName }) => localName === 'summary');
    if (summary) labelFrom(details, summary, read);
  }
  const byTarget = controls(document);
  const byId = new Map<string, HtmlElement>();
  for (const element of document.querySelectorAll('[id]'))
    byId.set(element.getAttribute('id') ?? '', element);
  for (const panel of document.querySelectorAll('[id], [aria-labelledby], sl-tab-panel, wa-tab-panel')) {
    const named = panel.getAttribute('aria-labelledby');
    const role = panel.getAttribute('role') ?? '';
    const isRegion =
      role === 'tabpanel' || role === 'region' || classNames(panel).some((name) => panelNames.has(name));
    const label = byTarget.get(targetName(panel)) ?? (isRegion && named ? byId.get(named) : undefined);
    if (label && !contains(panel, label)) labelFrom(panel, label, read);
  }
  const unnamed = [...document.querySelectorAll('[role="tabpanel"], [class]')].filter(
    (element) =>
      panelLabel(element) === undefined &&
      (isPanel(element) || classNames(element).some((name) => name === 'panel' || foldedName.test(name))),
  );
  for (const panel of unnamed.slice(0, maxInOrder)) {
    const label = (isPanel(panel) ? tabInOrder(panel) : undefined) ?? labelBefore(panel);
    if (label) labelFrom(panel, label, read);
  }
  labelRadioTabs(document, read);
  // Others are found by the order that they stand in.
  for (const label of read) label.remove();
}

/** Labels of tabs that are chosen by radio buttons beside them, each before its part or all before as many. */
function labelRadioTabs(document: HtmlDocument, read: Set<HtmlElement>): void {
  const holders = new Set<HtmlElement>();
  for (const radio of document.querySelectorAll('input[type="radio"]'))
    if (radio.parentElement && holders.size < maxInOrder) holders.add(radio.parentElement);
  for (const holder of holders) {
    const labels = childrenOf(holder).filter(({ localName }) => localName === 'label');
    const isTabs = /tab(?!le)/i.test(holder.getAttribute('class') ?? '');
    const behind = labels.flatMap((label) => elementBehind(label) ?? []);
    const isEachBehind =
      isTabs && behind.filter(({ localName }) => localName === 'div').length === labels.length;
    const panels = isEachBehind ? behind : childrenOf(elementBehind(holder));
    if (labels.length < 2 || labels.length !== panels.length) continue;
    for (const [place, panel] of panels.entries()) labelFrom(panel, labels[place] as HtmlElement, read);
  }
}

function elementBehind(element: HtmlElement): HtmlElement | undefined {
  let node = element.nextSibling;
  while (node && !isElement(node)) node = node.nextSibling;
  return node && isElement(node) ? node : undefined;
}

/** As `openTab(event, 'linux')`. */
const shownBy = /\(\s*(?:event|this)\s*,\s*["']#?([\w-]+)["']/;

/** What labels name a part by; elements that are made for tabs have names. */
function targetName(panel: HtmlElement): string {
  const name = panel.localName.endsWith('-tab-panel') ? panel.getAttribute('name') : null;
  return name ?? panel.getAttribute('id') ?? '';
}

/** What shows and hides the part of an id, by that. */
function controls(document: HtmlDocument): ReadonlyMap<string, HtmlElement> {
  const found = new Map<string, HtmlElement>();
  const selector =
    '[role="tab"][aria-controls], button[aria-controls], a[data-toggle][href^="#"], [data-bs-toggle][href^="#"], ' +
    '[data-bs-target^="#"], [data-target^="#"], [role="tab"][href^="#"], summary[aria-controls], ' +
    '[class~="tabs"] a[href^="#"], [class~="tab"] [onclick], [slot="nav"][panel]';
  for (const control of document.querySelectorAll(selector)) {
    if (control.getAttribute('aria-haspopup') !== null) continue;
    const target =
      control.getAttribute('panel') ??
      control.getAttribute('aria-controls') ??
      control.getAttribute('data-bs-target')?.slice(1) ??
      control.getAttribute('data-target')?.slice(1) ??
      control.getAttribute('href')?.slice(1) ??
      shownBy.exec(control.getAttribute('onclick') ?? '')?.[1];
    const isMenu = /nav(?:bar)?|menu|dropdown|modal|offcanvas|search|sidebar|toc/i.test(
      `${control.getAttribute('data-bs-toggle') ?? ''} ${target ?? ''} ${shortAttribute(control, 'class')}`,
    );
    if (
      isMenu &&
      control.getAttribute('role') !== 'tab' &&
      !/\bnav-link\b/.test(shortAttribute(control, 'class'))
    )
      continue;
    if (target && !found.has(target)) found.set(target, control);
  }
  return found;
}

function isPanel(element: HtmlElement): boolean {
  return (
    element.getAttribute('role') === 'tabpanel' || classNames(element).some((name) => panelNames.has(name))
  );
}

function isTab(element: HtmlElement): boolean {
  return element.getAttribute('role') === 'tab' || classNames(element).some((name) => tabNames.has(name));
}

/** More panels whose labels are found by their order are of no page that a person wrote. */
const maxInOrder = 300;

/** How far up the list of the tabs of a panel is looked for. */
const maxClimb = 4;

/** The tab at the place among its like that the panel has among its own. */
function tabInOrder(panel: HtmlElement): HtmlElement | undefined {
  let holder = panel.parentElement;
  for (let climbed = 0; holder && climbed < maxClimb; climbed++, holder = holder.parentElement) {
    const tabs = [...holder.querySelectorAll('[role="tab"], [class], label')].filter(isTabOf);
    if (tabs.length === 0) continue;
    const panels = childrenOf(panel.parentElement as HtmlElement).filter(isPanel);
    return tabs.length === panels.length ? tabs[panels.indexOf(panel)] : undefined;
  }
  return undefined;
}

function isTabOf(element: HtmlElement): boolean {
  const isLabel =
    element.localName === 'label' && /tab/i.test(element.parentElement?.getAttribute('class') ?? '');
  const isOutermost = !element.parentElement || !isTab(element.parentElement);
  return isLabel || (isTab(element) && isOutermost);
}

/** The element right before a panel, where that folds it. */
function labelBefore(panel: HtmlElement): HtmlElement | undefined {
  let node = panel.previousSibling;
  while (node && !isElement(node)) node = node.previousSibling;
  if (!node || !isElement(node)) return undefined;
  const isFold = node.localName === 'label' || classNames(node).some((name) => foldName.test(name));
  return isFold ? node : undefined;
}

/** Tells a panel the words of a label, which is `read` as such but where it is a heading of its own. */
function labelFrom(panel: HtmlElement, label: HtmlElement, read: Set<HtmlElement>): void {
  const words = (label.textContent ?? '')
    .slice(0, 2 * maxLabel)
    .replace(/\s+/g, ' ')
    .trim();
  const isHeading = isInHeading(label) || label.querySelector('h1, h2, h3, h4, h5, h6') !== null;
  const isHidden = classNames(label).some((name) => name === 'hideme' || name === 'sr-only');
  if (words === '' || words.length > maxLabel || isHidden) return;
  // What stands in a heading is a heading already, and what it shows need only not be hidden.
  panel.setAttribute(labelAttribute, isHeading ? '' : words);
  if (!isHeading) read.add(label);
}

/** Whether an element is a heading or stands in one. */
export function isInHeading(element: HtmlElement): boolean {
  for (let node: HtmlElement | null = element; node; node = node.parentElement) {
    if (/^h[1-6]$/.test(node.localName) || node.getAttribute('role') === 'heading') return true;
  }
  return false;
}

function contains(outer: HtmlElement, inner: HtmlElement): boolean {
  for (let node: HtmlElement | null = inner; node; node = node.parentElement) if (node === outer) return true;
  return false;
}

function childrenOf(element: HtmlElement | undefined): readonly HtmlElement[] {
  const children: HtmlElement[] = [];
  for (let node = element?.firstChild ?? null; node; node = node.nextSibling)
    if (isElement(node)) children.push(node);
  return children;
}
