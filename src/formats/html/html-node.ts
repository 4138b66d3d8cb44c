/** The part of a DOM node that is read here. */
export interface HtmlNode {
  /** 1 element, 3 text, 4 CDATA, 8 comment. */
  readonly nodeType: number;
  readonly firstChild: HtmlNode | null;
  readonly nextSibling: HtmlNode | null;
  readonly previousSibling: HtmlNode | null;
  readonly parentNode: HtmlNode | null;
}

export interface HtmlText extends HtmlNode {
  readonly data: string;
}

export interface HtmlElement extends HtmlNode {
  readonly localName: string;
  /** Null where the document is its parent, as of what stands behind the end of a page. */
  readonly parentElement: HtmlElement | null;
  readonly textContent: string | null;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  getAttribute(name: string): string | null;
  querySelector(selector: string): HtmlElement | null;
  querySelectorAll(selector: string): Iterable<HtmlElement>;
  remove(): void;
  setAttribute(name: string, value: string): void;
  appendChild(child: HtmlNode): void;
  prepend(text: string): void;
  replaceWith(node: HtmlNode): void;
}

export interface HtmlDocument extends HtmlNode {
  readonly documentElement: HtmlElement | null;
  createElement(name: string): HtmlElement;
  querySelector(selector: string): HtmlElement | null;
  querySelectorAll(selector: string): Iterable<HtmlElement>;
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return node.nodeType === 1;
}

export function isText(node: HtmlNode): node is HtmlText {
  return node.nodeType === 3 || node.nodeType === 4;
}

/** What is told of each node on the way. */
interface Visitor {
  text(data: string): void;
  /** Whether to go into the element; `leave` is called only then. */
  enter(element: HtmlElement): boolean;
  leave(element: HtmlElement): void;
}

const documentType = 10;

/** Visits the nodes below `root` in document order, without recursion: no nesting exhausts the stack. */
export function walkHtml(root: HtmlNode, visitor: Visitor): void {
  let node: HtmlNode | null = root.firstChild;
  // A document type has no sibling in this DOM, though elements follow it.
  if (node?.nodeType === documentType) node = (root as HtmlDocument).documentElement;
  while (node) {
    if (isText(node)) visitor.text(node.data);
    if (isElement(node) && visitor.enter(node)) {
      if (node.firstChild) {
        node = node.firstChild;
        continue;
      }
      visitor.leave(node);
    }
    while (node && !node.nextSibling) {
      node = node.parentNode;
      if (!node || node === root) return;
      visitor.leave(node as HtmlElement);
    }
    node = node.nextSibling;
  }
}

/** More characters of an attribute are of no page that a person has written. */
const charactersRead = 1000;

/** An attribute as far as it is read; empty where there is none. */
export function shortAttribute(element: HtmlElement | undefined, name: 'class' | 'style'): string {
  return element?.getAttribute(name)?.slice(0, charactersRead) ?? '';
}

/** The classes of an element. */
export function classNames(element: HtmlElement): readonly string[] {
  const names = shortAttribute(element, 'class').trim();
  return names ? names.split(/\s+/) : [];
}

/** An attribute as a whole number of at most nine digits; `otherwise` where it is none. */
export function integerAttribute(element: HtmlElement, name: string, otherwise: number): number {
  const value = element.getAttribute(name);
  return value !== null && /^\s*-?\d{1,9}\s*$/.test(value) ? Number(value) : otherwise;
}
