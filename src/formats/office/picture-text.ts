/** An alternative text that says something; undefined for file names and what programs put there. */
export function pictureText(alternative: string): string | undefined {
  const text = alternative.replace(/\s+/g, ' ').trim();
  const isMeant =
    /\p{L}/u.test(text) && !/^\S+\.\w{3,4}$|^(?:picture|image|graphic|shape)\s*\d*$/i.test(text);
  return isMeant ? text : undefined;
}
