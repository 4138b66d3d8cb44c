import { generalNumber, type NumberFormatter, numberFormatter } from '../ooxml/number-format.ts';
import { isPropertyOn } from '../ooxml/on-off.ts';
import { childOf, childrenOf, type XmlElement } from '../xml/xml.ts';

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

/** How the cells of a workbook are shown, by their style index (`s` of `c`). */
export interface CellFormats {
  /** Numbers without a style come out plain. */
  number(style: string | undefined): NumberFormatter;
  /** Whether a line goes through the words. */
  isStruck(style: string | undefined): boolean;
}

/** Reads the formats of `xl/styles.xml`. */
export function readCellFormats(styles: XmlElement | undefined, isDate1904: boolean): CellFormats {
  const codes = new Map(
    childrenOf(childOf(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [
      attributes.numFmtId,
      attributes.formatCode ?? '',
    ]),
  );
  const forms = childrenOf(childOf(styles, 'cellXfs'), 'xf');
  const formatters = forms.map(({ attributes }) => {
    const code = codes.get(attributes.numFmtId) ?? builtInCodes.get(Number(attributes.numFmtId));
    return code === undefined ? generalNumber : numberFormatter(code, isDate1904);
  });
  const fonts = childrenOf(childOf(styles, 'fonts'), 'font').map(isStruck);
  const struck = new Set(
    forms.flatMap(({ attributes }, index) => (fonts[Number(attributes.fontId)] ? [String(index)] : [])),
  );
  return {
    number: (style) => (style === undefined ? undefined : formatters[Number(style)]) ?? generalNumber,
    isStruck: (style) => style !== undefined && struck.has(style),
  };
}

/** Whether a font, or the form of a run (`rPr`), strikes its words out. */
export function isStruck(form: XmlElement | undefined): boolean {
  return isPropertyOn(childOf(form, 'strike'));
}
