/** A comment on a text, slide or sheet. */
export interface OfficeComment {
  readonly text: string;
  /** Empty where that is not said. */
  readonly author?: string;
  /** Of a comment on a sheet: `B4`. */
  readonly cell?: string;
}

/** A comment as a paragraph of its own: `Comment on B4 by Ada: why?`. */
export function commentText({ text, author, cell }: OfficeComment): string {
  const place = cell === undefined ? '' : ` on ${cell}`;
  return `Comment${place}${author ? ` by ${author}` : ''}: ${text}`;
}
