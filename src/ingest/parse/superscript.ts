const raisedFigure = /^[-+\u2212\u2013]?\d{1,3}$/;

const raised = new Map(
  [...'0123456789+-\u2212\u2013'].map((sign, index) => [sign, '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻'.charAt(index)]),
);

/**
 * A raised number of up to three digits as characters of its own: in a line with the others, a power or a footnote's
 * mark would change the number before it. Undefined for anything else that is raised, which reads well as it is.
 */
export function superscript(text: string): string | undefined {
  if (!raisedFigure.test(text)) return undefined;
  return [...text].map((sign) => raised.get(sign)).join('');
}
