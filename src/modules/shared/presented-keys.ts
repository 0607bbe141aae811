import type { Context } from '../../api/graphql/execution/context.js';

/** Share keys that each request has presented. A request without share keys has no entry. */
const presented = new WeakMap<Context, Set<string>>();

const none: ReadonlySet<string> = new Set();

/**
 * Records a share key that a request presents in the argument `shareKey`. If the key opens a site, the published URLs
 * of that site in the response contain the key.
 */
export function presentShareKey(context: Context, key: string | null | undefined): void {
  if (key == null || key === '') return;
  const keys = presented.get(context);
  if (keys) keys.add(key);
  else presented.set(context, new Set([key]));
}

/** Returns the share keys that a request has presented. */
export function presentedShareKeys(context: Context): ReadonlySet<string> {
  return presented.get(context) ?? none;
}
