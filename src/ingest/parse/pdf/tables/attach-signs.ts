import type { Fragment } from '../layout/fragment.ts';
import type { Line } from '../layout/lines.ts';

const openingSign = /^(?:[$€£¥(]|US\$)+$/;
const signAtEnd = /^(.*\S)\s+(\p{Sc})$/u;
/** An amount as it is written on the continent of Europe. */
const amountBeforeSign = /^[-+−(]?\d[\d.,'\s]*€$/u;
const closingSign = /^[)%]+$/;

/** Points per font size over which a sign still belongs to its figure. */
const maxOpeningGap = 12;
const maxClosingGap = 3;

/**
 * A line with currency signs and brackets, which tables set in columns of their own or close behind the figure before
 * theirs, joined to their figures.
 */
export function attachSigns(line: Line): Line {
  const fragments: Fragment[] = [];
  for (const fragment of line.fragments) {
    const last = fragments.at(-1);
    const [, before, sign] = signAtEnd.exec(last?.text ?? '') ?? [];
    const isOfNext = /^[\d(]/.test(fragment.text) && !amountBeforeSign.test(last?.text ?? '');
    if (last && before && sign && isOfNext) {
      fragments[fragments.length - 1] = { ...last, text: before };
      fragments.push({ ...fragment, text: sign + fragment.text });
      continue;
    }
    const gap = last ? Math.max(0, fragment.left - last.right) / fragment.size : Number.POSITIVE_INFINITY;
    const opens = last && openingSign.test(last.text) && gap <= maxOpeningGap;
    const closes = closingSign.test(fragment.text) && gap <= maxClosingGap;
    if (last && (opens || closes)) {
      fragments[fragments.length - 1] = {
        ...fragment,
        text: last.text + fragment.text,
        // The figure alone tells the column: its sign may stand far off.
        left: opens ? fragment.left : last.left,
        right: fragment.right,
      };
    } else fragments.push(fragment);
  }
  return { ...line, fragments };
}
