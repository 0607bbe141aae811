import { scopes as allScopes, operatorScope } from '../../../access/scopes.js';
import { badInput } from '../../../platform/base/errors.js';
import { checkedName } from '../users/checked-name.js';

/** Schema of the name of a token, with its length limits. */
export const tokenName = { description: 'Purpose of an access token.', minLength: 1, maxLength: 100 };

/** Scopes that users may give to their tokens. Only the operator may give the scope `operator`. */
const userScopes = allScopes.filter((scope) => scope !== operatorScope);

/**
 * Checks the scopes of a new token.
 * @param allowed scopes that the token may have; default: those that users may give
 * @returns the scopes without duplicates; null if none are given, which allows all rights of the user
 * @throws BAD_USER_INPUT for an empty list, and for an unknown scope, whose position the error names, such as
 * `scopes[1]`
 */
export function checkedScopes(
  scopes: readonly string[] | null | undefined,
  allowed: readonly string[] = userScopes,
): string[] | null {
  if (scopes == null) return null;
  if (scopes.length === 0)
    throw badInput('scopes', '`scopes` must have at least 1 scope (got 0); leave it out for all rights of the user');
  for (const [index, scope] of scopes.entries()) {
    if (!allowed.includes(scope)) {
      const rule = `must be one of ${allowed.join(', ')}`;
      throw badInput(`scopes[${index}]`, `\`scopes[${index}]\` ${rule} (got ${JSON.stringify(scope.slice(0, 100))})`);
    }
  }
  return [...new Set(scopes)];
}

/** Checks the name of a new token. @throws BAD_USER_INPUT */
export function checkedTokenName(name: string): string {
  return checkedName(name, tokenName);
}
