import type { JsonSchema } from '../../inputs/extensions.js';

/** Components of an OpenAPI document by kind (`schemas`, `responses`, …) and name. */
export type ComponentGroups = Record<string, Record<string, JsonSchema>>;

/**
 * Returns the components that a part of the document references, directly or through other components. Keeps the order
 * of `groups`, and omits kinds without components. A component may be unused, because a rule on a field replaces the
 * reference to its type by a copy.
 */
export function usedComponents(part: unknown, groups: ComponentGroups): ComponentGroups {
  const used = referencesOf(part);
  // The iteration also visits elements that are added to the set meanwhile.
  for (const reference of used) for (const further of referencesOf(componentAt(groups, reference))) used.add(further);
  const usedGroups = Object.entries(groups).map(([kind, named]) => {
    const entries = Object.entries(named).filter(([name]) => used.has(`#/components/${kind}/${name}`));
    return [kind, Object.fromEntries(entries)] as const;
  });
  return Object.fromEntries(usedGroups.filter(([, named]) => Object.keys(named).length > 0));
}

/** Returns the targets of all references inside a value. */
function referencesOf(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string') found.add(inner);
    else referencesOf(inner, found);
  }
  return found;
}

function componentAt(groups: ComponentGroups, reference: string): JsonSchema | undefined {
  const [, , kind = '', name = ''] = reference.split('/');
  return groups[kind]?.[name];
}
