import type { OpenSource } from '../route.ts';

/** Whether the opened source shows exactly this place. */
export function isOpen(
  source: OpenSource | undefined,
  place: { readonly documentId: string; readonly start: number; readonly end: number },
): boolean {
  return (
    source?.documentId === place.documentId &&
    source.span?.start === place.start &&
    source.span.end === place.end
  );
}
