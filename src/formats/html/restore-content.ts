import { type HtmlPiece, pieceLength } from './html-pieces.ts';

/** Shorter words without the end of a sentence are buttons, labels and captions as often as content. */
const minLabelLength = 80;

const sentenceEnd = /[.!?:;。！？：]["'”’»)\]]*$/;

/**
 * An article with what Readability took out of it: it leaves out headings, short paragraphs, code, lists and tables
 * between those that it keeps, and whole sections before them. Pieces of the body between those that the article has
 * come back unless they are mostly links or are mere labels; before its first, those from a heading on below all links.
 * Pieces that are in both are taken from the body, where headings have their own levels and anchors. What stands behind
 * the article's last piece stays out.
 */
export function restoreContent(
  article: readonly HtmlPiece[],
  body: readonly HtmlPiece[],
): readonly HtmlPiece[] {
  const places = placesIn(body, article);
  const restored: HtmlPiece[] = [];
  let next = 0;
  let changed: string[] = [];
  for (const [index, piece] of article.entries()) {
    const place = places[index];
    if (place === undefined) {
      changed.push(wordsOf(piece));
      restored.push(piece);
      continue;
    }
    const gap = body.slice(next, place);
    const lost = gap.filter((one) => !isAmong(changed, one));
    restored.push(...(next === 0 ? leading(lost) : wanted(lost)), body[place] as HtmlPiece);
    next = place + 1;
    changed = [];
  }
  return withoutEmptied(restored, body);
}

/** Without headings of which all that stands below them stayed out, as those over links to other pages. */
function withoutEmptied(restored: readonly HtmlPiece[], body: readonly HtmlPiece[]): readonly HtmlPiece[] {
  const below = new Map(body.map((piece, place) => [piece, body[place + 1]]));
  const kept = new Set<HtmlPiece>();
  let next: HtmlPiece | undefined;
  for (const piece of restored.toReversed()) {
    const isOverNothing =
      piece.kind === 'heading' && (!next || (next.kind === 'heading' && next.level <= piece.level));
    const lost = isOverNothing ? below.get(piece) : undefined;
    if (lost && !kept.has(lost)) continue;
    kept.add(piece);
    next = piece;
  }
  return [...kept].toReversed();
}

/** For each piece of the article its place in the body, if it is there as it stands. Places rise. */
function placesIn(
  body: readonly HtmlPiece[],
  article: readonly HtmlPiece[],
): readonly (number | undefined)[] {
  const byWords = Map.groupBy(body.keys(), (place) => wordsOf(body[place] as HtmlPiece));
  let after = -1;
  return article.map((piece) => {
    const waiting = byWords.get(wordsOf(piece)) ?? [];
    while (waiting[0] !== undefined && waiting[0] <= after) waiting.shift();
    const place = waiting.shift();
    if (place !== undefined) after = place;
    return place;
  });
}

function wordsOf(piece: HtmlPiece): string {
  if (piece.kind === 'list') return piece.items.map(({ text }) => text).join('\n');
  return piece.kind === 'table' ? piece.rows.map((row) => row.join('\t')).join('\n') : piece.text.trim();
}

/** Whether the article has the piece in another form. */
function isAmong(changed: readonly string[], piece: HtmlPiece): boolean {
  if (changed.length === 0) return false;
  const words = wordsOf(piece);
  return changed.some((other) => words.includes(other) || other.includes(words));
}

/** Of what stands before an article's first piece, all below the last links from a heading on, labels too. */
function leading(pieces: readonly HtmlPiece[]): readonly HtmlPiece[] {
  const run = pieces.slice(pieces.findLastIndex(isMostlyLinks) + 1);
  const first = run.findIndex(({ kind }) => kind === 'heading');
  return first === -1 ? [] : run.slice(first);
}

/** Content, and the headings that still have something below them. */
function wanted(pieces: readonly HtmlPiece[]): readonly HtmlPiece[] {
  return pieces.filter((piece, index) => {
    const isEmptySection = piece.kind === 'heading' && pieces[index + 1] && !isContent(pieces[index + 1]);
    return isContent(piece) && !isEmptySection;
  });
}

function isContent(piece: HtmlPiece | undefined): boolean {
  if (piece === undefined || piece.kind === 'figure') return false;
  if (piece.kind === 'heading' || piece.kind === 'code') return true;
  if (isMostlyLinks(piece)) return false;
  const isText = piece.kind === 'paragraph' || piece.kind === 'quote';
  return !isText || piece.text.length >= minLabelLength || sentenceEnd.test(piece.text);
}

function isMostlyLinks(piece: HtmlPiece): boolean {
  const linked = 'linked' in piece ? (piece.linked ?? 0) : 0;
  return 2 * linked > pieceLength(piece);
}
