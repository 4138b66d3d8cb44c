/** What a format numbers. */
export type PageUnit = 'page' | 'slide' | 'sheet';

const endings: readonly (readonly [PageUnit, RegExp])[] = [
  ['slide', /\.(?:pp[st][xm]|potx|o[dt]p|fodp)$/i],
  ['sheet', /\.(?:xl[st][xm]|o[dt]s|fods)$/i],
];

/** What the number of a document's page counts, by the ending of its path: what is recorded is the number alone. */
export function pageUnitOf(path: string): PageUnit {
  return endings.find(([, ending]) => ending.test(path))?.[0] ?? 'page';
}

/**
 * Which page, slide or sheet is to be named for a place: none where the format has none, nor a sheet by its number
 * where its name, which is a heading, is said before it.
 */
export function pageToName({
  path,
  headingPath,
  page,
}: {
  readonly path: string;
  readonly headingPath: readonly string[];
  readonly page: number | null;
}): { readonly unit: PageUnit; readonly number: number } | undefined {
  const unit = pageUnitOf(path);
  return page === null || (unit === 'sheet' && headingPath.length > 0) ? undefined : { unit, number: page };
}
