import { isMembers, type Members, membersOf } from '../members.js';
import type { Json } from '../types.js';

/** So many references in a row are followed: one that leads in a circle leads nowhere. */
const mostHops = 20;

/**
 * What stands at a reference within the document, or what it is given where that is none. References to other documents are not
 * followed: they stay as they are.
 */
export function resolved(document: Members, value: Json | undefined): Members {
  let found = value;
  for (let hop = 0; hop < mostHops; hop += 1) {
    const { $ref: reference } = membersOf(found);
    if (typeof reference !== 'string') return membersOf(found);
    const target = targetOf(document, reference);
    if (target === undefined) return membersOf(found);
    found = target;
  }
  return {};
}

/** The name of the schema that a reference names; null for what is no such reference. */
export function schemaName(value: Json | undefined): string | null {
  const { $ref: reference } = membersOf(value);
  const match = typeof reference === 'string' && /^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(reference);
  return match ? unescaped(match[1]!) : null;
}

/** The named schemas of a document. */
export function schemasOf(document: Members): Members {
  return membersOf(membersOf(document.components).schemas ?? document.definitions);
}

function targetOf(document: Members, reference: string): Json | undefined {
  if (!reference.startsWith('#/')) return undefined;
  let at: Json | undefined = document;
  for (const part of reference.slice(2).split('/')) {
    const name = unescaped(part);
    if (Array.isArray(at)) at = at[Number(name)];
    else at = isMembers(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}

function unescaped(part: string): string {
  const text = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
