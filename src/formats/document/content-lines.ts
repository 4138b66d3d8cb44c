/** A part of a calendar or an address book, as an event or a person: `BEGIN:VEVENT` to `END:VEVENT`. */
export interface Component {
  /** In capitals, as all names here. */
  readonly name: string;
  readonly lines: readonly ContentLine[];
  readonly components: readonly Component[];
}

/** `item1.TEL;TYPE=CELL,HOME:+49 30 555`: a property, with what is said of it. */
export interface ContentLine {
  /** Lines of one group belong together; empty where there is none. */
  readonly group: string;
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** As written, but decoded where it is encoded for mail. */
  readonly value: string;
}

const lineParts = /^(?:([\w-]+)\.)?([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):([^]*)$/;
const parameter = /;([\w-]+)(?:=((?:"[^"]*"|[^";])*))?/g;

/** Values that show nothing to a reader, and may be as long as a picture. */
const binary = /^(?:PHOTO|LOGO|SOUND|KEY|ATTACH)$/;

/**
 * Reads the components of a calendar (RFC 5545) or of an address book (RFC 6350, and the versions before it). A line
 * that is none of theirs is left out, and so are pictures; what is not ended ends with the file. Linear.
 */
export function readContentLines(text: string): readonly Component[] {
  const top: Component[] = [];
  const open: { readonly name: string; readonly lines: ContentLine[]; readonly components: Component[] }[] =
    [];
  for (const line of wholeLines(text)) {
    const [, group = '', raw = '', parameters = '', value = ''] = lineParts.exec(line) ?? [];
    const name = raw.toUpperCase();
    if (name === 'BEGIN') {
      const component = { name: value.trim().toUpperCase(), lines: [], components: [] };
      (open.at(-1)?.components ?? top).push(component);
      open.push(component);
    } else if (name === 'END') open.pop();
    else if (name !== '' && !binary.test(name)) {
      const known = parametersOf(parameters);
      open.at(-1)?.lines.push({ group, name, parameters: known, value: decoded(value, known) });
    }
  }
  return top;
}

/** Lines with those that carry them on: by a blank at their beginning, or an equals sign at the end of the last one. */
function* wholeLines(text: string): Generator<string> {
  let pieces: string[] = [];
  let goesOn = false;
  let isEncoded = false;
  for (const line of text.split('\n')) {
    if (goesOn) pieces.push('\n', line);
    else if (/^[ \t]/.test(line) && pieces.length > 0) pieces.push(line.slice(1));
    else {
      yield pieces.join('');
      pieces = [line];
      isEncoded = /quoted-printable/i.test(line);
    }
    goesOn = isEncoded && line.endsWith('=');
  }
  yield pieces.join('');
}

function parametersOf(text: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name = '', value] of text.matchAll(parameter)) {
    // Before version 3 a type stood without its name: `TEL;CELL:`.
    const [key, said] =
      value === undefined ? ['TYPE', name] : [name.toUpperCase(), value.replaceAll('"', '')];
    const before = parameters.get(key);
    parameters.set(key, before === undefined ? said : `${before},${said}`);
  }
  return parameters;
}

function decoded(value: string, parameters: ReadonlyMap<string, string>): string {
  const types = `${parameters.get('ENCODING') ?? ''},${parameters.get('TYPE') ?? ''}`;
  if (!/quoted-printable/i.test(types)) return value;
  const bytes = value
    .replace(/=\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  // What is not encoded is of the file, which was decoded before.
  return /^[\0-\xff]*$/.test(bytes) ? decodeLatin1(bytes, parameters.get('CHARSET')) : value;
}

function decodeLatin1(bytes: string, charset = 'utf-8'): string {
  try {
    return new TextDecoder(charset).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes;
  }
}

/** The first line of a name. */
export function lineOf({ lines }: Component, name: string): ContentLine | undefined {
  return lines.find((line) => line.name === name);
}

/** Its value as it is shown; empty where there is none. */
export function shownValue(component: Component, name: string): string {
  return shownText(lineOf(component, name)?.value ?? '');
}

/** A value without its escapes. */
export function shownText(value: string): string {
  return value.replace(/\\([nN,;:\\])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign)).trim();
}

/** The parts of a value between its semicolons, as they are shown: of a name, an address, an organisation. */
export function shownParts(value: string): readonly string[] {
  const parts = value.match(/(?:\\[^]|[^\\;])+/g) ?? [];
  return parts.map((part) => shownText(part.replace(/(?<!\\),/g, ', '))).filter((part) => part !== '');
}
