/** The path that is said below a document's title; undefined where the title is the path. */
export function pathBelowTitle({
  path,
  title,
}: {
  readonly path: string;
  readonly title: string;
}): string | undefined {
  return path === title ? undefined : path;
}
