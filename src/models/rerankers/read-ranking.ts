/**
 * The order of passages in a language model's answer, as 1-based numbers, all of 1 to `count`: the longest list of
 * numbers in brackets, single ones in brackets one after another, or an answer of nothing but numbers. Numbers that
 * no passage has are dropped, of repeated ones the first counts, and missing ones follow in their old order.
 * Undefined where no passage is named.
 */
export function readRanking(answer: string, count: number): readonly number[] | undefined {
  const lists = [...answer.matchAll(/\[([^[\]]*)\]/g)]
    .map(([, list = '']) => numbersIn(list, count))
    .filter((numbers) => numbers.length > 0);
  const [longest] = lists.toSorted((a, b) => b.length - a.length);
  const bare = /^[\s\d,;>]+$/.test(answer) ? numbersIn(answer, count) : [];
  const named = longest === undefined ? bare : longest.length > 1 ? longest : lists.flat();
  if (named.length === 0) return undefined;
  return [...new Set([...named, ...Array.from({ length: count }, (_, index) => index + 1)])];
}

function numbersIn(text: string, count: number): readonly number[] {
  return (text.match(/\d+/g) ?? []).map(Number).filter((number) => number >= 1 && number <= count);
}
