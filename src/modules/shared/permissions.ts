import { can, type ObjectOf, type OwnedContent } from '../../access/policy.js';
import type { Action } from '../../access/required-roles.js';
import type { Viewer } from '../../access/viewer.js';
import { partOfGuardedObject } from '../../api/graphql/schema/access.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { asyncField } from '../../api/graphql/schema/field-marks.js';

/**
 * A boolean field of a `permissions` object. `action` is null if the feature does not exist yet; the field is then
 * false.
 */
export interface Permission {
  action: Action | null;
  description: string;
  /** Set if the permission is on another object. That object is loaded only if the client selects the field. */
  onOtherObject?: true;
}

type Allowed = Record<string, boolean | Promise<boolean>>;

/**
 * Declares the `permissions` object of a type.
 * @returns the type, and a function `of` that computes the permissions of a viewer on an object. `objectByField` loads
 * the objects of permissions on other objects; each is loaded only if its field is selected
 */
export function permissionsType(name: string, permissions: Record<string, Permission>) {
  const type = builder.objectRef<Allowed>(name).implement({
    description: 'Rights of the caller, as the access policy decides them.',
    extensions: { guard: partOfGuardedObject },
    fields: (t) => {
      // A field without a resolver is read synchronously. A field with a resolver may return a promise.
      const fields = Object.entries(permissions).map(([field, { description, onOtherObject }]) => [
        field,
        onOtherObject
          ? t.boolean({ description, extensions: asyncField, resolve: (allowed) => allowed[field]! })
          : t.exposeBoolean(field as never, { description }),
      ]);
      return Object.fromEntries(fields) as Record<string, ReturnType<typeof t.boolean>>;
    },
  });
  const actions = Object.entries(permissions).map(([field, { action }]) => [field, action] as const);
  const isAllowed = (viewer: Viewer, action: Action | null, object: ObjectOf<Action>): boolean =>
    action !== null && can(viewer, action, object);
  const byRole = memoizeByRole((viewer, object) =>
    Object.fromEntries(actions.map(([field, action]) => [field, isAllowed(viewer, action, object)])),
  );
  const of = (
    viewer: Viewer,
    object: ObjectOf<Action>,
    objectByField?: Record<string, () => Promise<ObjectOf<Action>>>,
  ): Allowed => {
    const allowed = byRole(viewer, object);
    if (!objectByField) return allowed;
    const deferred = actions
      .filter(([field]) => objectByField[field])
      .map(([field, action]) => {
        const get = async () => isAllowed(viewer, action, await objectByField[field]!());
        return [field, { get, enumerable: true }] as const;
      });
    return Object.create(allowed, Object.fromEntries(deferred)) as Allowed;
  };
  return { type, of };
}

/**
 * Caches permissions by organization and role, because `can` reads only these two from an object. Most items of a list
 * have the same organization and role.
 */
function memoizeByRole(decide: (viewer: Viewer, object: ObjectOf<Action>) => Allowed): typeof decide {
  const cache = new WeakMap<Viewer, Map<string, Allowed>>();
  return (viewer, object) => {
    const allowedByKey = cache.get(viewer) ?? new Map<string, Allowed>();
    cache.set(viewer, allowedByKey);
    const { organizationId, effectiveRole } = object as Partial<OwnedContent>;
    const key = `${organizationId} ${effectiveRole}`;
    const allowed = allowedByKey.get(key) ?? decide(viewer, object);
    allowedByKey.set(key, allowed);
    return allowed;
  };
}
