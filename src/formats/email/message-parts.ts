/** A stretch of a plain message. */
export interface MessagePart {
  readonly kind: 'paragraph' | 'quote';
  readonly text: string;
}

/** What mail programs write between dashes, or with a colon behind it, over another's message. */
const announcements = [
  'original message|forwarded message|begin forwarded message',
  'ursprüngliche nachricht|weitergeleitete nachricht|anfang der weitergeleiteten nachricht',
  "message d'origine|message transféré|début du message (?:réexpédié|transféré)",
  'mensaje original|mensaje reenviado|inicio del mensaje reenviado',
  'messaggio originale|messaggio inoltrato|inizio messaggio inoltrato',
  'oorspronkelijk bericht|doorgestuurd bericht|begin doorgestuurd bericht',
  'mensagem original|mensagem encaminhada|início da mensagem encaminhada',
  'исходное сообщение|пересылаемое сообщение|начало переадресованного сообщения',
].join('|');

/** Lines by which mail programs put what follows down as another's words. */
const forwarded = new RegExp(
  `^(?:-{2,}\\s*(?:${announcements})(?!\\p{L})|(?:${announcements})\\s*:|_{20,}$)`,
  'iu',
);

/** The headers over a message that is answered: its sender, its date and its subject. */
const quotedHeaders = [
  'from|von|de|da|van|от|发件人|差出人|من',
  'sent|date|gesendet|datum|envoyé|enviad[oa](?: el| em)?|fecha|inviato|data|verzonden|отправлено|дата|发送时间|送信日時|التاريخ',
  'subject|betreff|objet|asunto|oggetto|onderwerp|assunto|тема|主题|件名|الموضوع',
].map((names) => new RegExp(`^[^\\p{L}\\p{N}]*(?:${names})[^\\p{L}\\p{N}]*[:：]`, 'iu'));

/** Sender, date, receivers, copies, subject, one of them over two lines. */
const maxQuotedHeaders = 6;

/** `On Monday, Ann wrote:` belongs to the quotation below it, in any language what names an address or a time. */
const attribution =
  /(?:(?:wrote|schrieb[^:]*|a écrit|escribió|ha scritto|escreveu|写道|さんは書きました)\s*|(?:@|\d:\d\d)[^:：]{0,100})[:：]\s*$/i;

/** How an attribution begins that mail programs break over lines. */
const attributionStart = /^\s*(?:on|am|le|el|il|op|em)\s/i;

/** Names and a date fit into this. */
const maxAttribution = 300;
const maxAttributionLines = 3;

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
    if (!isQuoted[index] && opensQuotation(all, index)) {
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

/** Whether a line is marked as another's. */
export function isQuotedLine(line: string): boolean {
  return /^\s{0,3}>/.test(line);
}

/** Whether all from this line on is another's message: it says so, or its headers begin here, in any order. */
export function opensQuotation(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (forwarded.test(line.trim())) return true;
  if (!quotedHeaders.some((header) => header.test(line))) return false;
  const below = lines.slice(index, index + maxQuotedHeaders);
  const places = quotedHeaders.map((header) => below.findIndex((one) => header.test(one)));
  return !places.includes(-1) && below.slice(0, Math.max(...places)).every((header) => header.trim() !== '');
}

/** How many of the last lines name the author of what is quoted below them; 0 where none do. */
export function attributionLines(lines: readonly string[]): number {
  for (let count = Math.min(maxAttributionLines, lines.length); count > 0; count--) {
    const taken = lines.slice(-count);
    const words = taken.join(' ');
    const isOne = words.length <= maxAttribution && taken.every((line) => line.trim() !== '');
    if (isOne && attribution.test(words) && (count === 1 || attributionStart.test(words))) return count;
  }
  return 0;
}

/** For each line whether it is marked as another's, or says whose words those below it are. */
function quotedLines(lines: readonly string[]): readonly boolean[] {
  const isQuoted = lines.map(isQuotedLine);
  for (const index of lines.keys()) {
    const next = isQuoted[index + 1] || (lines[index + 1]?.trim() === '' && isQuoted[index + 2]);
    if (!next || isQuoted[index]) continue;
    const end = index + 1;
    isQuoted.fill(
      true,
      end - attributionLines(lines.slice(Math.max(0, end - maxAttributionLines), end)),
      end,
    );
  }
  return isQuoted;
}
