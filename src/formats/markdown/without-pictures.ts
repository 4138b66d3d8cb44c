/** The bytes of a picture as an address, in a link or as what it is defined to be: `[image1]: <data:image/png;…>`. */
const embeddedPicture =
  /\((data:image\/)[\w.+-]+;base64,[\w+/=]*|(^ {0,3}\[[^\]\n]+\]:[ \t]*<?)data:image\/[\w.+-]+;base64,[\w+/=]*/gm;

/** Markdown without the pictures that are written into it, as Google Docs and notebooks have them; their links stay. */
export function withoutPictures(markdown: string): string {
  if (!markdown.includes(';base64,')) return markdown;
  return markdown.replace(embeddedPicture, (_, inLink?: string, definition?: string) =>
    inLink === undefined ? `${definition}#` : '(#',
  );
}
