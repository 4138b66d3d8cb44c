import type { ListItem } from '../../document/document-builder.ts';

/** What a line of a list begins with. */
export interface ListMarker {
  readonly text: string;
  /** Characters to its end. */
  readonly length: number;
  readonly isBullet: boolean;
}

/** Dots, squares, dashes, what symbol fonts have at their places, and a sign that has no Unicode value. */
const bullet = /^([•‣◦▪▫●○■□◆➢➤✓✔·∙⁃\uf0a7\uf0b7\uf0d8\uf0fc\ufffd]|[-–—*o](?=\s))\s*(?=\S)/u;
const numbered = /^((?:\(?\d{1,2}|\d{3}|\(?[a-z]|\(?[ivx]{1,5})[.)])\s+(?=\S)/;

/** The marker at the start of a line; undefined where the line is none of a list. */
export function listMarker(line: string): ListMarker | undefined {
  const found = bullet.exec(line) ?? numbered.exec(line);
  if (!found?.[1]) return undefined;
  return { text: found[1], length: found[0].length, isBullet: bullet.test(line) };
}

/** A box at the start of a line, which says whether what stands behind it holds: no bullet, it is kept. */
export const checkBox = /^[☐☑☒](?=\s|$)/u;

/** A text as an item of a list: its number, where it begins with one, apart from its words; a bullet gone. */
export function listItem(text: string, depth: number): ListItem {
  const marker = listMarker(text);
  const words = text.slice(marker?.length ?? 0);
  return { text: words, depth, ...(marker && !marker.isBullet && { marker: marker.text }) };
}
