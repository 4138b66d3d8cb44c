import { grouped, script, visibleMath } from '../linear-math.ts';
import { type HtmlElement, type HtmlNode, isElement, isText } from './html-document.ts';

/**
 * A formula in MathML (https://www.w3.org/TR/mathml-core) as its author wrote it in TeX where that comes with it, else
 * as one line to read and search: `(a+b)/2`, `x^2`, `√(x)`, matrices as `[a, b; c, d]`.
 */
export function mathMlText(math: HtmlElement): string {
  const annotation = math.querySelector('annotation[encoding="application/x-tex"]')?.textContent;
  return (annotation ?? math.getAttribute('alttext'))?.trim() || visibleMath(joined(math));
}

function joined(element: HtmlElement): string {
  return childrenOf(element).map(linear).join('');
}

/** Nesting is bounded where the page is parsed. */
function linear(node: HtmlNode): string {
  if (isText(node)) return node.data.trim();
  if (!isElement(node)) return '';
  const elements = childrenOf(node).filter(isElement);
  const part = (at: number): string => (elements[at] ? linear(elements[at]).trim() : '');
  switch (node.localName) {
    case 'mfrac':
      return `${grouped(part(0))}/${grouped(part(1))}`;
    case 'msup':
    case 'mover':
      return `${grouped(part(0))}${script('^', part(1))}`;
    case 'msub':
    case 'munder':
      return `${grouped(part(0))}${script('_', part(1))}`;
    case 'msubsup':
    case 'munderover':
      return `${grouped(part(0))}${script('_', part(1))}${script('^', part(2))}`;
    case 'msqrt':
      return `√(${joined(node)})`;
    case 'mroot':
      return `${grouped(part(1))}√(${part(0)})`;
    case 'mtable':
      return `[${elements.map(linear).join('; ')}]`;
    case 'mtr':
      return elements.map(linear).join(', ');
    case 'mtext':
      return ` ${joined(node)} `;
    case 'mspace':
      return ' ';
    case 'semantics':
      return part(0);
    case 'annotation':
    case 'annotation-xml':
    case 'mphantom':
      return '';
    default:
      return joined(node);
  }
}

function childrenOf(element: HtmlElement): HtmlNode[] {
  const children: HtmlNode[] = [];
  for (let child = element.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}
