import { CriticalityLevel, diff } from '@graphql-inspector/core';
import type { GraphQLSchema } from 'graphql';

/** A change of a schema that some valid calls do not survive. */
export interface BreakingChange {
  /** The element: `Space.title`. */
  path: string;
  message: string;
}

/** The breaking changes between two schemas, in the order of their paths. */
export async function breakingChanges(before: GraphQLSchema, after: GraphQLSchema): Promise<BreakingChange[]> {
  const changes = await diff(before, after);
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ path = '', message }) => ({ path, message }));
}
