import type { StoredVisitor } from '../contracts/engine.ts';

/** Runs one statement within a transaction that has begun. */
type Query = (text: string) => Promise<readonly object[]>;

/** Rows at a time: texts and parts of files may be some megabytes each. */
const rowsAtOnce = 20;

/** Types of columns that hold texts or bytes. */
const types = ['text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea'];

/**
 * Shows every row of tables, their texts and bytes alone. To be run within one transaction.
 * @param condition SQL over `table_schema` and `table_name`
 */
export async function readTables(query: Query, condition: string, visit: StoredVisitor): Promise<void> {
  const held = types.map((type) => `'${type}'`).join(', ');
  const columns = (await query(`select table_schema as schema, table_name as table, column_name as column,
    data_type in (${held}) as is_text from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and (${condition}) order by 1, 2, ordinal_position`)) as readonly Column[];
  for (const [place, of] of Map.groupBy(
    columns,
    ({ schema, table }) => `${quotedIdentifier(schema)}.${quotedIdentifier(table)}`,
  )) {
    const texts = of.filter((one) => one.is_text);
    if (texts.length === 0) continue;
    const version = versionColumns.every((name) => of.some(({ column }) => column === name))
      ? `, ${versionColumns.map(quotedIdentifier).join(', ')}`
      : '';
    const selected = texts.map(({ column }, at) => `${quotedIdentifier(column)} as value_${at}`).join(', ');
    await query(`declare stored no scroll cursor for select ${selected}${version} from ${place}`);
    for (;;) {
      const rows = (await query(`fetch ${rowsAtOnce} from stored`)) as readonly Row[];
      for (const { doc_id: documentId, version: number, ...values } of rows) {
        const isOne = version !== '' && typeof documentId === 'string';
        await visit({
          place: of[0]?.table ?? place,
          of: isOne ? { documentId, version: Number(number) } : undefined,
          value: values,
        });
      }
      if (rows.length < rowsAtOnce) break;
    }
    await query('close stored');
  }
}

interface Column {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly is_text: boolean;
}

type Row = Readonly<Record<string, unknown>>;

/** Columns that say which document version a row is of. */
const versionColumns = ['doc_id', 'version'];

/** A name of a schema, a table or a column as it stands in a statement. */
export function quotedIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
