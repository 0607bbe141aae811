import type { Context } from '../../api/graphql/execution/context.js';

/** Share keys that a request has presented; there where one was. */
const presented = new WeakMap<Context, Set<string>>();

const none: ReadonlySet<string> = new Set();

/** Notes a share key of a request (`shareKey`), which published addresses then carry where it opens their site. */
export function presentShareKey(context: Context, key: string | null | undefined): void {
  if (key == null || key === '') return;
  const keys = presented.get(context);
  if (keys) keys.add(key);
  else presented.set(context, new Set([key]));
}

/** The share keys that a request has presented. */
export function presentedShareKeys(context: Context): ReadonlySet<string> {
  return presented.get(context) ?? none;
}
