/** A stretch of a plain message. */
export interface MessagePart {
  readonly kind: 'paragraph' | 'quote';
  readonly text: string;
}

const quotedLine = /^\s{0,3}>/;

/** Lines by which mail programs put what follows down as another's words. */
const forwarded =
  /^(?:-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d'origine|mensaje original)\b|_{20,}$|begin forwarded message:)/i;

/** `On Monday, Ann wrote:` belongs to the quotation below it. */
const attribution = /(?:wrote|schrieb[^:]*|a écrit|escribió|ha scritto|写道|さんは書きました)\s*[::]\s*$/i;

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
  for (const [index, line] of all.entries()) {
    if (forwarded.test(line.trim())) {
      flush();
      parts.push({ kind: 'quote', text: all.slice(index).join('\n').trim() });
      return parts;
    }
    const isQuoted = quotedLine.test(line) || (isAttribution(line) && quotesFollow(all, index));
    const next = isQuoted ? 'quote' : 'paragraph';
    const isBlank = line.trim() === '';
    if (isBlank && kind === 'quote') continue;
    if (isBlank || next !== kind) flush();
    kind = isBlank ? 'paragraph' : next;
    if (!isBlank) lines.push(line);
  }
  flush();
  return parts;
}

/** Names and a date fit into this. */
const maxAttribution = 300;

function isAttribution(line: string): boolean {
  return line.length <= maxAttribution && attribution.test(line);
}

function quotesFollow(lines: readonly string[], index: number): boolean {
  const next = lines.slice(index + 1, index + 3).find((line) => line.trim() !== '');
  return next !== undefined && quotedLine.test(next);
}
