import type { ContentRef, Json, Page } from '../../base/types.js';
import { type ParsedReference, parseAddress, parseReference, type ReferenceSource } from './parsed-reference.js';
import type { Relation, TextReferences } from './text-references.js';

/** All references of one page to the same target, with the same relation. */
export interface Usage extends ParsedReference {
  relation: Relation;
  /**
   * Ids of the headings above the references, in order and without duplicates. '' is the part before the first heading.
   */
  places: string[];
}

/**
 * Returns the targets and dependencies of a page: destinations in its text, cover, meta links, target and computed
 * source. References to the same target become one usage.
 * @param text references in the page's text; null for a page without a text
 */
export function usagesOf(from: ReferenceSource, text: TextReferences | null): Usage[] {
  const usages = new Map<string, Usage>();
  const add = (reference: ParsedReference | null, relation: Relation, section: string): void => {
    if (!reference) return;
    const key = JSON.stringify([relation, usageIdentity(reference)]);
    const known = usages.get(key);
    if (!known) usages.set(key, { ...reference, relation, places: [section] });
    // References are in text order, so if a section is already listed, it is the last one.
    else if (known.places.at(-1) !== section) known.places.push(section);
  };
  for (const { ref, relation } of refsOfPage(from.page, text?.hasCover ?? false))
    add(parseReference(ref, from), relation, '');
  for (const { address, relation, section } of text?.references ?? [])
    add(parseAddress(address, from), relation, section);
  return [...usages.values()];
}

/** Returns the values that identify a usage. References with equal values become one usage. */
function usageIdentity({ targetKey, literalTargetKey, outside, anchor, address }: ParsedReference): unknown[] {
  const isUrl = outside?.kind === 'url' || (targetKey === null && outside === null);
  return [targetKey, literalTargetKey, outside, anchor, isUrl ? address : null];
}

interface RelatedRef {
  ref: ContentRef;
  relation: Relation;
}

function refsOfPage({ cover, metaLinks, target, computed }: Page, hasCoverInText: boolean): RelatedRef[] {
  const covers = hasCoverInText ? [] : [cover?.ref, cover?.refDark];
  const pointing = [...covers, metaLinks?.canonical, ...(metaLinks?.alternates ?? []), target];
  const references = pointing
    .filter((ref) => ref !== undefined)
    .map((ref): RelatedRef => ({ ref, relation: 'reference' }));
  return references.concat(dependenciesOf(computed));
}

/** Returns the references in the `dependencies` of a computed page. */
function dependenciesOf(computed: Page['computed']): RelatedRef[] {
  const { dependencies } = computed ?? {};
  if (!isObject(dependencies)) return [];
  return Object.values(dependencies).flatMap((one): RelatedRef[] => {
    const ref = isObject(one) ? one.ref : undefined;
    return isObject(ref) && typeof ref.kind === 'string' ? [{ ref: ref as ContentRef, relation: 'dependsOn' }] : [];
  });
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
