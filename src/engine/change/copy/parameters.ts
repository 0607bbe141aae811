import { ContentError, type ContentRef } from '../../base/types.js';
import type { CopyState } from './copy-content.js';

/**
 * Prefix of placeholders in link destinations: `docgraph:param/support` is replaced by the value of the parameter
 * `support`.
 */
const prefix = 'docgraph:param/';

/**
 * Returns the value for a destination that is a placeholder, and records the placeholder's name. Returns null for any
 * other destination, if the copy has no parameters, or if the parameter is missing. Missing parameters are reported
 * later by `checkParameters`.
 */
export function findParameter(destination: string, { parameters, placeholderNames }: CopyState): ContentRef | null {
  const name = placeholderName(destination);
  if (name === null || !parameters) return null;
  placeholderNames.add(name);
  return parameters.get(name) ?? null;
}

/**
 * Rejects parameters that do not match the source's placeholders.
 * @throws ContentError with the pointer for a name that no placeholder has, and for a placeholder without a value
 */
export function checkParameters({ parameters, placeholderNames, pointer }: CopyState): void {
  if (!parameters) return;
  const known = placeholderNames.size === 0 ? 'it has none' : `it has ${[...placeholderNames].map(quoted).join(', ')}`;
  for (const name of parameters.keys()) {
    if (placeholderNames.has(name)) continue;
    throw new ContentError(
      `\`contentRefs\` must name placeholders of the template (got ${quoted(name)}); ${known}`,
      pointer,
    );
  }
  const missing = [...placeholderNames].filter((name) => !parameters.has(name));
  if (missing.length === 0) return;
  throw new ContentError(
    `\`contentRefs\` must give every placeholder of the template a reference (got none for ${missing.map(quoted).join(', ')})`,
    pointer,
  );
}

function placeholderName(destination: string): string | null {
  if (!destination.startsWith(prefix) || destination === prefix) return null;
  try {
    return decodeURIComponent(destination.slice(prefix.length));
  } catch {
    return null;
  }
}

function quoted(name: string): string {
  return JSON.stringify(name);
}
