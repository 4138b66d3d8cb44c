/** The words of a list in which white space stands between them. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
