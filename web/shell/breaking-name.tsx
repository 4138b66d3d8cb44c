import { Fragment } from 'react';

/** A path, or a name of code, that breaks into lines behind its marks, where a reader would break it. */
export function BreakingName({ name }: { readonly name: string }) {
  return name.split(/(?<=[/\\_])/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
