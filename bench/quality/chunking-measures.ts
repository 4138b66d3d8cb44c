import type { Place } from '../../src/text/sentences/note-marks.ts';

/** How well retrieved spans match the evidence, each in [0, 1]. */
export interface SpanMatch {
  /** Share of the evidence that was retrieved. */
  readonly recall: number;
  /** Share of what was retrieved that is evidence; what is retrieved twice is evidence once. */
  readonly precision: number;
  /** Evidence retrieved, over all that is evidence or was retrieved. */
  readonly iou: number;
}

/**
 * Compares what was retrieved, of all documents, with the evidence in one of them, by characters.
 * Source: Smith and Troynikov, "Evaluating Chunking Strategies for Retrieval", Chroma, 2024.
 */
export function matchSpans(
  retrieved: readonly (Place & { readonly documentId: string })[],
  { documentId, evidence }: { readonly documentId: string; readonly evidence: readonly Place[] },
): SpanMatch {
  const wanted = union(evidence);
  const given = union(retrieved.filter((span) => span.documentId === documentId));
  const found = totalLength(wanted.flatMap((span) => given.map((other) => intersection(span, other))));
  const wantedLength = totalLength(wanted);
  const retrievedLength = totalLength(retrieved);
  return {
    recall: found / wantedLength,
    precision: retrievedLength === 0 ? 0 : found / retrievedLength,
    iou: found / (retrievedLength + wantedLength - found),
  };
}

function union(spans: readonly Place[]): Place[] {
  const merged: Place[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, end) };
    else merged.push({ start, end });
  }
  return merged;
}

function intersection(a: Place, b: Place): Place {
  const start = Math.max(a.start, b.start);
  return { start, end: Math.max(start, Math.min(a.end, b.end)) };
}

function totalLength(spans: readonly Place[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}
