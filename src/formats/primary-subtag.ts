/** `de` of `de-AT`; undefined where it is no language tag (BCP 47). */
export function primarySubtag(tag: string | null | undefined): string | undefined {
  return /^\s*([a-z]{2,3})(?=$|[-_\s])/i.exec(tag ?? '')?.[1]?.toLowerCase();
}
