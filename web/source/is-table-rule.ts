/** Whether a line divides the header of a table from its rows: bars, colons and at least one dash. */
export function isTableRule(line: string): boolean {
  return /^[\s:|-]*-[\s:|-]*$/.test(line);
}
