/** What the bytes 0x80 to 0x9f are in windows-1252 (https://encoding.spec.whatwg.org/index-windows-1252.txt). */
const characters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * A text in which controls of U+0080 to U+009F stand as the characters that windows-1252 has in their place. No text
 * means these controls: they come of windows-1252 that was taken for Latin-1, by whoever wrote the file or by
 * `TextDecoder`, which does so in Node 22.
 */
export function withWindows1252(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (control) => characters.charAt(control.charCodeAt(0) - 0x80));
}
