import type { XmlElement } from '../xml/xml.ts';
import { type HtmlElement, isElement, isText } from './html-node.ts';

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
