import type { Action } from '../../access/actions.js';
import { can, type ObjectOf } from '../../access/policy.js';
import type { Viewer } from '../../access/viewer.js';
import { embedded } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';

/** One boolean of a `permissions` object: the action behind it; null until the feature exists, then nobody has it. */
export interface Permission {
  action: Action | null;
  description: string;
}

/**
 * Declares the `permissions` object of a type.
 * @returns the type, and what works out all its booleans for a viewer and an object, by the policy itself; `others` are
 * the objects of those permissions that are not about that object
 */
export function permissionsType(name: string, permissions: Record<string, Permission>) {
  const type = builder.objectRef<Record<string, boolean>>(name).implement({
    description: 'What the caller may do, by the policy itself.',
    extensions: { guard: embedded },
    fields: (t) => {
      const fields = Object.entries(permissions).map(([field, { description }]) => [
        field,
        t.exposeBoolean(field, { description }),
      ]);
      return Object.fromEntries(fields) as Record<string, ReturnType<typeof t.exposeBoolean>>;
    },
  });
  const actions = Object.entries(permissions).map(([field, { action }]) => [field, action] as const);
  const of = (
    viewer: Viewer,
    object: ObjectOf<Action>,
    others: Record<string, ObjectOf<Action>> = {},
  ): Record<string, boolean> => {
    const allowed: Record<string, boolean> = {};
    for (const [field, action] of actions)
      allowed[field] = action !== null && can(viewer, action, others[field] ?? object);
    return allowed;
  };
  return { type, of };
}
