import type { PdfDocument } from './open-pdf.ts';

/** A bookmark that leads to a page. */
export interface OutlineEntry {
  readonly title: string;
  /** 1-based page. */
  readonly page: number;
  /** 1 for the outermost. */
  readonly level: number;
}

type Outline = Awaited<ReturnType<PdfDocument['getOutline']>>;

/** More bookmarks than this are left alone. */
const maxEntries = 20_000;

/** The bookmarks in document order; none where there are none or they are damaged. */
export async function readOutline(pdf: PdfDocument): Promise<readonly OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  const pending = await topLevel(pdf);
  let seen = 0;
  while (pending.length > 0 && seen < maxEntries) {
    const { item, level } = pending.pop() as (typeof pending)[number];
    seen += 1;
    const page = await pageOf(pdf, item.dest);
    if (page !== undefined && item.title.trim() !== '') entries.push({ title: item.title, page, level });
    pending.push(
      ...item.items.toReversed().map((child: Outline[number]) => ({ item: child, level: level + 1 })),
    );
  }
  return entries;
}

async function topLevel(pdf: PdfDocument): Promise<{ item: Outline[number]; level: number }[]> {
  try {
    const outline = (await pdf.getOutline()) as Outline | null;
    return (outline ?? []).toReversed().map((item) => ({ item, level: 1 }));
  } catch {
    return [];
  }
}

async function pageOf(pdf: PdfDocument, dest: unknown): Promise<number | undefined> {
  try {
    const explicit = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const target: unknown = Array.isArray(explicit) ? explicit[0] : undefined;
    if (typeof target === 'number') return target + 1;
    if (typeof target !== 'object' || target === null) return undefined;
    return (await pdf.getPageIndex(target as Parameters<PdfDocument['getPageIndex']>[0])) + 1;
  } catch {
    return undefined;
  }
}
