import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { DocumentBuilder, type TableRows } from '../document/document-builder.ts';
import { bulletMarker, type Counts, listNumber, smallNumber, step } from '../document/list-number.ts';
import { type Frame, inReadingOrder, type Reading } from '../document/reading-order.ts';
import { shownWords } from '../document/shown-words.ts';
import { EmbeddedPictures } from '../ocr/embedded-pictures.ts';
import { type OfficeComment, ParagraphContent } from '../office/document-writer.ts';
import {
  alternativeText,
  chosenContent,
  isOn,
  isSetOn,
  type OfficePackage,
  openOffice,
  pictureOf,
  targetOf,
  writeGraphic,
} from '../office/ooxml-package.ts';
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
import { gridOf, type TableCell, tableRows } from '../table/table-rows.ts';
import { mathText } from '../xml/math-text.ts';
import { childOf, childrenOf, descendantOf, findAll, textOf, type XmlElement } from '../xml/xml.ts';

/** Reads a presentation as `pptxParser` says. */
export async function parsePptx(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const office = openOffice(file, 'ppt');
  const relationships = office.relationships(office.mainPart);
  const builder = new DocumentBuilder();
  const deck = new SlideDeck(builder);
  const pictures = await EmbeddedPictures.open(file, options, office.pictures);
  const footers: string[] = [];
  const context: DeckContext = {
    office,
    pictures,
    footers,
    layouts: new Map(),
    authors: commentAuthors(office),
  };
  const seen = new Set<string>();
  const slides = childrenOf(descendantOf(office.xml(office.mainPart), 'sldIdLst'), 'sldId');
  for (const [index, { attributes }] of slides.entries()) {
    throwIfAborted(options.signal);
    const part = relationships.get(attributes['r:id'] ?? '')?.target;
    const root = part === undefined || seen.has(part) ? undefined : office.sidePart(part);
    if (part !== undefined && root) seen.add(part);
    deck.write(index + 1, part !== undefined && root ? readSlide(root, part, index + 1, context) : undefined);
  }
  return finishPackage(builder, office, {
    title: deck.title,
    warnings: [...deck.warnings, ...pictures.warnings],
    runningHeads: footers.map((value) => ({ name: 'Footer', value })),
  });
}

/** Dates, footers and numbers are the same on every slide. */
const leftOut = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);

const titles = new Set(['title', 'ctrTitle']);

/** Placeholders whose text has bullets unless it says otherwise. */
const bulleted = new Set(['obj', 'body']);

/** What a slide of a deck refers to. */
interface DeckContext {
  readonly office: OfficePackage;
  readonly pictures: EmbeddedPictures;
  /** The words at the foot of the slides so far, which most often are the same. */
  readonly footers: string[];
  /** Layouts and masters that were read, by their parts: every slide asks for its own. */
  readonly layouts: Map<string | undefined, XmlElement | undefined>;
  readonly authors: CommentAuthors;
}

/** Reads one slide, of which `root` is the tree and `number` the 1-based place, with its notes and comments. */
function readSlide(root: XmlElement, part: string, number: number, context: DeckContext): Slide {
  const { office, authors } = context;
  for (const shape of shapesOf(descendantOf(root, 'cSld', 'spTree')))
    if (placeholderOf(shape)?.type === 'ftr') context.footers.push(wordsOf(shape));
  const readings = slideReadings(root, layoutsOf(part, context));
  const title = readings
    .flatMap(({ shapes }) => shapes)
    .find((shape) => titles.has(placeholderOf(shape)?.type ?? ''));
  const whereOf = (shape: XmlElement) => ({ slide: number, shape: nameOf(shape) });
  const writesOf = (shapes: readonly XmlElement[]) =>
    shapes.flatMap((shape) => placedWrites(whereOf(shape), shapeWrites(shape, part, context)));
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
function shapeWrites(
  shape: XmlElement,
  part: string,
  { office, pictures }: Pick<DeckContext, 'office' | 'pictures'>,
): readonly Write[] {
  const caption = alternativeText(drawingProperties(shape));
  const said = contentWrites(shape, office, part);
  const picture = shape.name === 'pic' ? pictureOf(shape, office, part) : undefined;
  return [...pictures.read(picture, caption), ...said];
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

/** What a shape is a placeholder for. */
interface Placeholder {
  /** `title`, `ctrTitle`, `body`, `obj`, `ftr`, … */
  readonly type: string;
  readonly index: string;
}

/** The placeholder that a shape fills, where it does. */
function placeholderOf(shape: XmlElement): Placeholder | undefined {
  const element = descendantOf(nonVisual(shape), 'nvPr', 'ph');
  return element && { type: element.attributes.type ?? 'obj', index: element.attributes.idx ?? '0' };
}

/** A shape's name, alternative text and the like. */
function drawingProperties(shape: XmlElement): XmlElement | undefined {
  return childOf(nonVisual(shape), 'cNvPr');
}

/**
 * The shapes of a tree or group in the order of reading, their places in English metric units. Shapes that take their
 * place from the layout are looked up in `layouts`, nearest first.
 */
function shapesInOrder(
  tree: XmlElement | undefined,
  layouts: readonly (XmlElement | undefined)[],
  isLabel: (shape: XmlElement) => boolean,
): readonly Reading<XmlElement>[] {
  return inReadingOrder(
    shapesOf(tree),
    (shape) => ownFrame(shape) ?? inheritedFrame(shape, layouts),
    isLabel,
  );
}

const shapeNames = new Set(['sp', 'grpSp', 'graphicFrame', 'pic']);

function shapesOf(tree: XmlElement | undefined): readonly XmlElement[] {
  return childrenOf(tree).flatMap((child) => {
    if (child.name === 'AlternateContent') return shapesOf(chosenContent(child));
    return shapeNames.has(child.name) ? [child] : [];
  });
}

function nonVisual(shape: XmlElement): XmlElement | undefined {
  return childrenOf(shape).find(({ name }) => /^nv\w*Pr$/.test(name));
}

function ownFrame(shape: XmlElement): Frame | undefined {
  const properties = childOf(shape, 'spPr') ?? childOf(shape, 'grpSpPr') ?? shape;
  const transform = childOf(properties, 'xfrm');
  const offset = childOf(transform, 'off')?.attributes;
  const extent = childOf(transform, 'ext')?.attributes;
  const [x, y] = [Number(offset?.x), Number(offset?.y)];
  const [width, height] = [Number(extent?.cx ?? 0), Number(extent?.cy ?? 0)];
  return [x, y, width, height].every(Number.isFinite) ? { x, y, width, height } : undefined;
}

function inheritedFrame(shape: XmlElement, layouts: readonly (XmlElement | undefined)[]): Frame | undefined {
  const wanted = placeholderOf(shape);
  if (!wanted) return undefined;
  for (const layout of layouts) {
    const candidates = shapesOf(descendantOf(layout, 'cSld', 'spTree'));
    const match =
      candidates.find((candidate) => {
        const found = placeholderOf(candidate);
        return found?.index === wanted.index && wanted.index !== '0';
      }) ?? candidates.find((candidate) => placeholderOf(candidate)?.type === wanted.type);
    const frame = match && ownFrame(match);
    if (frame) return frame;
  }
  return undefined;
}

/** The words of the text body that an element holds (`txBody`), in one line but for breaks. */
function wordsOf(holder: XmlElement): string {
  return readTextBody(childOf(holder, 'txBody'), false)
    .map(({ text }) => text)
    .join(' ');
}

/**
 * The paragraphs of a text body (`p:txBody`, `a:txBody`) that say something. Those without a word on bullets have
 * one where `hasBullets` says that the shape's placeholder gives it, or where they are indented.
 */
function readTextBody(body: XmlElement | undefined, hasBullets: boolean): readonly SlideParagraph[] {
  const counts: Counts = [];
  const paragraphs: SlideParagraph[] = [];
  for (const paragraph of childrenOf(body, 'p')) {
    const text = paragraphText(paragraph).trim();
    if (text === '') continue;
    const properties = childOf(paragraph, 'pPr');
    const depth = Math.min(8, smallNumber(properties?.attributes.lvl, 0));
    const number = childOf(properties, 'buAutoNum');
    if (number) step(counts, depth, Math.max(1, smallNumber(number.attributes.startAt, 1)));
    else counts.length = Math.min(counts.length, depth);
    const isItem = isBulleted(properties) ?? (hasBullets || depth > 0);
    const [sign, font] = [childOf(properties, 'buChar'), childOf(properties, 'buFont')];
    const marker = number
      ? autoNumber(counts[depth] ?? 1, number.attributes.type ?? '')
      : bulletMarker(sign?.attributes.char, font?.attributes.typeface);
    paragraphs.push({ text, depth, ...(isItem && { marker }) });
  }
  return paragraphs;
}

function isBulleted(properties: XmlElement | undefined): boolean | undefined {
  if (childOf(properties, 'buNone')) return false;
  const isMarked = ['buChar', 'buAutoNum', 'buBlip'].some((name) => childOf(properties, name));
  return isMarked ? true : undefined;
}

/** A paragraph's words: line breaks kept, equations as a line, slide numbers left out. */
function paragraphText(paragraph: XmlElement): string {
  const content = new ParagraphContent();
  const walk = (holder: XmlElement | undefined): void => {
    for (const child of childrenOf(holder)) {
      const { name } = child;
      if (name === 'r' || (name === 'fld' && child.attributes.type !== 'slidenum'))
        content.words(runWords(child));
      else if (name === 'br') content.put('\n');
      else if (name === 'm') content.equation(mathText(child));
      else if (name === 'AlternateContent') walk(chosenContent(child));
    }
  };
  walk(paragraph);
  return content.paragraph.text;
}

function runWords(run: XmlElement): string {
  const words = childrenOf(run, 't').map(textOf).join('');
  const properties = childOf(run, 'rPr');
  const isRaised = Number(properties?.attributes.baseline) > 0;
  // The arrow that `-->` is corrected to is the à of Wingdings, alone in its run.
  const font = words.trim().length === 1 ? childOf(properties, 'sym')?.attributes.typeface : undefined;
  const isStruck = /^(?:sng|dbl)Strike$/.test(properties?.attributes.strike ?? '');
  return shownWords(words, { isRaised, isStruck, font });
}

const numberFormats: readonly (readonly [prefix: string, format: string])[] = [
  ['alphaLc', 'lowerLetter'],
  ['alphaUc', 'upperLetter'],
  ['romanLc', 'lowerRoman'],
  ['romanUc', 'upperRoman'],
];

/** `arabicPeriod` is `1.`, `alphaLcParenBoth` is `(a)` (ECMA-376 part 1, 20.1.10.61). */
function autoNumber(value: number, type: string): string {
  const format = numberFormats.find(([prefix]) => type.startsWith(prefix))?.[1] ?? 'decimal';
  const number = listNumber(value, format);
  if (type.endsWith('ParenBoth')) return `(${number})`;
  if (type.endsWith('ParenR')) return `${number})`;
  return type.endsWith('Plain') ? number : `${number}.`;
}

/** Reads a table of a slide (`a:tbl`). The first row is the header where the table marks it so. */
function readSlideTable(table: XmlElement): TableRows {
  const rows = childrenOf(table, 'tr').map((row) => childrenOf(row, 'tc').map(readCell));
  return tableRows(gridOf(rows), isSetOn(childOf(table, 'tblPr')?.attributes.firstRow) ? 1 : 0);
}

function readCell(cell: XmlElement): TableCell {
  const { hMerge, vMerge, gridSpan, rowSpan } = cell.attributes;
  if (isSetOn(hMerge) || isSetOn(vMerge)) return { text: '', isCovered: true };
  const paragraphs = readTextBody(childOf(cell, 'txBody'), false);
  return {
    text: paragraphs.map(({ text }) => text).join(' '),
    columns: smallNumber(gridSpan, 1),
    rows: smallNumber(rowSpan, 1),
  };
}

/** Names of those who comment, by the id that comments give. */
type CommentAuthors = ReadonlyMap<string, string>;

/** Who comments on a presentation: versions before 2021 list them in `commentAuthors`, those since in `authors`. */
function commentAuthors(office: OfficePackage): CommentAuthors {
  const lists = ['commentAuthors', 'authors'].map((type) => office.related(office.mainPart, type));
  return new Map(
    lists
      .flatMap((list) => childrenOf(list))
      .map(({ attributes: { id = '', name = '' } }) => [id, name.trim()] as const),
  );
}

/** Comments as written by versions before 2021 (`p:text`) and since (`txBody`, with the replies in each). */
function readComments(root: XmlElement | undefined, authors: CommentAuthors): readonly OfficeComment[] {
  return findAll(root, 'cm')
    .flatMap((comment) => [comment, ...findAll(comment, 'reply')])
    .map((comment) => ({
      text: textOf(childOf(comment, 'text')) || wordsOf(comment),
      author: authors.get(comment.attributes.authorId ?? '') ?? '',
    }))
    .filter(({ text }) => text.trim() !== '');
}
