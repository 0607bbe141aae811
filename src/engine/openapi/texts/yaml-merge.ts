import { type Alias, isScalar, type Scalar } from 'yaml';
import { isMembers, type Members } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { maxDocumentValues } from '../check-size.js';

/** Conversion state of the YAML library. This file only passes it on. */
type Conversion = Parameters<Alias['toJSON']>[1];

/** Reports whether a name is the merge key `<<`, written without quotes. */
export function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.value === '<<';
}

/**
 * Returns a function that makes a merge key of the document copy members. A map's own members take precedence over its
 * sources, and earlier sources over later ones. Sources are converted once and shared, so the time is proportional to
 * the number of copied members. At most `maxDocumentValues` members are copied.
 */
export function mergeReader(): (key: Scalar) => void {
  let copied = 0;
  const copy = (target: Members, source: Json): void => {
    if (!isMembers(source)) throw new Error('`<<` must be a map, or a list of maps');
    for (const [name, value] of Object.entries(source)) {
      copied += 1;
      if (copied > maxDocumentValues) throw new Error(`merge keys copy more than ${maxDocumentValues} members`);
      if (!Object.hasOwn(target, name))
        Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
    }
  };
  return (key) => {
    // The YAML library calls this function for a merge key instead of adding a member.
    const addToJSMap = (context: Conversion, target: Members, node: Alias | null): void => {
      const sources = (node ? node.toJSON('', context) : null) as Json;
      for (const source of Array.isArray(sources) ? sources : [sources]) copy(target, source);
    };
    Object.assign(key, { addToJSMap });
  };
}
