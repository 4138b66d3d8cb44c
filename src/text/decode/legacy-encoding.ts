import { singleByteEncoding } from './single-byte-encoding.ts';

/** A double-byte encoding of East Asia, its characters as the text that ISO 8859-1 makes of their bytes. */
interface DoubleByteEncoding {
  readonly encoding: string;
  /** Source of a pattern for one that is not ASCII. Default: {@link doubleByte}. */
  readonly character?: string;
  /** How those begin that make up nearly all of what is written in it. */
  readonly frequent: RegExp;
  /** How those begin without which nothing is, where the encoding needs them to be told apart. */
  readonly required?: RegExp;
}

const doubleByte = String.raw`[\x80-\xff].?`;

/**
 * Where two fit about equally well the earlier one is taken: its frequent characters are the smaller set. Rows of
 * frequent characters: JIS X 0208 (kana, level 1), KS X 1001 (Hangul), Big5 (level 1), GB 2312 (level 1).
 */
const doubleByteEncodings: readonly DoubleByteEncoding[] = [
  { encoding: 'euc-jp', frequent: /^[\xa1\xa4\xa5\xb0-\xcf][\xa1-\xff]/, required: /^[\xa4\xa5]/ },
  { encoding: 'euc-kr', frequent: /^[\xa1\xa3\xb0-\xc8][\xa1-\xff]/ },
  { encoding: 'big5', frequent: /^[\xa1\xa4-\xc6](?![\x7f-\xa0])/ },
  { encoding: 'gb18030', frequent: /^[\xa1\xa3\xb0-\xd7][\xa1-\xff]/ },
  {
    encoding: 'shift_jis',
    character: String.raw`[\xa1-\xdf]|[\x80-\xa0\xe0-\xff].?`,
    frequent: /^[\x81-\x83\x88-\x97]/,
  },
];

const sampleLength = 32_768;

/**
 * The WHATWG name of the encoding that bytes which are no UTF-8 look like: an East Asian one where the bytes are
 * made of its frequent characters, else the single-byte one whose letters they resemble most, else windows-1252.
 * Looks at 32 KiB from the first byte that is not ASCII.
 */
export function legacyEncoding(bytes: Uint8Array): string {
  const sample = sampleOf(bytes);
  const text = Buffer.from(sample).toString('latin1');
  return doubleByteEncoding(sample, text) ?? singleByteEncoding(sample, text);
}

function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  const start = Math.max(0, first);
  if (bytes.length - start <= sampleLength) return bytes.subarray(start);
  // Punctuation and blanks of ASCII are never a character's second byte, so nothing is cut in two there.
  const sample = bytes.subarray(start, start + sampleLength);
  const last = sample.findLastIndex((byte) => byte < 0x30);
  return last === -1 ? sample : sample.subarray(0, last);
}

function doubleByteEncoding(sample: Uint8Array, text: string): string | undefined {
  let best: { encoding: string; share: number } | undefined;
  for (const candidate of doubleByteEncodings) {
    const share = frequentShare(text, candidate);
    const least = best ? best.share + minLead : minFrequentShare;
    const isBest = share > least && decodes(sample, candidate.encoding);
    if (isBest) best = { encoding: candidate.encoding, share };
  }
  return best?.encoding;
}

const minFrequentShare = 0.75;

/** Texts in Korean have a few signs that GB 2312 has among its frequent ones; in Chinese a third are none of Korean. */
const minLead = 0.05;

const minRequiredShare = 0.05;

/** These scripts have no blank after each character; apostrophes and letters with accents mostly stand alone. */
const minShareInRuns = 0.6;

/** Share of frequent characters among all that are not ASCII, were the bytes this encoding. */
function frequentShare(
  text: string,
  { character = doubleByte, frequent, required }: DoubleByteEncoding,
): number {
  const characters = text.match(new RegExp(character, 'gs')) ?? [];
  const runs = text.match(new RegExp(`(?:${character})+`, 'gs')) ?? [];
  const isOne = new RegExp(`^(?:${character})$`, 's');
  const inRuns = characters.length - runs.filter((run) => isOne.test(run)).length;
  const shareOf = (pattern: RegExp) =>
    characters.filter((one) => pattern.test(one)).length / characters.length;
  const isWritten =
    (!required || shareOf(required) >= minRequiredShare) && inRuns >= characters.length * minShareInRuns;
  return isWritten ? shareOf(frequent) : 0;
}

function decodes(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
