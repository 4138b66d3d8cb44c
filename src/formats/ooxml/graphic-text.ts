import type { DocumentBuilder } from '../document/document-builder.ts';
import { pictureText } from '../office/picture-text.ts';
import { childOf, childrenOf, descendantOf, findAll, textOf, type XmlElement } from '../xml/xml.ts';
import { numberFormatter } from './number-format.ts';
import type { OfficePackage } from './office-package.ts';
import { isPropertyOn } from './on-off.ts';

/**
 * Writes what a graphic inside a slide or page says: a chart as its title with those of its axes and a table of its
 * values as shown, a SmartArt diagram as a list. `graphic` is an `a:graphic` or `a:graphicData` in a part of the
 * file; pictures say nothing here.
 */
export function writeGraphic(
  graphic: XmlElement,
  office: OfficePackage,
  part: string,
  builder: DocumentBuilder,
): void {
  const partOf = (element: XmlElement | undefined, attribute: string): XmlElement | undefined =>
    office.sidePart(office.relationships(part).get(element?.attributes[attribute] ?? '')?.target);
  const chart = partOf(findAll(graphic, 'chart')[0], 'r:id');
  if (chart) writeChart(chart, builder);
  const diagram = partOf(findAll(graphic, 'relIds')[0], 'r:dm');
  if (diagram) writeDiagram(diagram, builder);
}

/** Series by category, from the values that the chart keeps of its sheet (ECMA-376 part 1, 21.2). */
function writeChart(root: XmlElement, builder: DocumentBuilder): void {
  const chart = childOf(root, 'chart');
  const plotArea = childOf(chart, 'plotArea');
  const titles = [chart, ...childrenOf(plotArea)].map((part) => runText(childOf(part, 'title')));
  const caption = titles.filter((title) => title !== '').join('; ');
  if (caption) builder.figure(`Chart: ${caption}`);
  const isDate1904 = isPropertyOn(childOf(root, 'date1904'));
  const pointsOf = (source: XmlElement | undefined) => points(source, isDate1904);
  const series = findAll(plotArea, 'ser').map((ser, index) => ({
    name: pointsOf(childOf(ser, 'tx')).get(0) ?? `Series ${index + 1}`,
    categories: pointsOf(childOf(ser, 'cat') ?? childOf(ser, 'xVal')),
    values: pointsOf(childOf(ser, 'val') ?? childOf(ser, 'yVal')),
  }));
  const categories = new Map(series.flatMap((one) => [...one.categories]));
  const places = [...new Set([...categories.keys(), ...series.flatMap((one) => [...one.values.keys()])])];
  if (places.length === 0) return;
  const rows = places
    .toSorted((a, b) => a - b)
    .map((place) => [
      categories.get(place) ?? String(place + 1),
      ...series.map((one) => one.values.get(place) ?? ''),
    ]);
  builder.table([['', ...series.map((one) => one.name)], ...rows], 1);
}

/** Words and numbers by index, a number in the format of its series or its own. */
function points(source: XmlElement | undefined, isDate1904: boolean): ReadonlyMap<number, string> {
  const values = new Map<number, string>();
  const numbers = findAll(source, 'numCache')[0] ?? findAll(source, 'numLit')[0];
  const format = numberFormatter(textOf(childOf(numbers, 'formatCode')), isDate1904);
  for (const point of findAll(source, 'pt')) {
    const text = textOf(childOf(point, 'v'));
    if (text.trim() === '') continue;
    const { idx, formatCode } = point.attributes;
    const own = formatCode ? numberFormatter(formatCode, isDate1904) : format;
    const isNumber = numbers !== undefined && !Number.isNaN(Number(text));
    values.set(Number(idx ?? values.size), isNumber ? own(Number(text)) : text);
  }
  return values;
}

/** The texts of the diagram's nodes in their order; their arrangement is not kept (ECMA-376 part 1, 21.4). */
function writeDiagram(root: XmlElement, builder: DocumentBuilder): void {
  const nodes = childrenOf(descendantOf(root, 'ptLst'), 'pt').filter(({ attributes }) =>
    ['node', 'asst'].includes(attributes.type ?? 'node'),
  );
  builder.list(nodes.map((node) => ({ text: runText(childOf(node, 't')), depth: 0 })));
}

/** The words of a drawing's text, paragraphs divided by a space. */
export function runText(element: XmlElement | undefined): string {
  return findAll(element, 'p')
    .map((paragraph) => findAll(paragraph, 't').map(textOf).join(''))
    .join(' ')
    .trim();
}

/** A drawing's alternative text, where it says something (`docPr`, `cNvPr`). */
export function alternativeText(properties: XmlElement | undefined): string | undefined {
  return pictureText(properties?.attributes.descr || properties?.attributes.title || '');
}
