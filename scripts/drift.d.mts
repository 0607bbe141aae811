/** Returns the SQL that updates a migrated database to the models of prisma/schema; '' if nothing is missing. */
export function findDrift(url: string, externalTables: readonly string[]): Promise<string>;
