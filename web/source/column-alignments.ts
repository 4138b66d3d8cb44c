/** Where the words of a column stand; undefined where the rule of its table leaves that open. */
export type Alignment = 'left' | 'center' | 'right' | undefined;

/** What a rule says of each column: `:--` left, `:-:` in the middle, `--:` right. */
export function columnAlignments(rule: string): readonly Alignment[] {
  const columns = rule
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|');
  return columns.map((column) => {
    const [isLeft, isRight] = [/^\s*:/.test(column), /:\s*$/.test(column)];
    if (isLeft && isRight) return 'center';
    return isRight ? 'right' : isLeft ? 'left' : undefined;
  });
}
