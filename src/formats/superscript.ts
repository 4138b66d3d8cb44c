const raisedFigure = /^(?:[-+−–]|[-+−–]?\d{1,3})$/;
const signs = '0123456789+-−–';
const raisedSigns = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻';

/**
 * A raised sign or number of up to three digits as characters of its own: in a line with the others, a power or a
 * footnote's mark would change the number before it. Undefined for anything else that is raised, which reads well as it
 * is.
 */
export function superscript(text: string): string | undefined {
  if (!raisedFigure.test(text)) return undefined;
  return text.replace(/./g, (sign) => raisedSigns.charAt(signs.indexOf(sign)));
}
