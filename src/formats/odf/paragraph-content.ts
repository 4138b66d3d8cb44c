import { smallNumber } from '../document/list-number.ts';
import { shownWords } from '../document/shown-words.ts';
import { type OfficeParagraph, ParagraphContent } from '../office/office-paragraph.ts';
import { mathMlText } from '../xml/math-text.ts';
import { childOf, textOf, type XmlElement } from '../xml/xml.ts';
import { drawingContents, drawingNames } from './drawings.ts';
import type { OdfPackage } from './odf-package.ts';
import type { TextForm } from './odf-styles.ts';

/** What the paragraphs of a document refer to. */
export type TextContext = Pick<OdfPackage, 'styles' | 'object'>;

/** Spaces that one element stands for; more are not meant. */
const maxSpaces = 1000;

/** Nothing that is read: numbers are counted, readings stand over the words, the rest is marks and scripts. */
const skipped = new Set(
  (
    'number ruby-text annotation-end note-citation script event-listeners bookmark bookmark-start ' +
    'bookmark-end tracked-changes'
  ).split(' '),
);

/** White space in the file counts once (ODF 1.3 part 3, 6.1.2). */
class SpacedContent extends ParagraphContent {
  #endsInSpace = true;

  override words(raw: string): void {
    const spaced = raw.replace(/[ \t\r\n]+/g, ' ');
    const text = this.#endsInSpace && spaced.startsWith(' ') ? spaced.slice(1) : spaced;
    if (text === '') return;
    super.words(text);
    this.#endsInSpace = text.endsWith(' ');
  }

  override put(character: string): void {
    super.put(character);
    this.#endsInSpace = false;
  }
}

/**
 * Reads a paragraph or heading (`text:p`, `text:h`), or what holds words like one. Hidden text is left out; references
 * to notes become their mark in square brackets, formulas a line.
 */
export function readParagraph(paragraph: XmlElement, context: TextContext): OfficeParagraph {
  const plain = plainWords(paragraph);
  if (plain !== undefined) return { text: plain, isEquation: false, asides: [] };
  const content = new SpacedContent();
  let isHidden = false;
  const walk = (element: XmlElement, form: TextForm): void => {
    for (const child of element.children) {
      if (typeof child === 'string') content.words(shownWords(child, form));
      else visit(child, form);
    }
  };
  const visit = (element: XmlElement, form: TextForm): void => {
    const { name, attributes } = element;
    if (skipped.has(name)) return;
    // A link in a line holds words.
    if (name !== 'a' && drawingNames.has(name)) {
      for (const drawn of drawingContents(element, context)) {
        if (drawn.kind === 'formula') content.equation(drawn.text);
        else content.hang(drawn);
      }
      return;
    }
    switch (name) {
      case 's':
        content.put(' '.repeat(Math.min(maxSpaces, Math.max(1, smallNumber(attributes['c'], 1)))));
        break;
      case 'tab':
        content.put('\t');
        break;
      case 'line-break':
        content.put('\n');
        break;
      case 'span': {
        const inner = { ...form, ...context.styles.form('text', attributes['style-name']) };
        if (!inner.isHidden) walk(element, inner);
        break;
      }
      case 'note':
        content.note(noteMarker(element), childOf(element, 'note-body'));
        break;
      case 'annotation':
        content.hang({ kind: 'comment', author: authorOf(element), element });
        break;
      case 'math':
        content.equation(mathMlText(element));
        break;
      case 'hidden-text':
        if (attributes['is-hidden'] !== 'true') walk(element, form);
        break;
      case 'hidden-paragraph':
        isHidden ||= attributes['is-hidden'] === 'true';
        break;
      default:
        walk(element, form);
    }
  };
  walk(paragraph, context.styles.paragraph(paragraph.attributes['style-name']).text);
  if (isHidden) return { text: '', isEquation: false, asides: [] };
  return content.paragraph;
}

/** The words of a paragraph without styles and elements, as most cells of a sheet have one; undefined of any other. */
function plainWords({ children, attributes }: XmlElement): string | undefined {
  const [words = '', ...others] = children;
  if (typeof words !== 'string' || others.length > 0 || attributes['style-name'] !== undefined)
    return undefined;
  return words.replace(/[ \t\r\n]+/g, ' ').trim();
}

/** Whether all words of a paragraph are set in bold. */
export function isBold(paragraph: XmlElement, { styles }: TextContext): boolean {
  let words = 0;
  let bold = 0;
  const walk = (element: XmlElement, isOuterBold: boolean): void => {
    for (const child of element.children) {
      if (typeof child !== 'string') {
        const own =
          child.name === 'span' ? styles.form('text', child.attributes['style-name']).isBold : undefined;
        walk(child, own ?? isOuterBold);
      } else if (/\S/.test(child)) {
        words += 1;
        if (isOuterBold) bold += 1;
      }
    }
  };
  walk(paragraph, styles.paragraph(paragraph.attributes['style-name']).text.isBold ?? false);
  return words > 0 && words === bold;
}

/** Who wrote a comment; empty where that is not said. */
export function authorOf(annotation: XmlElement): string {
  return textOf(childOf(annotation, 'creator')).trim();
}

function noteMarker(note: XmlElement): string {
  const citation = childOf(note, 'note-citation');
  return (citation?.attributes['label'] ?? textOf(citation)).trim() || '*';
}
