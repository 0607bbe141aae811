import type { GraphQLSchema } from 'graphql';
import type { Context } from './context.js';

/**
 * Maximum number of attempts of a caller per minute, by kind; each kind is counted separately. Joining reveals whether
 * an organization accepts an address or an invite is valid, so guessing is limited.
 */
export const attemptsPerMinute = { join: 10 } as const;

/** A kind of attempts. */
export type AttemptKind = keyof typeof attemptsPerMinute;

/** Root fields that count as attempts, by name. */
export const attemptsOf: Readonly<Record<string, AttemptKind>> = {
  joinOrganization: 'join',
  acceptInvite: 'join',
  organizationsForEmailDomain: 'join',
};

/**
 * Makes each root field of the table count as an attempt before it runs.
 * @throws RATE_LIMITED, when a field is called
 */
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
