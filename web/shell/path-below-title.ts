/** The path that is said below a document's title; undefined where the title is the path. */
export function pathBelowTitle({ path, title }: Readonly<Record<'path' | 'title', string>>) {
  return path === title ? undefined : path;
}
