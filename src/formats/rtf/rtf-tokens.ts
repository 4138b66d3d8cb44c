/** What an RTF file is made of (RTF 1.9.1). */
export type RtfToken =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'word'; readonly word: string; readonly parameter: number | undefined }
  /** Characters as bytes of the running code page, one per character. */
  | { readonly kind: 'bytes'; readonly bytes: string };

const controlWord = /([a-zA-Z]{1,32})(-?\d{1,10})? ?/y;
const plainText = /[^\\{}\r\n]+/y;

/** Reads the tokens of a file that was decoded as Latin-1. Linear; anything at all can be read. */
export function* rtfTokens(source: string): Generator<RtfToken> {
  let position = 0;
  while (position < source.length) {
    const character = source[position];
    if (character === '{' || character === '}') {
      yield character === '{' ? { kind: 'open' } : { kind: 'close' };
      position += 1;
    } else if (character === '\r' || character === '\n') {
      position += 1;
    } else if (character === '\\') {
      controlWord.lastIndex = position + 1;
      const control = controlWord.exec(source);
      if (control) {
        const word = control[1] as string;
        const parameter = control[2] === undefined ? undefined : Number(control[2]);
        position = controlWord.lastIndex;
        // Binary data follows as it is.
        if (word === 'bin') position += Math.max(0, parameter ?? 0);
        else yield { kind: 'word', word, parameter };
      } else {
        const symbol = source[position + 1] ?? '';
        const hex = symbol === "'" ? /^[0-9a-fA-F]{2}/.exec(source.slice(position + 2, position + 4)) : null;
        if (hex) yield { kind: 'bytes', bytes: String.fromCharCode(Number.parseInt(hex[0], 16)) };
        else yield { kind: 'word', word: symbol, parameter: undefined };
        position += hex ? 4 : 2;
      }
    } else {
      plainText.lastIndex = position;
      const text = (plainText.exec(source) as RegExpExecArray)[0];
      yield { kind: 'bytes', bytes: text };
      position = plainText.lastIndex;
    }
  }
}
