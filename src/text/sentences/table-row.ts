/** Whether a line parts the header of a table in Markdown from its rows. */
export function isDelimiterRow(line: string): boolean {
  return line.includes('|') && line.includes('-') && /^[\s:|-]+$/.test(line);
}

/**
 * Whether a line is a row of such a table: it begins with a bar or, where it `isOfTable` by what stands beside it, has
 * one.
 */
export function isTableRow(line: string, isOfTable: boolean): boolean {
  return isOfTable ? line.includes('|') : /^\s*\|/.test(line);
}
