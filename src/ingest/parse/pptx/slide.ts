import { type Slide, textWrites, type Write } from '../office/slide-deck.ts';
import { alternativeText, writeGraphic } from '../ooxml/graphic-text.ts';
import { type OfficePackage, targetOf } from '../ooxml/office-package.ts';
import { isOn } from '../ooxml/on-off.ts';
import { childOf, descendantOf, findAll, type XmlElement } from '../xml/xml.ts';
import { type CommentAuthors, readComments } from './comments.ts';
import { drawingProperties, placeholderOf, shapesInOrder } from './shapes.ts';
import { readSlideTable } from './table.ts';
import { readTextBody, wordsOf } from './text-body.ts';

/** Dates, footers and numbers are the same on every slide. */
const leftOut = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);

const titles = new Set(['title', 'ctrTitle']);

/** Placeholders whose text has bullets unless it says otherwise. */
const bulleted = new Set(['obj', 'body']);

/** What a slide of a deck refers to. */
export interface DeckContext {
  readonly office: OfficePackage;
  /** Layouts and masters that were read, by their parts: every slide asks for its own. */
  readonly layouts: Map<string | undefined, XmlElement | undefined>;
  readonly authors: CommentAuthors;
}

/** Reads one slide, of which `root` is the tree, with its notes and comments. */
export function readSlide(root: XmlElement, part: string, context: DeckContext): Slide {
  const { office, authors } = context;
  const shapes = slideShapes(root, layoutsOf(part, context));
  const title = shapes.find((shape) => titles.has(placeholderOf(shape)?.type ?? ''));
  const rest = shapes.filter((shape) => shape !== title);
  return {
    title: title ? wordsOf(title) : '',
    isTitleSlide: title !== undefined && placeholderOf(title)?.type === 'ctrTitle',
    isHidden: !isOn(root.attributes.show),
    writes: rest.flatMap((shape) => shapeWrites(shape, office, part)),
    notes: notesOf(office.related(part, 'notesSlide')),
    comments: readComments(office.related(part, 'comments'), authors),
  };
}

/** The slide's layout, then that layout's master. */
function layoutsOf(slide: string, { office, layouts }: DeckContext): readonly (XmlElement | undefined)[] {
  const layout = targetOf(office.relationships(slide), 'slideLayout');
  const master = layout && targetOf(office.relationships(layout), 'slideMaster');
  return [layout, master].map((part) => {
    if (!layouts.has(part)) layouts.set(part, office.sidePart(part));
    return layouts.get(part);
  });
}

/** Groups are opened up in place, behind what they say of themselves; what is on every slide is left out. */
function slideShapes(
  root: XmlElement | undefined,
  layouts: readonly (XmlElement | undefined)[],
): readonly XmlElement[] {
  const open = (tree: XmlElement | undefined): readonly XmlElement[] =>
    shapesInOrder(tree, layouts).flatMap((shape) =>
      shape.name === 'grpSp' ? [shape, ...open(shape)] : [shape],
    );
  return open(descendantOf(root, 'cSld', 'spTree')).filter(
    (shape) => !leftOut.has(placeholderOf(shape)?.type ?? ''),
  );
}

/** What a shape shows by its description, then what it says. */
function shapeWrites(shape: XmlElement, office: OfficePackage, part: string): readonly Write[] {
  const caption = alternativeText(drawingProperties(shape));
  const said = contentWrites(shape, office, part);
  return caption ? [(builder) => builder.figure(caption), ...said] : said;
}

function contentWrites(shape: XmlElement, office: OfficePackage, part: string): readonly Write[] {
  if (shape.name === 'graphicFrame') {
    const table = findAll(shape, 'tbl')[0];
    if (!table) return [(builder) => writeGraphic(shape, office, part, builder)];
    const { rows, headerRows } = readSlideTable(table);
    return [(builder) => builder.table(rows, headerRows)];
  }
  const hasBullets = bulleted.has(placeholderOf(shape)?.type ?? '');
  return textWrites(readTextBody(childOf(shape, 'txBody'), hasBullets));
}

function notesOf(root: XmlElement | undefined): string {
  return slideShapes(root, [])
    .filter((shape) => placeholderOf(shape)?.type === 'body')
    .flatMap((shape) => readTextBody(childOf(shape, 'txBody'), false))
    .map(({ text }) => text)
    .join('\n');
}
