import { generalNumber } from '../ooxml/number-format.ts';
import { childrenOf, type XmlElement } from '../xml/xml.ts';
import { readParagraph, type TextContext } from './paragraph-content.ts';

/**
 * What a cell of a sheet shows; empty for a blank one, undefined where a formula has no result stored. Dates are ISO
 * 8601 as far as they are shown: `2024-03-01`, `2024-03`, `2024-03-01 14:30`.
 */
export function cellValue(cell: XmlElement, context: TextContext): string | undefined {
  const paragraphs = childrenOf(cell, 'p');
  const shown = paragraphs
    .map((paragraph) => readParagraph(paragraph, context).text)
    .join('\n')
    .trim();
  const { attributes } = cell;
  const type = attributes['value-type'];
  const date = attributes['date-value'];
  if (type === 'date' && date !== undefined) return dateShown(date, shown);
  if (paragraphs.length > 0) return shown;
  const value = storedValue(type, attributes);
  // An empty string can be a result.
  const isMissing = value === '' && attributes['formula'] !== undefined && type !== 'string';
  return isMissing ? undefined : value;
}

/** Programs that lay nothing out write values without showing them. */
function storedValue(type: string | undefined, attributes: XmlElement['attributes']): string {
  const { value = '', currency = '' } = attributes;
  const number = Number(value);
  const isNumber = value.trim() !== '' && !Number.isNaN(number);
  switch (type ?? 'float') {
    case 'percentage':
      return isNumber ? `${generalNumber(number * 100)}%` : value;
    case 'currency':
      return `${isNumber ? generalNumber(number) : value} ${currency}`.trim();
    case 'boolean':
      return (attributes['boolean-value'] ?? '').toUpperCase();
    case 'time':
      return clockTime(attributes['time-value'] ?? '');
    case 'string':
      return attributes['string-value'] ?? '';
    default:
      return isNumber ? generalNumber(number) : value;
  }
}

/** Month and year, or a year alone, of which the file knows the day as well. */
const monthAndYear = /^(?:\d{1,2}[./-]\d{4}|\d{4}[./-]\d{1,2}|\p{L}[\p{L}\p{M}.]*[\s'’-]*(?:\d{4}|\d{2}))$/u;

function dateShown(date: string, shown: string): string {
  const [day = '', time = ''] = date.split('T');
  if (!/^-?\d{4,}-\d\d-\d\d$/.test(day)) return shown === '' ? date : shown;
  if (/^\d{4}$/.test(shown)) return shown;
  if (monthAndYear.test(shown)) return day.slice(0, 7);
  const clock = /^(\d\d:\d\d)(:\d\d)?/.exec(time);
  const isMidnight = /^(?:00:00(?::00)?)?(?:\.0+)?Z?$/.test(time);
  const showsTime = shown === '' ? !isMidnight : /\d:\d\d/.test(shown);
  if (!clock || !showsTime) return day;
  return `${day} ${clock[1]}${clock[2] === ':00' ? '' : (clock[2] ?? '')}`;
}

/** A duration such as `PT14H30M00S` as `14:30:00`. */
function clockTime(duration: string): string {
  const parts = /^(-?)PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?$/.exec(duration);
  if (!parts) return duration;
  const numbers = [parts[2], parts[3], parts[4]].map((number = '') => number.padStart(2, '0'));
  return `${parts[1]}${numbers.join(':')}`;
}
