import { createCache } from '../platform/cache/cache.js';
import { serverTenant } from '../platform/workers/fair-queue.js';
import type { Viewer } from './viewer.js';

/**
 * Caches the organization of each object that an action has read recently, by the id of the object. A wrong entry
 * affects only the fairness between organizations, never permissions.
 */
const organizations = createCache<string>({ name: 'organizations of objects', weigh: ({ length }) => 2 * length });

export function cacheOrganization({ id, organizationId }: { id: string; organizationId: string }): void {
  organizations.set(id, organizationId);
}

/**
 * Returns the tenant whose queue a request uses. It is the organization that the request works on, if the viewer is a
 * member; otherwise the viewer's only organization, or the viewer itself. Requests of the operator, and those without a
 * token, belong to the server.
 * @param ids ids that the request contains, most specific first
 */
export function tenantOf(viewer: Viewer, ids: Iterable<string> = []): string {
  return viewer.kind === 'user' ? (organizationOf(viewer, ids) ?? viewer.userId) : serverTenant;
}

/**
 * Returns the organization that a request works on, if the viewer is a member. Otherwise returns the viewer's only
 * organization, or undefined.
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

/**
 * Yields the strings of an input that may be ids: those in its fields, and in the fields of the objects in it. It skips
 * lists.
 */
export function* possibleIdsIn(input: object, depth = 2): Generator<string> {
  for (const value of Object.values(input)) {
    if (typeof value === 'string' && value.length < 64) yield value;
    else if (depth > 1 && typeof value === 'object' && value !== null && !Array.isArray(value))
      yield* possibleIdsIn(value, depth - 1);
  }
}
