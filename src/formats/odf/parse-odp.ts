import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import { type Frame, inReadingOrder } from '../document/reading-order.ts';
import { EmbeddedPictures } from '../ocr/embedded-pictures.ts';
import type { OfficeAside } from '../office/document-writer.ts';
import { finishPackage } from '../office/opened-package.ts';
import {
  cardWrites,
  isCardLabel,
  placedWrites,
  type Slide,
  SlideDeck,
  type SlideParagraph,
  textWrites,
  type Write,
} from '../office/slide-deck.ts';
import { childOf, childrenOf, type XmlElement } from '../xml/xml.ts';
import { openOdf } from './odf-package.ts';
import {
  authorOf,
  type DrawingContent,
  drawingContents,
  drawingNames,
  readTable,
  runningHeads,
  type TextContext,
  TextFlow,
  textsWithin,
  writeChart,
} from './parse-odt.ts';

/** Reads a presentation as `odpParser` says. */
export async function parseOdp(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const odf = openOdf(file, 'presentation');
  const builder = new DocumentBuilder();
  const deck = new SlideDeck(builder);
  const pictures = await EmbeddedPictures.open(file, options, odf.pictures);
  const context: SlideContext = {
    styles: odf.styles,
    object: (link) => odf.object(link),
    control: (id) => odf.control(id),
    pictures,
  };
  let slides = 0;
  const declared: XmlElement[] = [];
  const declare = (element: XmlElement) => void declared.push(element);
  odf.readContent({
    take: {
      'header-decl': declare,
      'footer-decl': declare,
      page(page) {
        throwIfAborted(options.signal);
        slides += 1;
        deck.write(slides, readSlide(page, slides, context));
      },
    },
  });
  return finishPackage(builder, odf, {
    title: deck.title,
    warnings: [...deck.warnings, ...pictures.warnings],
    runningHeads: runningHeads(odf, declared),
  });
}

/** What is the same on every slide, and pictures of the slide itself. */
const leftOut = new Set(['date-time', 'footer', 'header', 'page-number', 'page']);

/** What a slide refers to. */
type SlideContext = TextContext & { readonly pictures: EmbeddedPictures };

/** Reads one slide (`draw:page`) of this 1-based number with its notes and comments. */
function readSlide(page: XmlElement, number: number, context: SlideContext): Slide {
  const drawn = shapesOf(page);
  const title = drawn.find((shape) => classOf(shape) === 'title');
  // An object is given once, to whoever writes it.
  const textsOf = (shape: XmlElement) =>
    wordsOf(drawingContents(shape, { ...context, object: () => undefined }), context);
  const readings = inReadingOrder(
    drawn.filter((shape) => shape !== title),
    frameOf,
    (shape) => isCardLabel(textsOf(shape)),
  );
  const whereOf = (shape: XmlElement) => ({
    slide: number,
    shape: shape.attributes.name ?? classOf(shape) ?? `Shape ${drawn.indexOf(shape) + 1}`,
  });
  const writesOf = (shapes: readonly XmlElement[]) =>
    shapes.flatMap((shape) =>
      placedWrites(
        whereOf(shape),
        drawingContents(shape, context).flatMap((one) => contentWrites(one, context)),
      ),
    );
  const words = title ? wordsOf(drawingContents(title, context), context) : [];
  return {
    title: words.join(' '),
    titleShape: title ? whereOf(title).shape : 'Title',
    isTitleSlide: title !== undefined && drawn.some((shape) => classOf(shape) === 'subtitle'),
    isHidden: isHidden(page, context),
    writes: readings.flatMap(({ shapes, isCard }) => {
      const [label, ...content] = shapes;
      return isCard && label
        ? cardWrites(textsOf(label).join(' '), whereOf(label), writesOf(content))
        : writesOf(shapes);
    }),
    notes: shapesOf(childOf(page, 'notes') ?? page)
      .filter((shape) => classOf(shape) === 'notes')
      .flatMap((shape) => wordsOf(drawingContents(shape, context), context))
      .join('\n'),
    comments: childrenOf(page, 'annotation').flatMap((annotation) => {
      const text = textsWithin(annotation, context).join(' ');
      return text === '' ? [] : [{ text, author: authorOf(annotation) }];
    }),
  };
}

/** Groups are opened up in place, behind what they say of themselves. */
function shapesOf(page: XmlElement): readonly XmlElement[] {
  return childrenOf(page).flatMap((child) => {
    if (child.name === 'g') {
      const shapes = shapesOf(child);
      const children = childrenOf(child).filter(({ name }) => !drawingNames.has(name));
      // A group has no place of its own.
      const { attributes } = shapes[0] ?? child;
      return children.length > 0 ? [{ name: child.name, attributes, children }, ...shapes] : shapes;
    }
    return drawingNames.has(child.name) && !leftOut.has(classOf(child) ?? '') ? [child] : [];
  });
}

/** What a shape is a placeholder for: `title`, `subtitle`, `outline`, `notes`, … */
function classOf({ attributes }: XmlElement): string | undefined {
  return attributes.class;
}

function isHidden({ attributes }: XmlElement, { styles }: TextContext): boolean {
  if (attributes.visibility !== undefined) return attributes.visibility === 'hidden';
  const style = attributes['style-name'];
  const family = 'drawing-page';
  return styles.property(family, style, 'drawing-page-properties', 'visibility') === 'hidden';
}

/** Points in the units that lengths are written in (ODF 1.3 part 3, 18.3.18). */
const points: Readonly<Record<string, number>> = { cm: 28.35, mm: 2.835, in: 72, pt: 1, pc: 12, px: 0.75 };

function length(text: string | undefined): number | undefined {
  const [, number, unit] = /^\s*(-?[\d.]+)([a-z]{2})\s*$/.exec(text ?? '') ?? [];
  const size = unit === undefined ? undefined : points[unit];
  const value = Number(number);
  return size === undefined || Number.isNaN(value) ? undefined : value * size;
}

function frameOf({ attributes }: XmlElement): Frame | undefined {
  // What is turned has its place in the turning.
  const [, movedX, movedY] =
    /translate\s*\(\s*(\S+?)[\s,]+(\S+?)\s*\)/.exec(attributes['transform'] ?? '') ?? [];
  const x = length(attributes['x'] ?? attributes['x1'] ?? movedX);
  const y = length(attributes['y'] ?? attributes['y1'] ?? movedY);
  if (x === undefined || y === undefined) return undefined;
  return { x, y, width: length(attributes['width']) ?? 0, height: length(attributes['height']) ?? 0 };
}

function contentWrites(content: OfficeAside, context: SlideContext): readonly Write[] {
  switch (content.kind) {
    case 'text':
      return boxWrites(content.element, context);
    case 'table': {
      const table = readTable(content.element, context, (cell) => textsWithin(cell, context).join(' '));
      return table.kind === 'data'
        ? [(builder) => builder.table(table.rows, table.headerRows)]
        : table.cells.flatMap((cell) => boxWrites(cell, context));
    }
    case 'picture':
      return context.pictures.read(content.picture, content.text);
    case 'formula':
      return [(builder) => builder.equation(content.text)];
    case 'graphic':
      return [(builder) => writeChart(content.element, context, builder)];
    case 'note':
    case 'comment':
      break;
  }
  return [];
}

/** The paragraphs of a box, then what hangs on them. */
function boxWrites(box: XmlElement, context: SlideContext): readonly Write[] {
  const paragraphs: SlideParagraph[] = [];
  const asides: OfficeAside[] = [];
  const tables: XmlElement[] = [];
  for (const piece of new TextFlow(context).piecesWithin(box)) {
    if (piece.kind === 'table') tables.push(piece.element);
    else {
      asides.push(...piece.content.asides);
      const text = piece.content.text.trim();
      const { depth = 0, marker = '' } = (piece.kind === 'paragraph' && piece.item) || {};
      if (text !== '') paragraphs.push({ text, depth, ...(marker && { marker }) });
    }
  }
  return [
    ...textWrites(paragraphs),
    ...tables.flatMap((element) => contentWrites({ kind: 'table', element }, context)),
    ...asides.flatMap((aside) => contentWrites(aside, context)),
  ];
}

function wordsOf(contents: readonly DrawingContent[], context: TextContext): readonly string[] {
  return contents.flatMap((content) =>
    content.kind === 'text' ? textsWithin(content.element, context) : [],
  );
}
