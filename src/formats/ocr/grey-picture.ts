/** A picture in shades of grey, row by row from the upper left corner: 0 is black, 255 white. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
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
