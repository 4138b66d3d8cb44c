import { childOf, childrenOf, findAll, textOf, type XmlElement } from './xml.ts';

/** A formula's parts in one line to read and search, after Unicode Technical Note 28, with round brackets only. */

/** In round brackets where it is more than one word or number. */
function grouped(text: string): string {
  const isOne = /^.$|^[\p{L}\p{M}\p{N}.'′∞]*$/u.test(text) || /^\([^()]*\)$/.test(text);
  return isOne ? text : `(${text})`;
}

/** What stands below (`_`) or above (`^`); nothing where that is empty. */
function script(sign: '_' | '^', text: string): string {
  return text === '' ? '' : `${sign}${grouped(text)}`;
}

/** Stands between a function's name and its argument, unseen. */
const functionApplication = '\u2061';

/** Times, separator and plus that are meant and not seen. */
const invisibleOperators = /[\u2062-\u2064]/g;

/** A formula without the signs that nobody sees, on one line. */
function visibleMath(text: string): string {
  return text
    .replaceAll(functionApplication, ' ')
    .replace(invisibleOperators, '')
    .replace(/\s+/g, ' ')
    .trim();
}

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
  return element.children.map(mathMlPart).join('');
}

/** Nesting is bounded where the document is read. */
function mathMlPart(node: XmlElement | string): string {
  if (typeof node === 'string') return node.trim();
  const elements = childrenOf(node);
  const part = (at: number): string => (elements[at] ? mathMlPart(elements[at]).trim() : '');
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
      return `[${elements.map(mathMlPart).join('; ')}]`;
    case 'mtr':
      return elements.map(mathMlPart).join(', ');
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

/**
 * An Office equation (`m:oMath`, ECMA-376 part 1, 22.1) as one line to read and search: `(a+b)/2`, `x^2`, `x_i`,
 * `√(x)`, `∑_(i=1)^n a_i`, matrices as `[a, b; c, d]`. After Unicode Technical Note 28, with round brackets only.
 */
export function mathText(element: XmlElement): string {
  return visibleMath(content(element));
}

function content(element: XmlElement | undefined): string {
  return childrenOf(element).map(officeMathPart).join('');
}

function officeMathPart(element: XmlElement): string {
  const part = (name: string): string => content(childOf(element, name)).trim();
  const property = (name: string): string | undefined => propertyOf(element, name)?.attributes.val;
  switch (element.name) {
    case 't':
      return textOf(element);
    case 'f':
      return fraction(part('num'), part('den'), property('type'));
    case 'sSup':
      return `${grouped(part('e'))}^${grouped(part('sup'))}`;
    case 'sSub':
      return `${grouped(part('e'))}_${grouped(part('sub'))}`;
    case 'sSubSup':
      return `${grouped(part('e'))}_${grouped(part('sub'))}^${grouped(part('sup'))}`;
    case 'sPre':
      return `_${grouped(part('sub'))}^${grouped(part('sup'))} ${part('e')}`;
    case 'rad':
      return part('deg') ? `${grouped(part('deg'))}√(${part('e')})` : `√(${part('e')})`;
    case 'nary':
      return `${property('chr') ?? '∫'}${script('_', part('sub'))}${script('^', part('sup'))} ${part('e')}`;
    case 'd':
      return delimited(
        element,
        property('begChr') ?? '(',
        property('sepChr') ?? '|',
        property('endChr') ?? ')',
      );
    case 'func':
      return `${part('fName')}${/^[([{|]/.test(part('e')) ? '' : ' '}${part('e')}`;
    case 'limLow':
      return `${part('e')}${script('_', part('lim'))}`;
    case 'limUpp':
      return `${part('e')}${script('^', part('lim'))}`;
    case 'acc':
    case 'groupChr':
      return `${grouped(part('e'))}${property('chr') ?? (element.name === 'acc' ? '\u0302' : '')}`;
    case 'bar':
      return `${grouped(part('e'))}\u0305`;
    case 'm':
      return `[${childrenOf(element, 'mr').map(matrixRow).join('; ')}]`;
    case 'eqArr':
      return childrenOf(element, 'e').map(content).join('; ');
    case 'br':
      return ' ';
    default:
      return isProperties(element.name) ? '' : content(element);
  }
}

function isProperties(name: string): boolean {
  return name.endsWith('Pr');
}

function propertyOf(element: XmlElement, name: string): XmlElement | undefined {
  return childOf(
    childrenOf(element).find((child) => isProperties(child.name)),
    name,
  );
}

function fraction(numerator: string, denominator: string, type: string | undefined): string {
  // Without a bar it is a binomial coefficient or two lines.
  const sign = type === 'noBar' ? '¦' : '/';
  return `${grouped(numerator)}${sign}${grouped(denominator)}`;
}

function delimited(element: XmlElement, begin: string, separator: string, end: string): string {
  return `${begin}${childrenOf(element, 'e').map(content).join(separator)}${end}`;
}

function matrixRow(row: XmlElement): string {
  return childrenOf(row, 'e').map(content).join(', ');
}
