import type { GraphQLSchema } from 'graphql';
import type { Context } from './context.js';

/**
 * Maximum number of attempts of a caller per minute. Each kind of attempt is counted separately. Joining reveals
 * whether an organization accepts an address, or whether an invite is valid, so the limit prevents guessing.
 */
export const attemptsPerMinute = { join: 10 } as const;

/** Kind of attempt. */
export type AttemptKind = keyof typeof attemptsPerMinute;

/** Root fields that count as attempts, by name. */
export const attemptByField: Readonly<Record<string, AttemptKind>> = {
  joinOrganization: 'join',
  acceptInvite: 'join',
  organizationsForEmailDomain: 'join',
};

/**
 * Makes each listed root field count as an attempt before it runs.
 * @throws RATE_LIMITED, when such a field is called
 */
export function limitAttempts(schema: GraphQLSchema, kinds = attemptByField): void {
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
