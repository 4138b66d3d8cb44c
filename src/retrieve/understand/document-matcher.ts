/** What a document can be told by without looking into it. */
export interface DocumentFacts {
  readonly path: string;
  readonly title: string;
}

/** What a question says of the path or title of the documents that it is put to. */
export interface DocumentCondition {
  readonly field: keyof DocumentFacts;
  /** `*` stands for anything. */
  readonly pattern: string;
  /** What meets the condition is left out. */
  readonly excluded: boolean;
}

/**
 * Whether a document meets the conditions. Case does not count, and `\` is `/` in a path. A path is matched from the
 * beginning of any of its parts: a pattern without `*` names a file or a folder (`handbook`), one with `*` goes to the
 * path's end (`handbook/*.md`). A title is matched anywhere in it. Several patterns for one field are alternatives.
 */
export function documentMatcher(
  conditions: readonly DocumentCondition[],
): (document: DocumentFacts) => boolean {
  const excluded = conditions.filter((condition) => condition.excluded);
  const wanted = (['path', 'title'] as const)
    .map((field) => conditions.filter((condition) => condition.field === field && !condition.excluded))
    .filter((alternatives) => alternatives.length > 0);
  return (document) =>
    wanted.every((alternatives) => alternatives.some((condition) => meets(document, condition))) &&
    !excluded.some((condition) => meets(document, condition));
}

function meets({ path, title }: DocumentFacts, { field, pattern }: DocumentCondition): boolean {
  const wanted = comparable(pattern);
  if (field === 'title') return containsInOrder(comparable(title), wanted.split('*'));
  const parts = bordered(wanted.replaceAll('\\', '/').replace(/^\.\//, '')).split('*');
  return containsInOrder(bordered(comparable(path)), parts, { toEnd: parts.length > 1 });
}

/** Names of files may have their accents as characters of their own. */
function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** With one slash at each end. */
function bordered(path: string): string {
  return `/${path.replace(/^\/|\/$/g, '')}/`;
}

/** Whether the parts follow one another in the text; with `toEnd`, the last of them at its end. */
function containsInOrder(text: string, parts: readonly string[], { toEnd = false } = {}): boolean {
  let position = 0;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const found = toEnd && isLast ? text.length - part.length : text.indexOf(part, position);
    if (found < position || !text.startsWith(part, found)) return false;
    position = found + part.length;
  }
  return true;
}
