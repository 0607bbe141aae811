/** The SQL that turns a migrated database into what the models say; '' if nothing is missing. */
export function findDrift(url: string, externalTables: readonly string[]): Promise<string>;
