import type { ContentRef, Json, Page } from '../../base/types.js';
import { type Asked, askedByAddress, askedByRef, type Standpoint } from './asked.js';
import type { Relation, TextReferences } from './text-references.js';

/** All that one page asks of one target, for one relation. */
export interface AskedUsage extends Asked {
  relation: Relation;
  /** Ids of the headings below which it stands, each once, in order; '' is the part before the first. */
  places: string[];
}

/**
 * What a page points at and what it is made with: its text's destinations, cover, meta links, target and computed source.
 * References to one target are one usage.
 * @param text the references of its text; null for a page without one.
 */
export function usagesOf(from: Standpoint, text: TextReferences | null): AskedUsage[] {
  const usages = new Map<string, AskedUsage>();
  const add = (asked: Asked | null, relation: Relation, section: string): void => {
    if (!asked) return;
    const key = JSON.stringify([relation, targetOf(asked)]);
    const known = usages.get(key);
    if (!known) usages.set(key, { ...asked, relation, places: [section] });
    // References come in the order of the text: an equal place is the one before.
    else if (known.places.at(-1) !== section) known.places.push(section);
  };
  for (const { ref, relation } of refsOf(from.page, text?.hasCover ?? false)) add(askedByRef(ref, from), relation, '');
  for (const { address, relation, section } of text?.references ?? [])
    add(askedByAddress(address, from), relation, section);
  return [...usages.values()];
}

/** What makes two references one usage. */
function targetOf({ asked, askedToo, outside, anchor, address }: Asked): unknown[] {
  const isUrl = outside?.kind === 'url' || (asked === null && outside === null);
  return [asked, askedToo, outside, anchor, isUrl ? address : null];
}

interface Referred {
  ref: ContentRef;
  relation: Relation;
}

function refsOf({ cover, metaLinks, target, computed }: Page, hasCoverInText: boolean): Referred[] {
  const covers = hasCoverInText ? [] : [cover?.ref, cover?.refDark];
  const pointing = [...covers, metaLinks?.canonical, ...(metaLinks?.alternates ?? []), target];
  const references = pointing
    .filter((ref) => ref !== undefined)
    .map((ref): Referred => ({ ref, relation: 'reference' }));
  return references.concat(dependenciesOf(computed));
}

/** What a computed page is made with: the references of its `dependencies`. */
function dependenciesOf(computed: Page['computed']): Referred[] {
  const { dependencies } = computed ?? {};
  if (!isObject(dependencies)) return [];
  return Object.values(dependencies).flatMap((one): Referred[] => {
    const ref = isObject(one) ? one.ref : undefined;
    return isObject(ref) && typeof ref.kind === 'string' ? [{ ref: ref as ContentRef, relation: 'dependsOn' }] : [];
  });
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
