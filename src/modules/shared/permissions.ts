import { can, type ObjectOf, type OwnedContent } from '../../access/policy.js';
import type { Action } from '../../access/required-roles.js';
import type { Viewer } from '../../access/viewer.js';
import { embedded } from '../../api/graphql/schema/access.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { asyncField } from '../../api/graphql/schema/field-marks.js';

/**
 * A boolean of a `permissions` object. `action` is null while the feature does not exist; the boolean is then false.
 */
export interface Permission {
  action: Action | null;
  description: string;
  /** Set if the permission concerns another object. That object is loaded only if the client selects the permission. */
  ofOther?: true;
}

type Allowed = Record<string, boolean | Promise<boolean>>;

/**
 * Declares the `permissions` object of a type.
 * @returns the type, and a function that computes all booleans for a viewer and an object by the policy. `others` find
 * the other objects that permissions concern; they are called only if the permission is selected
 */
export function permissionsType(name: string, permissions: Record<string, Permission>) {
  const type = builder.objectRef<Allowed>(name).implement({
    description: 'Rights of the caller, as the access policy decides them.',
    extensions: { guard: embedded },
    fields: (t) => {
      // A field without a resolver is read synchronously; a field with a resolver may return a promise.
      const fields = Object.entries(permissions).map(([field, { description, ofOther }]) => [
        field,
        ofOther
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
    const waiting = actions
      .filter(([field]) => objectByField[field])
      .map(([field, action]) => {
        const get = async () => isAllowed(viewer, action, await objectByField[field]!());
        return [field, { get, enumerable: true }] as const;
      });
    return Object.create(allowed, Object.fromEntries(waiting)) as Allowed;
  };
  return { type, of };
}

/**
 * Caches decisions by organization and role, because `can` reads only these from an object. Most items of a list have
 * the same organization and role.
 */
function memoizeByRole(decide: (viewer: Viewer, object: ObjectOf<Action>) => Allowed): typeof decide {
  const known = new WeakMap<Viewer, Map<string, Allowed>>();
  return (viewer, object) => {
    const ofViewer = known.get(viewer) ?? new Map<string, Allowed>();
    known.set(viewer, ofViewer);
    const { organizationId, effectiveRole } = object as Partial<OwnedContent>;
    const key = `${organizationId} ${effectiveRole}`;
    const allowed = ofViewer.get(key) ?? decide(viewer, object);
    ofViewer.set(key, allowed);
    return allowed;
  };
}
