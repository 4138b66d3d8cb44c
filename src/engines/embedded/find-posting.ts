/** The posting of a place among `postings[start, end)`, which are ascending by place; 0 where it has none. */
export function findPosting(postings: Uint32Array, start: number, end: number, place: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (((postings[middle] as number) & 0xffff) < place) low = middle + 1;
    else high = middle;
  }
  const posting = low < end ? (postings[low] as number) : 0;
  return (posting & 0xffff) === place ? posting : 0;
}

/** How many postings are walked through in the time that one is searched for. */
export const walkedPerSearch = 16;
