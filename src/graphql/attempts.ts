import type { GraphQLSchema } from 'graphql';
import type { Context } from './context.js';

/**
 * Kinds of attempts that are limited by the minute, each with its own count for a caller: how many. Joining tells whether
 * an organization takes an address or an invite is valid, which nobody may try out (safety, row 31).
 */
export const attemptsPerMinute = { join: 10 } as const;

/** A kind of attempts. */
export type AttemptKind = keyof typeof attemptsPerMinute;

/** Extension of a root field whose calls are attempts to join, or to learn what one may join. */
export const joining = { attempts: 'join' } as const satisfies { attempts: AttemptKind };

/** Makes each root field that says so count as an attempt before it does anything. @throws RATE_LIMITED, when called. */
export function limitAttempts(schema: GraphQLSchema): void {
  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const kind = field.extensions.attempts as AttemptKind | undefined;
      if (kind === undefined) continue;
      const resolve = field.resolve!;
      field.resolve = async (...call) => {
        await (call[2] as Context).attempt(kind);
        return resolve(...call);
      };
    }
  }
}
