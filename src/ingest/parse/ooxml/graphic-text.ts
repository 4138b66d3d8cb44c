import type { DocumentBuilder } from '../document-builder.ts';
import { childOf, childrenOf, descendantOf, findAll, textOf, type XmlElement } from '../xml.ts';
import type { OfficePackage, Relationship } from './office-package.ts';

/**
 * Writes what a graphic inside a slide or page says: a chart as its title and a table of its values, a SmartArt
 * diagram as a list. `graphic` is an `a:graphic` or `a:graphicData`; pictures say nothing here.
 */
export function writeGraphic(
  graphic: XmlElement,
  office: OfficePackage,
  relationships: ReadonlyMap<string, Relationship>,
  builder: DocumentBuilder,
): void {
  const partOf = (element: XmlElement | undefined, attribute: string): XmlElement | undefined =>
    office.sidePart(relationships.get(element?.attributes[attribute] ?? '')?.target);
  const chart = partOf(findAll(graphic, 'chart')[0], 'r:id');
  if (chart) writeChart(chart, builder);
  const diagram = partOf(findAll(graphic, 'relIds')[0], 'r:dm');
  if (diagram) writeDiagram(diagram, builder);
}

/** Series by category, from the values that the chart keeps of its sheet (ECMA-376 part 1, 21.2). */
function writeChart(root: XmlElement, builder: DocumentBuilder): void {
  const chart = childOf(root, 'chart');
  const title = runText(childOf(chart, 'title'));
  if (title) builder.figure(`Chart: ${title}`);
  const series = findAll(childOf(chart, 'plotArea'), 'ser').map((ser, index) => ({
    name: points(childOf(ser, 'tx')).get(0) ?? `Series ${index + 1}`,
    categories: points(childOf(ser, 'cat') ?? childOf(ser, 'xVal')),
    values: points(childOf(ser, 'val') ?? childOf(ser, 'yVal')),
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

function points(source: XmlElement | undefined): ReadonlyMap<number, string> {
  const values = new Map<number, string>();
  for (const point of findAll(source, 'pt')) {
    const value = childOf(point, 'v');
    if (value) values.set(Number(point.attributes.idx ?? values.size), textOf(value));
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
    .map((paragraph) =>
      findAll(paragraph, 't')
        .map((text) => textOf(text))
        .join(''),
    )
    .join(' ')
    .trim();
}

/** An alternative text that says something; undefined for file names and what programs put there. */
export function pictureText(properties: XmlElement | undefined): string | undefined {
  const text = (properties?.attributes.descr || properties?.attributes.title || '')
    .replace(/\s+/g, ' ')
    .trim();
  const isMeant =
    /\p{L}/u.test(text) && !/^\S+\.\w{3,4}$|^(?:picture|image|graphic|shape)\s*\d*$/i.test(text);
  return isMeant ? text : undefined;
}
