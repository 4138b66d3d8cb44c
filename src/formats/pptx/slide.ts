import type { Reading } from '../document/reading-order.ts';
import {
  cardWrites,
  isCardLabel,
  placedWrites,
  type Slide,
  textWrites,
  type Write,
} from '../office/slide-deck.ts';
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

/** Reads one slide, of which `root` is the tree and `number` the 1-based place, with its notes and comments. */
export function readSlide(root: XmlElement, part: string, number: number, context: DeckContext): Slide {
  const { office, authors } = context;
  const readings = slideReadings(root, layoutsOf(part, context));
  const title = readings
    .flatMap(({ shapes }) => shapes)
    .find((shape) => titles.has(placeholderOf(shape)?.type ?? ''));
  const whereOf = (shape: XmlElement) => ({ slide: number, shape: nameOf(shape) });
  const writesOf = (shapes: readonly XmlElement[]) =>
    shapes.flatMap((shape) => placedWrites(whereOf(shape), shapeWrites(shape, office, part)));
  return {
    title: title ? wordsOf(title) : '',
    titleShape: title ? nameOf(title) : 'Title',
    isTitleSlide: title !== undefined && placeholderOf(title)?.type === 'ctrTitle',
    isHidden: !isOn(root.attributes.show),
    writes: readings.flatMap(({ shapes, isCard }) => {
      const [label, ...content] = shapes.filter((shape) => shape !== title);
      if (!label) return [];
      return isCard && content.length > 0
        ? cardWrites(wordsOf(label), whereOf(label), writesOf(content))
        : writesOf([label, ...content]);
    }),
    notes: notesOf(office.related(part, 'notesSlide')),
    comments: readComments(office.related(part, 'comments'), authors),
  };
}

function nameOf(shape: XmlElement): string {
  const { name, id } = drawingProperties(shape)?.attributes ?? {};
  return name || `Shape ${id ?? ''}`.trim();
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

/**
 * What a slide shows in the order of reading. Groups are opened up in place, behind what they say of themselves;
 * several that begin with a label each are cards. What is on every slide is left out.
 */
function slideReadings(
  root: XmlElement | undefined,
  layouts: readonly (XmlElement | undefined)[],
): readonly Reading<XmlElement>[] {
  const open = (tree: XmlElement | undefined): readonly Reading<XmlElement>[] => {
    const readings = shapesInOrder(tree, layouts, isLabel);
    const groups = readings.flatMap(({ shapes }) => shapes.filter(({ name }) => name === 'grpSp'));
    if (groups.length === 0) return readings;
    const opened = new Map(groups.map((group) => [group, open(group)]));
    const areCards = groups.length > 1 && groups.every((group) => isCardGroup(opened.get(group) ?? []));
    return readings.flatMap((reading) => {
      if (!reading.shapes.some(({ name }) => name === 'grpSp')) return [reading];
      return reading.shapes.flatMap((shape) => {
        const inner = opened.get(shape);
        if (!inner) return [{ shapes: [shape], isCard: false }];
        if (!areCards) return [{ shapes: [shape], isCard: false }, ...inner];
        return [
          { shapes: [shape], isCard: false },
          { shapes: inner.flatMap(({ shapes }) => shapes), isCard: true },
        ];
      });
    });
  };
  return open(descendantOf(root, 'cSld', 'spTree'))
    .map(({ shapes, isCard }) => ({
      shapes: shapes.filter((shape) => !leftOut.has(placeholderOf(shape)?.type ?? '')),
      isCard,
    }))
    .filter(({ shapes }) => shapes.length > 0);
}

/** Whether what a group holds is a label and what stands under it. */
function isCardGroup(readings: readonly Reading<XmlElement>[]): boolean {
  const [label, ...others] = readings.flatMap(({ shapes }) => shapes);
  return label !== undefined && isLabel(label) && others.some((shape) => wordsOf(shape) !== '');
}

function isLabel(shape: XmlElement): boolean {
  if (shape.name !== 'sp' || titles.has(placeholderOf(shape)?.type ?? '')) return false;
  const paragraphs = readTextBody(childOf(shape, 'txBody'), false);
  return isCardLabel(paragraphs.map(({ text }) => text));
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
  return slideReadings(root, [])
    .flatMap(({ shapes }) => shapes)
    .filter((shape) => placeholderOf(shape)?.type === 'body')
    .flatMap((shape) => readTextBody(childOf(shape, 'txBody'), false))
    .map(({ text }) => text)
    .join('\n');
}
