import type { Action } from '../../access/actions.js';
import { can, type ObjectOf } from '../../access/policy.js';
import type { Viewer } from '../../access/viewer.js';
import { embedded } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';

/** One boolean of a `permissions` object: the action behind it; null until the feature exists, then nobody has it. */
export interface Permission {
  action: Action | null;
  description: string;
  /** It is about another object than the type's, which is found where the permission is selected. */
  ofOther?: true;
}

type Allowed = Record<string, boolean | Promise<boolean>>;

/**
 * Declares the `permissions` object of a type.
 * @returns the type, and what works out all its booleans for a viewer and an object, by the policy itself; `others` find
 * the objects of those permissions that are not about that object, and are asked only where the permission is selected
 */
export function permissionsType(name: string, permissions: Record<string, Permission>) {
  const type = builder.objectRef<Allowed>(name).implement({
    description: 'What the caller may do, by the policy itself.',
    extensions: { guard: embedded },
    fields: (t) => {
      // A field without a resolver is read at once, one with a resolver may wait.
      const fields = Object.entries(permissions).map(([field, { description, ofOther }]) => [
        field,
        ofOther
          ? t.boolean({ description, resolve: (allowed) => allowed[field]! })
          : t.exposeBoolean(field as never, { description }),
      ]);
      return Object.fromEntries(fields) as Record<string, ReturnType<typeof t.boolean>>;
    },
  });
  const actions = Object.entries(permissions).map(([field, { action }]) => [field, action] as const);
  const of = (
    viewer: Viewer,
    object: ObjectOf<Action>,
    others: Record<string, () => Promise<ObjectOf<Action>>> = {},
  ): Allowed => {
    const allowed: Allowed = {};
    for (const [field, action] of actions) {
      const isAllowed = (it: ObjectOf<Action>): boolean => action !== null && can(viewer, action, it);
      const other = others[field];
      if (other) Object.defineProperty(allowed, field, { get: () => other().then(isAllowed) });
      else allowed[field] = isAllowed(object);
    }
    return allowed;
  };
  return { type, of };
}
