import { tables } from '../store/generated/columns.js';

type Tables = typeof tables;

/** The description of a column, said once, as `///` in the Prisma schema. */
export function describe<T extends keyof Tables>(table: T, column: keyof Tables[T]['columns']): string {
  return (tables[table].columns as Record<string, { description: string }>)[column as string]!.description;
}
