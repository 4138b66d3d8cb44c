/**
 * Whether a line closes the block of code that a fence of these marks opened: it holds nothing but as many of them or
 * more (CommonMark 0.31, section 4.5).
 */
export function closesFence(line: string, marks: string): boolean {
  const found = line.trim();
  return found.startsWith(marks) && found === marks.charAt(0).repeat(found.length);
}
