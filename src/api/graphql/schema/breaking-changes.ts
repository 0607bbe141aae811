import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

/** A change of a schema that makes some valid calls fail. */
export interface BreakingChange {
  /** Path of the changed element, such as `Space.title`. */
  path: string;
  message: string;
}

/** Returns the breaking changes between two schemas, given in SDL. */
export async function breakingChanges(before: string, after: string): Promise<BreakingChange[]> {
  const changes = await diff(buildSchema(before), buildSchema(after));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ path = '', message }) => ({ path, message }));
}
