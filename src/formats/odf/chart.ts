import type { DocumentBuilder } from '../document/document-builder.ts';
import { childOf, childrenOf, type XmlElement } from '../xml/xml.ts';
import type { TextContext } from './paragraph-content.ts';
import { readTable } from './table.ts';
import { textsWithin } from './text-flow.ts';

/** Writes a chart (`chart:chart`) as its title with those of its axes, and a table of the values that it keeps. */
export function writeChart(chart: XmlElement, context: TextContext, builder: DocumentBuilder): void {
  const words = (holder: XmlElement): string => textsWithin(holder, context).join(' ');
  const axes = childrenOf(childOf(chart, 'plot-area'), 'axis');
  const titles = [chart, ...axes].flatMap((part) => childrenOf(part, 'title').map(words));
  const caption = titles.filter((title) => title !== '').join('; ');
  if (caption) builder.figure(`Chart: ${caption}`);
  const values = childOf(chart, 'table');
  const table = values && readTable(values, context, words);
  if (table?.kind === 'data') builder.table(table.rows, Math.max(1, table.headerRows));
}
