import type { DatabaseSync } from 'node:sqlite';

/** What takes a migration back. */
const undoing: Readonly<Record<string, string>> = {
  '0013-failed-parses': 'drop table failed_parses',
  '0012-collections-of-citations': `alter table citations drop column collection;
    alter table citations drop column kind; alter table messages drop column other_collections`,
  '0011-limited-jobs': 'alter table jobs drop column is_limited',
  '0010-marked-words': 'drop index messages_marked; alter table messages drop column selected_text',
  '0009-job-directory': 'alter table jobs drop column directory',
  '0008-how-jobs-end': `drop table job_documents; alter table jobs drop column error;
    alter table jobs drop column cancelled_by; alter table jobs drop column store_bytes`,
  '0007-own-metadata': 'alter table document_versions drop column own_metadata',
  '0006-named-topics': 'drop table named_topics',
};

/** Makes a store what it was before a migration: all from that one on are taken back. */
export function undoMigrations(database: DatabaseSync, first: keyof typeof undoing): void {
  const done = database.prepare('select name from kysely_migration where name >= ? order by name desc');
  for (const { name } of done.all(first)) {
    const undo = undoing[String(name)];
    if (undo === undefined) throw new Error(`Nothing says how the migration ${String(name)} is taken back.`);
    database.exec(undo);
  }
  database.prepare('delete from kysely_migration where name >= ?').run(first);
  database.exec(`pragma user_version = ${Number.parseInt(first, 10) - 1}`);
}
