import type { Output } from '../output.ts';

const redrawMs = 100;
const plainLineMs = 5000;

/** Shows how far something is, on standard error. */
export interface LineDisplay {
  /** `format` is called where it is time for a new line. */
  update(format: () => string): void;
  /** Clears the line; the next plain one is some seconds away again. */
  clear(): void;
}

/**
 * On a terminal one line that rewrites itself, else a plain line every few seconds where it is another one; with
 * `--quiet` nothing.
 */
export function showLine(output: Output, stream: NodeJS.WriteStream = process.stderr): LineDisplay {
  let drawnAt = stream.isTTY ? -Infinity : performance.now();
  let plainLine: string | undefined;
  return {
    update(format) {
      const now = performance.now();
      if (output.quiet || now - drawnAt < (stream.isTTY ? redrawMs : plainLineMs)) return;
      drawnAt = now;
      const line = format();
      if (stream.isTTY) stream.write(`\r\x1b[K${line}`);
      else if (line !== plainLine) stream.write(`${line}\n`);
      plainLine = line;
    },
    clear() {
      plainLine = undefined;
      if (!stream.isTTY) drawnAt = performance.now();
      else if (drawnAt !== -Infinity) stream.write('\r\x1b[K');
    },
  };
}
