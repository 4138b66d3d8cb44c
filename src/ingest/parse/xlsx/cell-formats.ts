import { generalNumber, type NumberFormatter, numberFormatter } from '../ooxml/number-format.ts';
import { childOf, childrenOf, type XmlElement } from '../xml.ts';

/** Codes of the formats that files name by number only (ECMA-376 part 1, 18.8.30). */
const builtInCodes: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0;-$#,##0',
  6: '$#,##0;-$#,##0',
  7: '$#,##0.00;-$#,##0.00',
  8: '$#,##0.00;-$#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  41: '#,##0;-#,##0',
  42: '$#,##0;-$#,##0',
  43: '#,##0.00;-#,##0.00',
  44: '$#,##0.00;-$#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
  48: '0.0E+0',
  // Of the East Asian versions: these are the same everywhere but for the last four, a date in one, a time in another.
  32: 'h:mm',
  33: 'h:mm:ss',
  ...codeOf('yyyy-mm-dd', [27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]),
  ...codeOf('[<1]h:mm:ss;yyyy-mm-dd', [34, 35, 55, 56]),
};

function codeOf(code: string, formats: readonly number[]): Readonly<Record<number, string>> {
  return Object.fromEntries(formats.map((format) => [format, code]));
}

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
    const code = codes.get(attributes.numFmtId) ?? builtInCodes[Number(attributes.numFmtId)];
    return code === undefined ? generalNumber : numberFormatter(code, isDate1904);
  });
  return (style) => (style === undefined ? undefined : formatters[Number(style)]) ?? generalNumber;
}
