import { Fragment } from 'react';

/** A path that breaks into lines behind its slashes, where a reader would break it. */
export function FilePath({ path }: { readonly path: string }) {
  return path.split(/(?<=[/\\])/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
