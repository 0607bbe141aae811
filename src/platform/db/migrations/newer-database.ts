import { packageVersion } from '../../base/package-path.js';

/** An applied migration that this version does not have. */
export interface UnknownMigration {
  name: string;
  /** Text that the program which applied it has recorded; null if it was an earlier version, which recorded none. */
  logs: string | null;
}

/** Returns the text that this version records with a migration: its name and version. */
export function programLog(): string {
  return `docgraph ${packageVersion()}`;
}

/** Returns a sentence that names the newest unknown migration, the version that applied it, and what to do next. */
export function describeNewer(unknown: readonly UnknownMigration[]): string {
  const { name, logs } = unknown.at(-1)!;
  const program = /^docgraph \S+$/.exec(logs ?? '')?.[0];
  const maker =
    program === undefined ? 'A newer version' : program === programLog() ? `A newer build of ${program}` : program;
  const reason = `it has the migration ${name}, which this version does not know`;
  return `Cannot use the database: ${reason}. ${maker} has applied it. Install at least that version, or restore a backup`;
}
