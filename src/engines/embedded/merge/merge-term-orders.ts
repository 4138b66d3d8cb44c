import { frequenciesOf } from '../text/order-terms.ts';
import { fieldBorder, numbersByFrequency, type TermOrder } from '../text/term-order.ts';
import { TermOrderWriter } from '../text/term-order-writer.ts';
import type { MergedTerms } from './merge-terms.ts';
import { dropped } from './remap.ts';

/** Chunks written anew before the event loop gets its turn: a few milliseconds. */
const chunksPerStep = 2048;

/**
 * Writes the live chunks of several orders anew, in steps, with the numbers that terms get in the merged dictionary.
 * `chunks` of them are live.
 */
export function* mergeTermOrders(
  orders: readonly TermOrder[],
  remaps: readonly Uint32Array[],
  { dictionary, fields, places }: MergedTerms,
  chunks: number,
): Generator<void, TermOrder> {
  const numbers = numbersByFrequency(frequenciesOf(fields, dictionary.size));
  const writer = new TermOrderWriter(chunks);
  for (const [index, order] of orders.entries()) {
    const renumbered = renumbering(order.numbers, places[index] as Uint32Array, numbers);
    const remap = remaps[index] as Uint32Array;
    for (let chunk = 0; chunk < remap.length; chunk++) {
      if (chunk % chunksPerStep === 0) yield;
      if (remap[chunk] === dropped) continue;
      const old = order.numbersAt(chunk);
      writer.addAll(old, 0, old.length, renumbered);
      writer.endChunk();
    }
  }
  return writer.finish(numbers);
}

/** By a term's old number: the new one. A term that is gone occurs in no live chunk. */
function renumbering(old: Uint32Array, places: Uint32Array, numbers: Uint32Array): Uint32Array {
  const renumbered = new Uint32Array(old.length + 1);
  renumbered[fieldBorder] = fieldBorder;
  for (let place = 0; place < old.length; place++) {
    const target = places[place] as number;
    if (target !== dropped) renumbered[old[place] as number] = numbers[target] as number;
  }
  return renumbered;
}
