import { ContentError, type ContentRef } from '../../base/types.js';
import type { Copying } from './copy-content.js';

/** Begins the destination that is a placeholder: `docgraph:param/support` stands for what is given as `support`. */
const prefix = 'docgraph:param/';

/**
 * The value given for a destination that is a placeholder; null for any other destination, and where the copy takes no
 * parameters or lacks this one, which `checkParameters` tells afterwards.
 */
export function parameterOf(destination: string, { parameters, asked }: Copying): ContentRef | null {
  const name = placeholderName(destination);
  if (name === null || !parameters) return null;
  asked.add(name);
  return parameters.get(name) ?? null;
}

/**
 * Refuses parameters that do not fit the source.
 * @throws ContentError with the pointer for a name that no placeholder has, and for a placeholder without a value.
 */
export function checkParameters({ parameters, asked, pointer }: Copying): void {
  if (!parameters) return;
  const known = asked.size === 0 ? 'it has none' : `it has ${[...asked].map(quoted).join(', ')}`;
  for (const name of parameters.keys()) {
    if (asked.has(name)) continue;
    throw new ContentError(
      `\`contentRefs\` must name placeholders of the template (got ${quoted(name)}); ${known}`,
      pointer,
    );
  }
  const missing = [...asked].filter((name) => !parameters.has(name));
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
