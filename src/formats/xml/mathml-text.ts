import { grouped, script, visibleMath } from './linear-math.ts';
import { childrenOf, findAll, textOf, type XmlElement } from './xml.ts';

/**
 * A formula in MathML (https://www.w3.org/TR/mathml-core) as its author wrote it in TeX where that comes with it, else
 * as one line to read and search: `(a+b)/2`, `x^2`, `√(x)`, matrices as `[a, b; c, d]`.
 */
export function mathMlText(math: XmlElement): string {
  const tex = findAll(math, 'annotation').find(
    ({ attributes }) => attributes.encoding === 'application/x-tex',
  );
  return (tex ? textOf(tex) : math.attributes.alttext)?.trim() || visibleMath(joined(math));
}

function joined(element: XmlElement): string {
  return element.children.map(linear).join('');
}

/** Nesting is bounded where the document is read. */
function linear(node: XmlElement | string): string {
  if (typeof node === 'string') return node.trim();
  const elements = childrenOf(node);
  const part = (at: number): string => (elements[at] ? linear(elements[at]).trim() : '');
  switch (node.name) {
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
