import { z } from 'zod';

const jsonNumber = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A whole number of a query, written as in JSON: `Number` would also take `0x10`, and what is left empty for 0. */
export function wholeNumber({ min, max }: { readonly min: number; readonly max: number }) {
  return z.preprocess(readNumber, z.number().min(min).max(max).int());
}

function readNumber(text: unknown): unknown {
  return typeof text === 'string' && jsonNumber.test(text) ? Number(text) : text;
}
