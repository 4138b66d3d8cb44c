import { type HtmlDocument, type HtmlElement, type HtmlNode, isElement, isText } from './html-node.ts';

/** What is told of each node on the way. */
export interface Visitor {
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
