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
