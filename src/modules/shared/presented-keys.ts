import type { Context } from '../../api/graphql/execution/context.js';

/** Share keys that a request has presented; absent if it has presented none. */
const presented = new WeakMap<Context, Set<string>>();

const none: ReadonlySet<string> = new Set();

/**
 * Records a share key that a request presents (`shareKey`). Published URLs in the response contain the key if it opens
 * their site.
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
