/** A style and those it is based on, nearest first; a circle ends where it closes. */
export function styleLineage<Style>(
  style: Style | undefined,
  parentOf: (style: Style) => Style | undefined,
): readonly Style[] {
  const line = new Set<Style>();
  for (let next = style; next !== undefined && !line.has(next); next = parentOf(next)) line.add(next);
  return [...line];
}

/** What the first in a line of styles says that says anything. */
export function nearest<Style, Value>(
  line: readonly Style[],
  read: (style: Style) => Value | undefined,
): Value | undefined {
  for (const style of line) {
    const value = read(style);
    if (value !== undefined) return value;
  }
  return undefined;
}
