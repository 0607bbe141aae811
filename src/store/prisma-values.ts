import { Prisma } from './generated/sqlite/client.js';

// Values that Prisma Client takes where plain JavaScript has no word; they are the same for both databases.

/** Writes NULL to a nullable JSON column. */
export const databaseNull = Prisma.DbNull;

/** Writes the JSON value null to a JSON column. */
export const jsonNull = Prisma.JsonNull;

/** Stands for a field that is left as it is; undefined is refused (safety.md, trap 5). */
export const skip = Prisma.skip;
