import { createCache } from '../platform/cache/cache.js';
import { serverTenant } from '../platform/workers/fair-queue.js';
import type { Viewer } from './viewer.js';

/** Organizations by the ids of objects that actions found lately. A wrong entry costs fairness, and no rights. */
const organizations = createCache<string>({ name: 'organizations of objects', weigh: ({ length }) => 2 * length });

/** Remembers which organization an object belongs to. */
export function rememberOrganization({ id, organizationId }: { id: string; organizationId: string }): void {
  organizations.set(id, organizationId);
}

/**
 * Whose turn a request takes in queues: the organization that it works on, when the viewer belongs to it. Otherwise the viewer's
 * only organization, or the viewer. What the operator does is the server's own.
 * @param ids ids that the request names, the most telling first
 */
export function tenantOf(viewer: Viewer, ids: Iterable<string> = []): string {
  return viewer.kind === 'user' ? (organizationOf(viewer, ids) ?? viewer.userId) : serverTenant;
}

/**
 * The organization that a request works on, when the viewer belongs to it; otherwise the viewer's only one. Undefined if
 * neither is known.
 * @param ids as for `tenantOf`
 */
export function organizationOf(viewer: Viewer, ids: Iterable<string>): string | undefined {
  if (viewer.kind !== 'user') return undefined;
  const { roles } = viewer;
  for (const id of ids) {
    const organizationId = roles.has(id) ? id : organizations.get(id);
    if (organizationId !== undefined && roles.has(organizationId)) return organizationId;
  }
  const [only] = roles.keys();
  return roles.size === 1 ? only : undefined;
}

/** The texts of an input that may be ids: its members, and those of objects in it; lists are left out. */
export function* textsIn(input: object, depth = 2): Generator<string> {
  for (const value of Object.values(input)) {
    if (typeof value === 'string' && value.length < 64) yield value;
    else if (depth > 1 && typeof value === 'object' && value !== null && !Array.isArray(value))
      yield* textsIn(value, depth - 1);
  }
}
