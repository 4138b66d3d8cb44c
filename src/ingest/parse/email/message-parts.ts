/** A stretch of a plain message. */
export interface MessagePart {
  readonly kind: 'paragraph' | 'quote';
  readonly text: string;
}

const quotedLine = /^\s{0,3}>/;

/** What mail programs write between dashes, or with a colon behind it, over another's message. */
const announcements = [
  'original message|forwarded message|begin forwarded message',
  'ursprüngliche nachricht|weitergeleitete nachricht|anfang der weitergeleiteten nachricht',
  "message d'origine|message transféré|début du message (?:réexpédié|transféré)",
  'mensaje original|mensaje reenviado|inicio del mensaje reenviado',
  'messaggio originale|messaggio inoltrato|inizio messaggio inoltrato',
].join('|');

/** Lines by which mail programs put what follows down as another's words. */
const forwarded = new RegExp(
  `^(?:-{2,}\\s*(?:${announcements})(?!\\p{L})|(?:${announcements})\\s*:|_{20,}$)`,
  'iu',
);

/** `On Monday, Ann wrote:` belongs to the quotation below it. */
const attribution = /(?:wrote|schrieb[^:]*|a écrit|escribió|ha scritto|写道|さんは書きました)\s*[:：]\s*$/i;

/** How an attribution begins that mail programs break over lines. */
const attributionStart = /^\s*(?:on|am|le|el|il)\s/i;

/** Names and a date fit into this. */
const maxAttribution = 300;
const maxAttributionLines = 3;

/** The headers over a message that is answered: its sender, then date and subject in either order. */
const quotedSender = /^\W*(?:from|von|de|da)\W*:/i;
const quotedDate = /^\W*(?:sent|date|gesendet|datum|envoyé|enviado(?: el)?|fecha|inviato|data)\W*:/i;
const quotedSubject = /^\W*(?:subject|betreff|objet|asunto|oggetto)\W*:/i;
/** Sender, date, receivers, copies, subject, one of them over two lines. */
const maxQuotedHeaders = 6;

/**
 * A message's paragraphs, and what it quotes: runs of lines with `>`, with the line that names their author, and
 * everything below a line that says so.
 */
export function messageParts(text: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let lines: string[] = [];
  let kind: MessagePart['kind'] = 'paragraph';
  const flush = (): void => {
    const words = lines.join('\n').trim();
    if (words !== '') parts.push({ kind, text: words });
    lines = [];
  };
  const all = text.split(/\r?\n/);
  const isQuoted = quotedLines(all);
  for (const [index, line] of all.entries()) {
    if (opensQuotation(all, index)) {
      flush();
      parts.push({ kind: 'quote', text: all.slice(index).join('\n').trim() });
      return parts;
    }
    const next = isQuoted[index] ? 'quote' : 'paragraph';
    const isBlank = line.trim() === '';
    if (isBlank && kind === 'quote') continue;
    if (isBlank || next !== kind) flush();
    kind = isBlank ? 'paragraph' : next;
    if (!isBlank) lines.push(line);
  }
  flush();
  return parts;
}

/** Whether all from this line on is another's message: it says so, or that message's headers begin here. */
export function opensQuotation(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (forwarded.test(line.trim())) return true;
  if (!quotedSender.test(line)) return false;
  const headers = lines.slice(index + 1, index + maxQuotedHeaders);
  const date = headers.findIndex((header) => quotedDate.test(header));
  const subject = headers.findIndex((header) => quotedSubject.test(header));
  const last = Math.max(date, subject);
  return date >= 0 && subject >= 0 && headers.slice(0, last).every((header) => header.trim() !== '');
}

/** Whether these words name the author of what is quoted below them. */
export function isAttribution(words: string): boolean {
  return words.length <= maxAttribution && attribution.test(words);
}

/** For each line whether it is marked as another's, or says whose words those below it are. */
function quotedLines(lines: readonly string[]): readonly boolean[] {
  const isQuoted = lines.map((line) => quotedLine.test(line));
  for (const index of lines.keys()) isQuoted.fill(true, index, index + attributionLines(lines, index));
  return isQuoted;
}

/** Lines from `index` on that together are an attribution; 0 where they are none. */
function attributionLines(lines: readonly string[], index: number): number {
  for (let count = 1; count <= maxAttributionLines; count++) {
    const taken = lines.slice(index, index + count);
    if (taken.at(-1)?.trim() === '') return 0;
    const isOne = isAttribution(taken.join(' ')) && (count === 1 || attributionStart.test(taken[0] ?? ''));
    if (isOne && quotesFollow(lines, index + count - 1)) return count;
  }
  return 0;
}

function quotesFollow(lines: readonly string[], index: number): boolean {
  const next = lines.slice(index + 1, index + 3).find((line) => line.trim() !== '');
  return next !== undefined && quotedLine.test(next);
}
