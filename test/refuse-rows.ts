/** SQL that makes each insertion into a table fail, until the trigger `refuse_TABLE` is dropped. */
export function refuseRows(table: string): string {
  return `create trigger refuse_${table} before insert on ${table}
    begin select raise(abort, 'on purpose'); end;`;
}
