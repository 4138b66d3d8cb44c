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
