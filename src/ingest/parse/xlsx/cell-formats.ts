import { generalNumber, type NumberFormatter, numberFormatter } from '../ooxml/number-format.ts';
import { childOf, childrenOf, type XmlElement } from '../xml.ts';

/** Codes of the formats that files name by number only (ECMA-376 part 1, 18.8.30). */
const builtInCodes: ReadonlyMap<number, string> = new Map(
  (
    [
      ['0', 1],
      ['0.00', 2],
      ['#,##0', 3],
      ['#,##0.00', 4],
      ['$#,##0;-$#,##0', 5, 6, 42],
      ['$#,##0.00;-$#,##0.00', 7, 8, 44],
      ['0%', 9],
      ['0.00%', 10],
      ['0.00E+00', 11],
      ['d-mmm-yy', 15],
      ['d-mmm', 16],
      ['mmm-yy', 17],
      ['yyyy-mm-dd h:mm', 22],
      ['#,##0;(#,##0)', 37, 38],
      ['#,##0.00;(#,##0.00)', 39, 40],
      ['#,##0;-#,##0', 41],
      ['#,##0.00;-#,##0.00', 43],
      ['mm:ss', 45, 47],
      ['[h]:mm:ss', 46],
      ['0.0E+0', 48],
      // From 27 on those of the East Asian versions: the same everywhere but for the last four, a date in one, a time
      // in another.
      ['yyyy-mm-dd', 14, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58],
      ['h:mm', 18, 20, 32],
      ['h:mm:ss', 19, 21, 33],
      ['[<1]h:mm:ss;yyyy-mm-dd', 34, 35, 55, 56],
    ] as const
  ).flatMap(([code, ...formats]) => formats.map((format) => [format, code] as const)),
);

/** The formatter of a cell's style index (`s` of `c`); numbers without a style come out plain. */
export type CellFormats = (style: string | undefined) => NumberFormatter;

/** Reads the number formats of `xl/styles.xml`. */
export function readCellFormats(styles: XmlElement | undefined, isDate1904: boolean): CellFormats {
  const codes = new Map(
    childrenOf(childOf(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [
      attributes.numFmtId,
      attributes.formatCode ?? '',
    ]),
  );
  const formatters = childrenOf(childOf(styles, 'cellXfs'), 'xf').map(({ attributes }) => {
    const code = codes.get(attributes.numFmtId) ?? builtInCodes.get(Number(attributes.numFmtId));
    return code === undefined ? generalNumber : numberFormatter(code, isDate1904);
  });
  return (style) => (style === undefined ? undefined : formatters[Number(style)]) ?? generalNumber;
}
