import type { GraphQLSchema } from 'graphql';

export const notice: number;
export interface BreakingChange {
  path: string;
  message: string;
}
export function refusedChanges(judged: {
  changes: readonly BreakingChange[];
  changelog: string;
  released: GraphQLSchema | null;
  today: Date;
}): string[];
