import { createHash } from 'node:crypto';

/** A text on a page: `x` and `y` in points from the lower left, as PDF counts; `\u00ad` is drawn as a hyphen. */
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** 10 where it is not given. */
  readonly size?: number;
  readonly font?: keyof typeof fonts | keyof typeof asianFonts;
  /** Counter-clockwise. */
  readonly degrees?: number;
  /** Marks it as this content of the document, counted from 0, or as none. */
  readonly mark?: number | 'artifact';
}

/** An element of the structure tree; numbers are marks. */
export interface WrittenElement {
  readonly role: string;
  readonly children?: readonly (WrittenElement | number)[];
  readonly alternative?: string;
}

export interface WrittenPage {
  readonly texts?: readonly PlacedText[];
  /** Draws a small image, as a scan would. */
  readonly hasImage?: boolean;
  /** Operators that draw something else: `60 700 9 9 re S`. */
  readonly drawing?: string;
  /** Entries of annotation dictionaries: `/Subtype /Text /Contents (words)`. */
  readonly annotations?: readonly string[];
}

export interface WrittenOutline {
  readonly title: string;
  /** 1-based. */
  readonly page: number;
  readonly children?: readonly WrittenOutline[];
}

export interface WrittenPdf {
  readonly pages: readonly WrittenPage[];
  readonly outline?: readonly WrittenOutline[];
  /** Entries of the information dictionary. */
  readonly info?: Readonly<Record<string, string>>;
  readonly language?: string;
  /** Tags the pages. */
  readonly structure?: readonly WrittenElement[];
  /** Encrypts with 40-bit RC4 under this user password, which may be empty. */
  readonly password?: string;
}

const fonts = {
  plain: 'Helvetica',
  bold: 'Helvetica-Bold',
  italic: 'Helvetica-Oblique',
  mono: 'Courier',
  dingbats: 'ZapfDingbats',
};
/**
 * Not embedded, with a predefined CMap and a character collection of Adobe's; `numbered` says numbers of glyphs and
 * nothing more, the CMap of `unknown` is none. `arabic` has codes for its letters and U+FEFB, which it says to be two.
 */
const asianFonts = {
  chinese: { name: 'STSong-Light', cMap: 'UniGB-UCS2-H', collection: 'GB1' },
  japanese: { name: 'HeiseiMin-W3', cMap: 'UniJIS-UCS2-H', collection: 'Japan1' },
  vertical: { name: 'HeiseiMin-W3', cMap: 'UniJIS-UCS2-V', collection: 'Japan1' },
  korean: { name: 'HYSMyeongJo-Medium', cMap: 'UniKS-UCS2-H', collection: 'Korea1' },
  numbered: { name: 'Glyphs', cMap: 'Identity-H', collection: 'Identity' },
  unknown: { name: 'STSong-Light', cMap: 'No-Such-CMap', collection: 'GB1' },
  arabic: { name: 'Letters', cMap: 'Identity-H', collection: 'Identity' },
};
const arabicCharacters =
  '1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0621> <064a> <0621> endbfrange ' +
  '1 beginbfchar <fefb> <06440627> endbfchar';
const fontNames = [...Object.keys(fonts), ...Object.keys(asianFonts)];
const encoding = '<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [173 /sfthyphen] >>';
const identifier = 'footnote-test-id';

/** Writes a PDF of US letter pages with the standard fonts: as little as a reader needs. */
export function writePdf({
  pages,
  outline = [],
  info = {},
  language,
  structure,
  password,
}: WrittenPdf): Uint8Array {
  const key = password === undefined ? undefined : encryptionKey(password);
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const reserve = (): number => add('');
  const set = (number: number, body: string) => {
    objects[number - 1] = body;
  };
  const string = (number: number, text: string) =>
    `<${Buffer.from(encrypted(text, number, key), 'latin1').toString('hex')}>`;
  const addStream = (dictionary: string, content: string): number => {
    const number = reserve();
    const data = encrypted(content, number, key);
    set(number, `<< ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream`);
    return number;
  };

  const catalogue = reserve();
  const pageTree = reserve();
  const fontNumbers = Object.values(fonts).map((name) =>
    add(
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} ${name === fonts.dingbats ? '' : `/Encoding ${encoding}`} >>`,
    ),
  );
  const arabicMap = addStream('', arabicCharacters);
  const asianFontNumbers = Object.values(asianFonts).map(({ name, cMap, collection }) => {
    const system = `/CIDSystemInfo << /Registry (Adobe) /Ordering (${collection}) /Supplement 1 >>`;
    const descendant = add(`<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${name} ${system} /DW 1000 >>`);
    return add(
      `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /${cMap} /DescendantFonts [${descendant} 0 R] ${name === asianFonts.arabic.name ? `/ToUnicode ${arabicMap} 0 R` : ''} >>`,
    );
  });
  const fontDictionary = [...fontNumbers, ...asianFontNumbers]
    .map((number, index) => `/F${index} ${number} 0 R`)
    .join(' ');
  const image = addStream(
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
    'x',
  );
  const pageNumbers = pages.map((page, index) => {
    const content = addStream('', pageContent(page));
    const annotations = (page.annotations ?? []).map((entries) =>
      add(`<< /Type /Annot /Rect [60 60 200 80] ${entries} >>`),
    );
    const annots = annotations.map((number) => `${number} 0 R`).join(' ');
    return add(
      `<< /Type /Page /Parent ${pageTree} 0 R /StructParents ${index} /MediaBox [0 0 612 792] /Contents ${content} 0 R /Annots [${annots}] ` +
        `/Resources << /Font << ${fontDictionary} >> /XObject << /Im ${image} 0 R >> >> >>`,
    );
  });
  const kids = pageNumbers.map((number) => `${number} 0 R`).join(' ');
  set(pageTree, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);

  const addOutline = (entries: readonly WrittenOutline[], parent: number): string => {
    const numbers = entries.map(reserve);
    for (const [index, { title, page, children = [] }] of entries.entries()) {
      const number = numbers[index] as number;
      const next = numbers[index + 1] ? `/Next ${numbers[index + 1]} 0 R` : '';
      const target = `/Dest [${pageNumbers[page - 1]} 0 R /Fit]`;
      const below = children.length > 0 ? addOutline(children, number) : '';
      set(number, `<< /Title ${string(number, title)} /Parent ${parent} 0 R ${next} ${target} ${below} >>`);
    }
    return `/First ${numbers[0]} 0 R /Last ${numbers.at(-1)} 0 R /Count ${numbers.length}`;
  };
  const root = outline.length > 0 ? reserve() : undefined;
  if (root) set(root, `<< /Type /Outlines ${addOutline(outline, root)} >>`);
  const structureRoot = structure ? reserve() : undefined;
  if (structure && structureRoot) {
    const parents = pages.map((): number[] => []);
    const addElement = ({ role, children = [], alternative }: WrittenElement, parent: number): number => {
      const number = reserve();
      const kids = children.map((child) => {
        if (typeof child !== 'number') return `${addElement(child, number)} 0 R`;
        const page = pages.findIndex(({ texts = [] }) => texts.some(({ mark }) => mark === child));
        (parents[page] as number[])[child] = number;
        return `<< /Type /MCR /Pg ${pageNumbers[page]} 0 R /MCID ${child} >>`;
      });
      const alt = alternative ? `/Alt ${string(number, alternative)}` : '';
      set(number, `<< /Type /StructElem /S /${role} /P ${parent} 0 R ${alt} /K [${kids.join(' ')}] >>`);
      return number;
    };
    const kids = structure.map((element) => `${addElement(element, structureRoot)} 0 R`).join(' ');
    const nums = parents.map(
      (numbers, page) =>
        `${page} [${Array.from(numbers, (number) => (number ? `${number} 0 R` : 'null')).join(' ')}]`,
    );
    set(
      structureRoot,
      `<< /Type /StructTreeRoot /K [${kids}] /ParentTree << /Nums [${nums.join(' ')}] >> >>`,
    );
  }
  const infoNumber = reserve();
  const fields = Object.entries(info).map(([name, value]) => `/${name} ${string(infoNumber, value)}`);
  set(infoNumber, `<< ${fields.join(' ')} >>`);
  const languageEntry = language ? `/Lang ${string(catalogue, language)}` : '';
  const tags = structureRoot ? `/StructTreeRoot ${structureRoot} 0 R /MarkInfo << /Marked true >>` : '';
  const outlines = root ? `/Outlines ${root} 0 R` : '';
  set(catalogue, `<< /Type /Catalog /Pages ${pageTree} 0 R ${outlines} ${languageEntry} ${tags} >>`);
  const encrypt = key ? `/Encrypt ${add(encryptDictionary(key))} 0 R` : '';
  return assemble(objects, `/Root ${catalogue} 0 R /Info ${infoNumber} 0 R ${encrypt}`);
}

function pageContent({ texts = [], hasImage, drawing = '' }: WrittenPage): string {
  const shown = texts.map(({ text, x, y, size = 10, font = 'plain', degrees = 0, mark }) => {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const matrix = [cos, sin, -sin, cos, x, y].map((value) => value.toFixed(4)).join(' ');
    const string =
      font in asianFonts
        ? `<${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
        : `(${text.replace(/[\\()]/g, '\\$&')})`;
    const drawn = `BT /F${fontNames.indexOf(font)} ${size} Tf ${matrix} Tm ${string} Tj ET`;
    if (mark === undefined) return drawn;
    return mark === 'artifact' ? `/Artifact BMC ${drawn} EMC` : `/Span << /MCID ${mark} >> BDC ${drawn} EMC`;
  });
  return [drawing, ...shown, hasImage ? 'q 612 0 0 792 0 0 cm /Im Do Q' : ''].join('\n');
}

function assemble(objects: readonly string[], trailer: string): Uint8Array {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const id = Buffer.from(identifier).toString('hex');
  file +=
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}` +
    `trailer\n<< /Size ${objects.length + 1} ${trailer} /ID [<${id}> <${id}>] >>\nstartxref\n${file.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, 'latin1'));
}

/** ISO 32000-1, 7.6.3.3 (algorithms 2 to 4), revision 2; the owner's password is the user's. */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
const permissions = -4;

function padded(password: string): Buffer {
  return Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
}

function md5(...parts: readonly Uint8Array[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest();
}

function ownerEntry(password: string): Buffer {
  return rc4(md5(padded(password)).subarray(0, 5), padded(password));
}

interface EncryptionKey {
  readonly bytes: Uint8Array;
  readonly owner: Uint8Array;
}

function encryptionKey(password: string): EncryptionKey {
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions);
  const owner = ownerEntry(password);
  return { bytes: md5(padded(password), owner, flags, Buffer.from(identifier)).subarray(0, 5), owner };
}

function encryptDictionary({ bytes, owner }: EncryptionKey): string {
  const user = rc4(bytes, padding).toString('hex');
  return `<< /Filter /Standard /V 1 /R 2 /P ${permissions} /O <${Buffer.from(owner).toString('hex')}> /U <${user}> >>`;
}

function encrypted(text: string, number: number, key: EncryptionKey | undefined): string {
  if (!key) return text;
  const place = Buffer.from([number & 0xff, (number >> 8) & 0xff, 0, 0, 0]);
  return rc4(md5(key.bytes, place).subarray(0, 10), Buffer.from(text, 'latin1')).toString('latin1');
}

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b] as number, state[a] as number];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) & 0xff;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(
    data.map((byte) => {
      i = (i + 1) & 0xff;
      j = (j + (state[i] as number)) & 0xff;
      swap(i, j);
      return byte ^ (state[((state[i] as number) + (state[j] as number)) & 0xff] as number);
    }),
  );
}
