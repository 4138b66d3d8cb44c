import { vectorBytes } from './assemble-webassembly.ts';

/** Bytes `[from, to)` of a memory. */
export interface Block {
  readonly from: number;
  readonly to: number;
}

/** Which blocks of a memory are free. */
export class MemoryBlocks {
  /** In order, never touching each other. */
  #free: readonly Block[];

  /** All of so many bytes are free. */
  constructor(bytes: number) {
    this.#free = [{ from: 0, to: bytes }];
  }

  /** Takes the first block with room for so many bytes; undefined where there is none. */
  take(bytes: number): number | undefined {
    const size = blockSize(bytes);
    const block = this.#free.find(({ from, to }) => to - from >= size);
    if (block === undefined) return undefined;
    const { from, to } = block;
    const rest = to - from > size ? [{ from: from + size, to }] : [];
    this.#free = this.#free.flatMap((one) => (one === block ? rest : [one]));
    return from;
  }

  /** Takes back what {@link take} gave out for so many bytes, or what the memory has grown by. */
  giveBack(from: number, bytes: number): void {
    const to = from + blockSize(bytes);
    const before = this.#free.filter((block) => block.to <= from);
    const after = this.#free.filter((block) => block.from >= to);
    this.#free = [...before, { from, to }, ...after].reduce(joinTouching, []);
  }

  /** Whether there is room for so many bytes before `end`. */
  hasRoom(bytes: number, end: number): boolean {
    return this.#free.some(({ from, to }) => to - from >= bytes && from + bytes <= end);
  }

  /** Where the last block begins, if it reaches up to `end`; else `end` itself. */
  startOfLast(end: number): number {
    const last = this.#free.at(-1);
    return last?.to === end ? last.from : end;
  }
}

/** Blocks start where vectors may. */
export function blockSize(bytes: number): number {
  return Math.ceil(bytes / vectorBytes) * vectorBytes;
}

function joinTouching(blocks: readonly Block[], next: Block): readonly Block[] {
  const last = blocks.at(-1);
  if (last?.to !== next.from) return [...blocks, next];
  return [...blocks.slice(0, -1), { from: last.from, to: next.to }];
}
