/** A row's cells that are not blank. */
export interface SheetRow {
  /** 1-based, as the sheet shows it. */
  readonly number: number;
  /** 1-based columns in ascending order, one for each text. */
  readonly columns: readonly number[];
  readonly texts: readonly string[];
}

/** The last column of a sheet, XFD. */
export const maxColumns = 16_384;
