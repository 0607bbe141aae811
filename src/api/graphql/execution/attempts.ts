import type { GraphQLSchema } from 'graphql';
import type { Context } from './context.js';

/**
 * Kinds of attempts that are limited by the minute, each with its own count for a caller: how many. Joining tells whether
 * an organization takes an address or an invite is valid, which nobody may try out (safety, row 31).
 */
export const attemptsPerMinute = { join: 10 } as const;

/** A kind of attempts. */
export type AttemptKind = keyof typeof attemptsPerMinute;

/** What counts as an attempt: root fields by name. */
export const attemptsOf: Readonly<Record<string, AttemptKind>> = {
  joinOrganization: 'join',
  acceptInvite: 'join',
  organizationsForEmailDomain: 'join',
};

/** Makes each root field of the table count as an attempt before it does anything. @throws RATE_LIMITED, when called. */
export function limitAttempts(schema: GraphQLSchema, kinds = attemptsOf): void {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const kind = kinds[field.name];
      if (kind === undefined) continue;
      const resolve = field.resolve!;
      field.resolve = async (...call) => {
        await (call[2] as Context).attempt(kind);
        return resolve(...call);
      };
    }
  }
}
