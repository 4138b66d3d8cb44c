import { Readability } from '@mozilla/readability';
import type { HtmlDocument, HtmlElement, HtmlNode } from './html-node.ts';
import { type HtmlPiece, htmlPieces, isMarkedContent, pieceLength } from './html-pieces.ts';
import { protectContent } from './protect-content.ts';
import { restoreContent } from './restore-content.ts';
import { walkHtml } from './walk-html.ts';

/**
 * Readability takes time with the square of each element's depth, and with the square of a row of elements. Some ten
 * times what a long encyclopedia article needs; pages beyond it are listings or hostile.
 */
const maxEffort = 40_000_000;
const effortPerElement = 2000;

/** Blocks below this many characters are buttons, teasers and captions as often as prose. */
const minProseLength = 80;

/** A page with less prose is no article: what it says stands in short lines, lists and tables beside it. */
const minArticleProse = 500;

/** Of the page's prose, what an article must hold to be taken for the page's content. */
const minShare = 0.6;

/** More landmarks than these are teasers of a listing. */
const maxLandmarks = 20;

/**
 * The content of a web page: the innermost element that the page itself marks as its main part or as an article and
 * that holds 60 % of the text or of the prose of the body (characters in paragraphs, quotations, code and tables of 80
 * and more), with all that is in it; else the article that Readability finds, where it holds as much of the prose and
 * the page has 500 characters of it; else the body without its navigation and notices. Headings keep the levels and
 * anchors that they have in the body.
 */
export function htmlContent(document: HtmlDocument): readonly HtmlPiece[] {
  const leftOut: HtmlElement[] = [];
  const body = htmlPieces(document, { isWebPage: true, onLeftOut: (element) => leftOut.push(element) });
  const prose = proseLength(body);
  const marked = landmarkPieces(document, prose, textLength(body));
  if (marked) return withTitle(marked, body);
  if (prose < minArticleProse) return body;
  // Readability renames what it keeps, so that what surrounds the content would no longer be known.
  for (const element of leftOut) element.remove();
  protectContent(document);
  const article = articlePieces(document);
  if (!article || proseLength(article) < minShare * prose) return body;
  return withTitle(restoreContent(article, body), body);
}

/** `prose` and `text`: how much the body has of both. */
function landmarkPieces(
  document: HtmlDocument,
  prose: number,
  text: number,
): readonly HtmlPiece[] | undefined {
  const landmarks = [...document.querySelectorAll('main, article, [role]')].filter(isMarkedContent);
  if (landmarks.length > maxLandmarks) return undefined;
  // Of nested ones the innermost comes last.
  for (const landmark of landmarks.toReversed()) {
    const pieces = htmlPieces(landmark, { isWebPage: true, isContent: true });
    const holdsProse = prose > 0 && proseLength(pieces) >= minShare * prose;
    if (holdsProse || textLength(pieces) > minShare * text) return pieces;
  }
  return undefined;
}

function articlePieces(document: HtmlDocument): readonly HtmlPiece[] | undefined {
  if (effort(document) > maxEffort) return undefined;
  const article = readArticle(document);
  return article ? htmlPieces(article, { isWebPage: true }) : undefined;
}

function readArticle(document: HtmlDocument): HtmlNode | undefined {
  try {
    // The serialiser would write the article out only for it to be parsed again.
    const options = { keepClasses: true, serializer: (node: HtmlNode) => node };
    return new Readability<HtmlNode>(document, options).parse()?.content ?? undefined;
  } catch {
    // It throws on trees that it does not expect; the body is still there.
    return undefined;
  }
}

function effort(document: HtmlDocument): number {
  let depth = 0;
  let sum = 0;
  walkHtml(document, {
    text: () => {},
    enter: () => {
      depth += 1;
      sum += depth * depth + effortPerElement;
      return true;
    },
    leave: () => {
      depth -= 1;
    },
  });
  return sum;
}

function proseLength(pieces: readonly HtmlPiece[]): number {
  return pieces.reduce((sum, piece) => {
    const length = piece.kind === 'heading' || piece.kind === 'list' ? 0 : pieceLength(piece);
    return sum + (length >= minProseLength ? length : 0);
  }, 0);
}

function textLength(pieces: readonly HtmlPiece[]): number {
  return pieces.reduce((sum, piece) => sum + pieceLength(piece), 0);
}

/** The page's title may stand outside of what it is about, and Readability takes it out. */
function withTitle(content: readonly HtmlPiece[], body: readonly HtmlPiece[]): readonly HtmlPiece[] {
  const title = body.find((piece) => piece.kind === 'heading' && piece.level === 1);
  if (title?.kind !== 'heading') return content;
  const isThere = content.some((piece) => piece.kind === 'heading' && piece.text === title.text);
  return isThere ? content : [title, ...content];
}
