import { LRUCache } from 'lru-cache';
import { serverTenant } from '../threads/fair-queue.js';
import type { Viewer } from './viewer.js';

/** Organizations by the ids of objects that actions found lately. A wrong entry costs fairness, and no rights. */
const organizations = new LRUCache<string, string>({ max: 20_000 });

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
  if (viewer.kind !== 'user') return serverTenant;
  const { roles, userId } = viewer;
  for (const id of ids) {
    const organizationId = roles.has(id) ? id : organizations.get(id);
    if (organizationId !== undefined && roles.has(organizationId)) return organizationId;
  }
  const [only] = roles.keys();
  return only !== undefined && roles.size === 1 ? only : userId;
}

/** The texts of an input that may be ids: its members, and those of objects in it; lists are left out. */
export function* textsIn(input: object, depth = 2): Generator<string> {
  for (const value of Object.values(input)) {
    if (typeof value === 'string' && value.length < 64) yield value;
    else if (depth > 1 && typeof value === 'object' && value !== null && !Array.isArray(value))
      yield* textsIn(value, depth - 1);
  }
}
