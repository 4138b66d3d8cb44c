import { singleByteEncoding } from './single-byte-encoding.ts';

/** A double-byte encoding of East Asia, and which of its characters make up nearly all of what is written in it. */
interface DoubleByteEncoding {
  readonly encoding: string;
  /** Whether a byte is a character of its own. */
  isSingle(byte: number): boolean;
  isFrequent(lead: number, trail: number): boolean;
  /** Characters without which nothing is written in the language, where the encoding needs them to be told apart. */
  isRequired?(lead: number): boolean;
}

const noSingles = () => false;

/**
 * Where two fit about equally well the earlier one is taken: its frequent characters are the smaller set. Rows of
 * frequent characters: JIS X 0208 (kana, level 1), KS X 1001 (Hangul), Big5 (level 1), GB 2312 (level 1).
 */
const doubleByteEncodings: readonly DoubleByteEncoding[] = [
  {
    encoding: 'euc-jp',
    isSingle: noSingles,
    isFrequent: (lead, trail) =>
      trail >= 0xa1 && (lead === 0xa1 || isKanaRow(lead) || within(lead, 0xb0, 0xcf)),
    isRequired: isKanaRow,
  },
  {
    encoding: 'euc-kr',
    isSingle: noSingles,
    isFrequent: (lead, trail) =>
      trail >= 0xa1 && (lead === 0xa1 || lead === 0xa3 || within(lead, 0xb0, 0xc8)),
  },
  {
    encoding: 'big5',
    isSingle: noSingles,
    isFrequent: (lead, trail) =>
      (trail < 0x7f || trail >= 0xa1) && (lead === 0xa1 || within(lead, 0xa4, 0xc6)),
  },
  {
    encoding: 'gb18030',
    isSingle: noSingles,
    isFrequent: (lead, trail) =>
      trail >= 0xa1 && (lead === 0xa1 || lead === 0xa3 || within(lead, 0xb0, 0xd7)),
  },
  {
    encoding: 'shift_jis',
    isSingle: (byte) => within(byte, 0xa1, 0xdf),
    isFrequent: (lead) => within(lead, 0x81, 0x83) || within(lead, 0x88, 0x97),
  },
];

function isKanaRow(lead: number): boolean {
  return lead === 0xa4 || lead === 0xa5;
}

function within(byte: number, first: number, last: number): boolean {
  return byte >= first && byte <= last;
}

const sampleLength = 32_768;

/**
 * The WHATWG name of the encoding that bytes which are no UTF-8 look like: an East Asian one where the bytes are
 * made of its frequent characters, else the single-byte one whose letters they resemble most, else windows-1252.
 * Looks at 32 KiB from the first byte that is not ASCII.
 */
export function legacyEncoding(bytes: Uint8Array): string {
  const sample = sampleOf(bytes);
  return doubleByteEncoding(sample) ?? singleByteEncoding(sample);
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

function doubleByteEncoding(sample: Uint8Array): string | undefined {
  let best: { encoding: string; share: number } | undefined;
  for (const candidate of doubleByteEncodings) {
    const share = frequentShare(sample, candidate);
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
function frequentShare(sample: Uint8Array, candidate: DoubleByteEncoding): number {
  let total = 0;
  let frequent = 0;
  let required = 0;
  let inRuns = 0;
  let previousEnd = -1;
  for (let index = 0; index < sample.length; ) {
    const lead = sample[index] as number;
    if (lead < 0x80) {
      index += 1;
      continue;
    }
    const length = candidate.isSingle(lead) ? 1 : 2;
    total += 1;
    if (length === 2 && candidate.isFrequent(lead, sample[index + 1] ?? 0)) frequent += 1;
    if (candidate.isRequired?.(lead)) required += 1;
    const isNeighbour = previousEnd === index || (sample[index + length] ?? 0) >= 0x80;
    if (isNeighbour) inRuns += 1;
    index += length;
    previousEnd = index;
  }
  if (candidate.isRequired && required < total * minRequiredShare) return 0;
  return inRuns < total * minShareInRuns ? 0 : frequent / total;
}

function decodes(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
