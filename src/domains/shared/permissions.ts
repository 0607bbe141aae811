import { type Action, can, type Owned } from '../../access/policy.js';
import { embedded } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';

/** One boolean of a `permissions` object: the action behind it; null until the feature exists, then nobody has it. */
export interface Permission {
  action: Action | null;
  description: string;
}

/** Declares the `permissions` object of a type; its booleans come from the policy itself. */
export function permissionsType(name: string, permissions: Record<string, Permission>) {
  return builder.objectRef<Owned>(name).implement({
    description: 'What the caller may do, by the policy itself.',
    extensions: { guard: embedded },
    fields: (t) => {
      const fields = Object.entries(permissions).map(([field, { action, description }]) => [
        field,
        t.boolean({
          description,
          resolve: (object, _args, { viewer }) => action !== null && can(viewer, action, object),
        }),
      ]);
      return Object.fromEntries(fields) as Record<string, ReturnType<typeof t.boolean>>;
    },
  });
}
