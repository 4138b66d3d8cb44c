import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import {
  type GreyPicture,
  luminance,
  rotated,
  scaled,
  skewOf,
  turned,
  withContrast,
} from './grey-picture.ts';
import { type InstalledReader, installedReader, type Script } from './installed-reader.ts';

/** Pixels from the upper left corner of the picture. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface RecognisedWord extends PixelBox {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** The words of a line, in order. */
export interface RecognisedLine {
  readonly words: readonly RecognisedWord[];
  /** From the first to the last word; it falls or rises where the page is skewed. */
  readonly baseline: readonly [x0: number, y0: number, x1: number, y1: number];
  /** From ascenders to descenders: about the size of the font. */
  readonly height: number;
}

/** What stands in a picture, in pixels of the picture set upright. */
export interface RecognisedPicture {
  readonly width: number;
  readonly height: number;
  /** Clockwise degrees by which the picture is turned to be upright. */
  readonly turn: 0 | 90 | 180 | 270;
  readonly lines: readonly RecognisedLine[];
}

/** The part of Tesseract's interface, as it is compiled to WebAssembly, that is used here. */
interface Engine {
  readonly FS: {
    writeFile(path: string, data: Uint8Array): void;
    unlink(path: string): void;
  };
  readonly TessBaseAPI: new () => EngineApi;
  getValue(address: number, type: 'i32'): number;
  getPointer(wrapped: object): number;
}

interface EngineApi {
  Init(folder: string, languages: string, mode: number): number;
  SetVariable(name: string, value: string): boolean;
  /** 0 where the picture can be read. `exif` is its orientation, `angle` turns it by radians. */
  SetImageFile(exif: number, angle: number): number;
  GetInputImage(): EnginePicture;
  SetSourceResolution(dpi: number): void;
  Recognize(monitor: null): number;
  GetJSONText(): string;
  Clear(): void;
  End(): void;
}

/** Rows of 32-bit words, pixels from the high bits to the low ones. */
interface EnginePicture {
  get_w(): number;
  get_h(): number;
  /** Bits of a pixel. */
  get_d(): number;
  /** Samples of a pixel; of four the last is the opacity. */
  get_spp(): number;
  /** Words of a row. */
  get_wpl(): number;
  get_data(): number;
  get_colormap(): { get_n(): number; get_array(): number };
}

interface EngineJson {
  readonly blocks?: readonly {
    readonly paragraphs: readonly { readonly lines: readonly EngineLine[] }[] | null;
  }[];
}

interface EngineLine {
  readonly baseline: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
  readonly rowAttributes: { readonly rowHeight: number };
  readonly words: readonly {
    readonly text: string;
    /** 0 to 100. */
    readonly confidence: number;
    readonly bbox: { readonly x0: number; readonly y0: number; readonly x1: number; readonly y1: number };
  }[];
}

/** Pictures are made so large, for letters of some 20 pixels on a page, but no more than this many times as large. */
const targetSide = 2400;
const maxScale = 3;

/** Larger ones are made smaller: no letter needs so many pixels. */
const maxSide = 4000;

/** Radians by which lines may run up or down: the engine loses whole paragraphs where they do by much more. */
const minSkew = 0.007;

/** A word that the engine is so sure of counts as read. */
const sureConfidence = 0.7;

/** A picture is read if so many of its letters are sure. */
const minSureShare = 0.6;

/** With fewer letters there is nothing to tell which way up it is. */
const minLettersToTurn = 20;

/** Where the engine looks for a picture, in its own memory. */
const pictureFile = '/input';

/** What the engine takes to read by its neural network alone. */
const networkOnly = 1;

/** Assumed of every picture, so that none is taken for one of another resolution by what its file says. */
const dpi = 200;

const require = createRequire(import.meta.url);

/**
 * Tesseract, as WebAssembly: it reads pictures in the memory of its process and has no other access to the machine.
 * One picture after the other.
 */
export class TextReader {
  readonly #engine: Engine;
  readonly #installed: InstalledReader;
  /** Scripts that there is data for, the one that was right last first. */
  #scripts: readonly Script[];
  #api: { readonly script: Script; readonly api: EngineApi } | undefined;
  readonly #loaded = new Set<string>();

  private constructor(engine: Engine, installed: InstalledReader) {
    this.#engine = engine;
    this.#installed = installed;
    this.#scripts = [...new Set(installed.languages.map(({ script }) => script))];
  }

  /** Undefined where none is installed. */
  static async open(): Promise<TextReader | undefined> {
    const installed = installedReader();
    if (!installed) return undefined;
    const create = require('tesseract.js-core/tesseract-core-relaxedsimd-lstm.js') as (
      options: object,
    ) => Promise<Engine>;
    const quiet = { print: () => {}, printErr: () => {} };
    return new TextReader(await create(quiet), installed);
  }

  /** Decodes a PNG, JPEG, TIFF or WebP file as grey; undefined where it cannot be. */
  decode(bytes: Uint8Array): GreyPicture | undefined {
    const api = this.#apiFor(this.#scripts[0] as Script);
    this.#engine.FS.writeFile(pictureFile, bytes);
    if (api.SetImageFile(exifOrientation(bytes), 0) !== 0) return undefined;
    const picture = greyOf(this.#engine, api.GetInputImage());
    api.Clear();
    return picture;
  }

  /**
   * Reads a picture in the script that was right before, and where it is not sure of that in the others that it has
   * data for, and turned to each side.
   */
  read(shown: GreyPicture): RecognisedPicture {
    const picture = withContrast(shown);
    let best = this.#try(picture, this.#scripts[0] as Script, 0);
    const { isSideways } = best;
    for (const script of this.#scripts.slice(1)) {
      if (best.isSure || isSideways) break;
      best = better(best, this.#try(picture, script, 0));
    }
    if (!best.isSure && best.letters >= minLettersToTurn)
      for (const turn of isSideways ? ([90, 270] as const) : ([180, 90, 270] as const))
        if (!best.isSure) best = better(best, this.#try(picture, best.script, turn));
    if (best.isSure) this.#scripts = [best.script, ...this.#scripts.filter((one) => one !== best.script)];
    return best.read;
  }

  #try(picture: GreyPicture, script: Script, turn: RecognisedPicture['turn']) {
    const upright = turned(picture, turn);
    const found = skewOf(upright);
    const skew = Math.abs(found) >= minSkew ? found : 0;
    const level = skew === 0 ? upright : rotated(upright, -skew);
    const longer = Math.max(level.width, level.height);
    const scale = longer > maxSide ? maxSide / longer : Math.max(1, Math.min(maxScale, targetSide / longer));
    const large = scaled(level, scale);
    const back = { skew, scale, from: level, to: upright };
    const api = this.#apiFor(script);
    this.#engine.FS.writeFile(pictureFile, portableGreyMap(large));
    api.SetImageFile(1, 0);
    api.SetSourceResolution(dpi);
    api.Recognize(null);
    // Empty of a picture that is too small to be looked at.
    const { blocks = [] } = JSON.parse(api.GetJSONText() || '{}') as EngineJson;
    api.Clear();
    const lines = blocks.flatMap(({ paragraphs }) =>
      (paragraphs ?? []).flatMap((paragraph) => paragraph.lines.map((line) => lineOf(line, back))),
    );
    let letters = 0;
    let sure = 0;
    let sideways = 0;
    for (const { text, confidence, ...box } of lines.flatMap(({ words }) => words)) {
      letters += text.length;
      // The engine reads lines that run up or down too, but puts them into no order.
      if (text.length > 2 && box.bottom - box.top > box.right - box.left) sideways += text.length;
      else if (confidence >= sureConfidence) sure += text.length;
    }
    const { width, height } = upright;
    const isSure = letters > 0 && sure >= minSureShare * letters;
    const isSideways = 2 * sideways > letters;
    return { script, letters, sure, isSure, isSideways, read: { width, height, turn, lines } };
  }

  #apiFor(script: Script): EngineApi {
    if (this.#api?.script === script) return this.#api.api;
    this.#api?.api.End();
    this.#api = undefined;
    const { languages } = this.#installed;
    // Names and abbreviations in English stand in texts of every script. It comes last, since of the readings of a word
    // that are about as likely the first language's counts, and English has no letter that the others lack: ü became u.
    const used = [
      ...languages.filter((one) => one.script === script && one.code !== 'eng'),
      ...languages.filter(({ code }) => code === 'eng'),
    ];
    for (const { code, file } of used) {
      if (this.#loaded.has(code)) continue;
      this.#engine.FS.writeFile(`/${code}.traineddata`, gunzipSync(readFileSync(file)));
      this.#loaded.add(code);
    }
    const api = new this.#engine.TessBaseAPI();
    const names = used.map(({ code }) => code).join('+');
    if (api.Init('/', names, networkOnly) !== 0)
      throw new Error(`Tesseract cannot use its data of ${names}.`);
    // Parts of photographed pages lie in the shadow: each has a threshold of its own (Sauvola).
    api.SetVariable('thresholding_method', '2');
    // Columns, tables and single lines are told apart by the engine.
    api.SetVariable('tessedit_pageseg_mode', '3');
    this.#api = { script, api };
    return api;
  }
}

function better<Try extends { readonly sure: number }>(one: Try, other: Try): Try {
  return other.sure > one.sure ? other : one;
}

/** How a picture was made level and large before it was read. */
interface Levelled {
  /** Radians by which it was turned back. */
  readonly skew: number;
  readonly scale: number;
  readonly from: GreyPicture;
  readonly to: GreyPicture;
}

/** A line where it stands in the picture as it was; boxes of words stay as large as they are along the line. */
function lineOf({ words, baseline, rowAttributes }: EngineLine, back: Levelled): RecognisedLine {
  const { skew, scale, from, to } = back;
  const [cos, sin] = [Math.cos(skew), Math.sin(skew)];
  const moved = (x: number, y: number): readonly [x: number, y: number] => {
    const [dx, dy] = [x / scale - from.width / 2, y / scale - from.height / 2];
    return [dx * cos - dy * sin + to.width / 2, dx * sin + dy * cos + to.height / 2];
  };
  return {
    words: words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => {
      const [x, y] = moved((x0 + x1) / 2, (y0 + y1) / 2);
      const [halfWidth, halfHeight] = [(x1 - x0) / scale / 2, (y1 - y0) / scale / 2];
      return {
        text,
        confidence: confidence / 100,
        left: x - halfWidth,
        top: y - halfHeight,
        right: x + halfWidth,
        bottom: y + halfHeight,
      };
    }),
    baseline: [...moved(baseline.x0, baseline.y0), ...moved(baseline.x1, baseline.y1)],
    height: rowAttributes.rowHeight / scale,
  };
}

/** Netpbm's P5: the plainest format that the engine reads. */
function portableGreyMap({ width, height, pixels }: GreyPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);
}

/** The tag 0x0112 of a JPEG file (Exif 2.3): 1 is upright. */
function exifOrientation(bytes: Uint8Array): number {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096));
  const at = head.indexOf('Exif\0\0', 0, 'latin1') + 6;
  if (head[0] !== 0xff || head[1] !== 0xd8 || at < 6) return 1;
  const isLittle = head.toString('latin1', at, at + 2) === 'II';
  const [tag, found] = isLittle
    ? [Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0]), 8]
    : [Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1]), 9];
  const entry = head.indexOf(tag, at);
  const value = entry < 0 ? 1 : (head[entry + found] ?? 1);
  return value >= 1 && value <= 8 ? value : 1;
}

const white = 255;

function greyOf(engine: Engine, picture: EnginePicture): GreyPicture {
  const [width, height, depth] = [picture.get_w(), picture.get_h(), picture.get_d()];
  const pixels = new Uint8Array(width * height);
  const shades = depth < 32 ? shadesOf(engine, picture, depth) : [];
  const hasOpacity = picture.get_spp() === 4;
  const perWord = 32 / depth;
  const mask = 2 ** depth - 1;
  for (let y = 0; y < height; y++) {
    const row = picture.get_data() + y * picture.get_wpl() * 4;
    for (let x = 0; x < width; x += perWord) {
      const word = engine.getValue(row + (x / perWord) * 4, 'i32');
      const at = y * width + x;
      if (depth === 32) {
        const grey = luminance(word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255);
        pixels[at] = hasOpacity ? white - ((white - grey) * (word & 255)) / white : grey;
        continue;
      }
      const count = Math.min(perWord, width - x);
      for (let index = 0; index < count; index++)
        pixels[at + index] = shades[(word >>> (32 - depth * (index + 1))) & mask] as number;
    }
  }
  return { width, height, pixels };
}

/** What each value of a pixel is as grey. */
function shadesOf(engine: Engine, picture: EnginePicture, depth: number): readonly number[] {
  const map = picture.get_colormap();
  if (engine.getPointer(map) !== 0)
    return Array.from({ length: map.get_n() }, (_, index) => {
      const [blue, green, red] = bytesOf(engine.getValue(map.get_array() + 4 * index, 'i32'));
      return luminance(red, green, blue);
    });
  // A set bit is black where there is one a pixel.
  if (depth === 1) return [white, 0];
  return Array.from({ length: 2 ** Math.min(depth, 16) }, (_, value) => (value * white) / (2 ** depth - 1));
}

function bytesOf(word: number): readonly [number, number, number] {
  return [word & 255, (word >>> 8) & 255, (word >>> 16) & 255];
}
