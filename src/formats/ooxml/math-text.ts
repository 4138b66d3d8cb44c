import { grouped, script, visibleMath } from '../xml/linear-math.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml.ts';

/**
 * An Office equation (`m:oMath`, ECMA-376 part 1, 22.1) as one line to read and search: `(a+b)/2`, `x^2`, `x_i`,
 * `√(x)`, `∑_(i=1)^n a_i`, matrices as `[a, b; c, d]`. After Unicode Technical Note 28, with round brackets only.
 */
export function mathText(element: XmlElement): string {
  return visibleMath(content(element));
}

function content(element: XmlElement | undefined): string {
  return childrenOf(element).map(linear).join('');
}

function linear(element: XmlElement): string {
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
