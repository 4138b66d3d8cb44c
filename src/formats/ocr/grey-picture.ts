/** A picture in shades of grey, row by row from the upper left corner: 0 is black, 255 white. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** The grey of a colour of three parts up to 255 (ITU-R BT.601). */
export function luminance(red: number, green: number, blue: number): number {
  return (77 * red + 150 * green + 29 * blue) >> 8;
}

/** The share of its pixels that are darker than what counts as a picture's darkest shade, and as many lighter. */
const extremes = 0.005;

/** A picture of so many shades is clear; what has fewer than the second is blank. */
const clearRange = 128;
const blankRange = 24;

/** A picture with its shades spread from black to white, where all are alike: faint print, grey paper. */
export function withContrast({ width, height, pixels }: GreyPicture): GreyPicture {
  const counts = new Uint32Array(256);
  for (const shade of pixels) counts[shade] = (counts[shade] as number) + 1;
  const few = extremes * pixels.length;
  const firstOf = (shades: readonly number[]): number => {
    let passed = 0;
    return shades.find((shade) => (passed += counts[shade] as number) > few) ?? 0;
  };
  const shades = [...counts.keys()];
  const [dark, light] = [firstOf(shades), firstOf(shades.toReversed())];
  const range = light - dark;
  if (range < blankRange || range >= clearRange) return { width, height, pixels };
  const spread = Uint8ClampedArray.from(counts, (_, shade) => ((shade - dark) * 255) / range);
  return { width, height, pixels: pixels.map((shade) => spread[shade] as number) };
}

/** A picture `scale` times as large: each pixel is weighed from the four that it lies between. */
export function scaled({ width, height, pixels }: GreyPicture, scale: number): GreyPicture {
  const [wide, high] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  if (wide === width && high === height) return { width, height, pixels };
  const columns = between(wide, width);
  const rows = between(high, height);
  const result = new Uint8Array(wide * high);
  for (let y = 0; y < high; y++) {
    const [above, below] = [(rows.first[y] as number) * width, (rows.second[y] as number) * width];
    const down = rows.share[y] as number;
    for (let x = 0; x < wide; x++) {
      const [before, behind] = [columns.first[x] as number, columns.second[x] as number];
      const along = columns.share[x] as number;
      const upper =
        (pixels[above + before] as number) * (1 - along) + (pixels[above + behind] as number) * along;
      const lower =
        (pixels[below + before] as number) * (1 - along) + (pixels[below + behind] as number) * along;
      result[y * wide + x] = upper * (1 - down) + lower * down + 0.5;
    }
  }
  return { width: wide, height: high, pixels: result };
}

/** For each of `count` pixels the two of `from` that it lies between, and how near it is to the second. */
function between(count: number, from: number) {
  const [first, second, share] = [new Int32Array(count), new Int32Array(count), new Float32Array(count)];
  for (let index = 0; index < count; index++) {
    const at = Math.min(from - 1, Math.max(0, ((index + 0.5) * from) / count - 0.5));
    first[index] = Math.floor(at);
    second[index] = Math.min(from - 1, Math.floor(at) + 1);
    share[index] = at - Math.floor(at);
  }
  return { first, second, share };
}

/** A picture turned clockwise. */
export function turned(picture: GreyPicture, degrees: 0 | 90 | 180 | 270): GreyPicture {
  const { width, height, pixels } = picture;
  if (degrees === 0) return picture;
  if (degrees === 180) return { width, height, pixels: pixels.toReversed() };
  const result = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = degrees === 90 ? x * height + (height - 1 - y) : (width - 1 - x) * height + y;
      result[at] = pixels[y * width + x] as number;
    }
  return { width: height, height: width, pixels: result };
}

/** A picture turned clockwise by an angle in radians about its middle, on white so large that nothing is cut off. */
export function rotated(picture: GreyPicture, angle: number): GreyPicture {
  const { width, height, pixels } = picture;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const wide = Math.ceil(width * Math.abs(cos) + height * Math.abs(sin));
  const high = Math.ceil(width * Math.abs(sin) + height * Math.abs(cos));
  const result = new Uint8Array(wide * high).fill(white);
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++) {
      const [dx, dy] = [x + 0.5 - wide / 2, y + 0.5 - high / 2];
      const column = dx * cos + dy * sin + width / 2 - 0.5;
      const row = dy * cos - dx * sin + height / 2 - 0.5;
      if (column < 0 || row < 0 || column >= width - 1 || row >= height - 1) continue;
      const [before, above] = [Math.floor(column), Math.floor(row)];
      const [along, down] = [column - before, row - above];
      const at = above * width + before;
      const upper = (pixels[at] as number) * (1 - along) + (pixels[at + 1] as number) * along;
      const lower = (pixels[at + width] as number) * (1 - along) + (pixels[at + width + 1] as number) * along;
      result[y * wide + x] = upper * (1 - down) + lower * down + 0.5;
    }
  return { width: wide, height: high, pixels: result };
}

const white = 255;

/** Angles that are looked at, in degrees to either side: what is turned further is turned on purpose. */
const maxSkew = 5;

/** Pixels of the longer side of what the skew is looked for in: lines of a page are then still apart. */
const skewSide = 900;

/**
 * The angle in radians, clockwise, at which lines of text run down: the one along which dark pixels lie most on few
 * rows (projection profile; Postl 1986). To a tenth of a degree; 0 where no angle is better than level.
 */
export function skewOf(picture: GreyPicture): number {
  const small = scaled(picture, Math.min(1, skewSide / Math.max(picture.width, picture.height)));
  const edges = edgesOf(small);
  let best = { degrees: 0, score: profileScore(edges, small, 0) };
  const level = best.score;
  const look = (from: number, to: number, step: number): void => {
    for (let degrees = from; degrees <= to; degrees += step) {
      const score = profileScore(edges, small, degrees);
      if (score > best.score) best = { degrees, score };
    }
  };
  look(-maxSkew, maxSkew, 0.5);
  look(best.degrees - 0.4, best.degrees + 0.4, 0.1);
  return best.score > minGain * level ? (best.degrees * Math.PI) / 180 : 0;
}

/** Rows are so much more alike at an angle that is meant. */
const minGain = 1.1;

/** Where dark begins below light, as places of pixels: the upper edges of letters and rules, but not of areas. */
function edgesOf({ width, height, pixels }: GreyPicture): readonly number[] {
  const edges: number[] = [];
  const contrast = 60;
  for (let y = 1; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if ((pixels[at - width] as number) - (pixels[at] as number) > contrast) edges.push(at);
    }
  return edges;
}

/** The sum of the squares of how many edges lie on each row, the rows turned by so many degrees. */
function profileScore(edges: readonly number[], { width, height }: GreyPicture, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const shift = Math.ceil(Math.abs(slope) * width);
  const rows = new Int32Array(height + 2 * shift + 2);
  for (const at of edges) {
    const x = at % width;
    const row = Math.round((at - x) / width - slope * x) + shift;
    rows[row] = (rows[row] as number) + 1;
  }
  return rows.reduce((sum, count) => sum + count * count, 0);
}
