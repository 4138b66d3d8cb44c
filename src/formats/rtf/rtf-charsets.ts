/** Encodings of Windows by the number that a font's `\fcharset` gives. */
const encodingByCharset: Readonly<Record<number, string>> = {
  // Of symbol fonts: each byte is a place in the font.
  2: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

const encodingByCodepage: Readonly<Record<number, string>> = {
  437: 'windows-1252',
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

/** The WHATWG encoding of a font's character set; undefined where the document's holds. */
export function encodingOfCharset(charset: number): string | undefined {
  return encodingByCharset[charset];
}

/** The WHATWG encoding of a Windows code page; windows-1252 where it is none. */
export function encodingOfCodepage(codepage: number): string {
  if (codepage >= 1250 && codepage <= 1258) return `windows-${codepage}`;
  return encodingByCodepage[codepage] ?? 'windows-1252';
}
