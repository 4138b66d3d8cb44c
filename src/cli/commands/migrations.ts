import { Command, Option } from 'commander';
import { runCommand } from '../run-command.ts';

interface MigrationsFlags {
  readonly engine: string;
  readonly schema?: string;
  readonly rowLevelSecurity?: true;
}

/** `footnote migrations` */
export function migrationsCommand(): Command {
  const command = new Command('migrations')
    .description("print the SQL of an engine's tables")
    .addOption(new Option('--engine <name>', 'whose tables').choices(['postgresql']).default('postgresql'))
    .option('--schema <name>', 'the schema they are made in (default: public)')
    .option('--row-level-security', 'let roles see only the collections that footnote_roles names for them')
    .action(({ schema, rowLevelSecurity }: MigrationsFlags) =>
      runCommand(command, async ({ output }) => {
        // Loaded late, like all that a command alone needs.
        const { migrationsSql } = await import('../../engines/postgresql/migrations.ts');
        const sql = migrationsSql({ schema, rowLevelSecurity });
        output.result({ engine: 'postgresql', sql }, () => sql.trimEnd());
      }),
    );
  return command.addHelpText(
    'after',
    `
Examples:
  footnote migrations --engine postgresql | psql "$DATABASE_URL"
  footnote migrations --engine postgresql --schema search > footnote.sql

The engine makes its tables itself at its first opening, where its user may. Run
this where it may not, or in the SQL editor of a hosted database. It can be run
any number of times.

With --json: {engine, sql}
`,
  );
}
