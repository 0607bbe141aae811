import type { Change, ChangedAttributes, ChangedPage, ChangedValue, PageAttributes } from './change.js';

/** A page with another title or address. */
export interface PageRenamed {
  type: 'page_renamed';
  page: ChangedPage;
  /** The changed attributes; an unchanged attribute is absent. */
  attributes: { [Name in (typeof nameAttributes)[number]]?: ChangedValue<string> };
}

/**
 * A change between two manifests. A new title or address of a page is a difference of its own, separate from other
 * edits.
 */
export type Difference = Change | PageRenamed;

const nameAttributes = ['title', 'slug', 'path'] as const satisfies (keyof PageAttributes)[];

/** Splits renames of pages from edits: a page with a new name and a new text has two differences. */
export function differencesOf(changes: readonly Change[]): Difference[] {
  return changes.flatMap((change): Difference[] => {
    if (change.type !== 'page_edited') return [change];
    const isName = (name: string): boolean => (nameAttributes as readonly string[]).includes(name);
    const { page, attributes } = change;
    const names = filterAttributes(attributes, isName);
    const otherAttributes = filterAttributes(attributes, (name) => !isName(name));
    return [
      ...(isEmpty(names) ? [] : [{ type: 'page_renamed', page, attributes: names } as PageRenamed]),
      ...(isEmpty(otherAttributes) ? [] : [{ type: 'page_edited', page, attributes: otherAttributes } as const]),
    ];
  });
}

/** Returns the id of the page, file or reusable content that a difference is about; empty for the space's variables. */
export function changedObjectId(difference: Difference): string {
  if ('page' in difference) return difference.page.id;
  if ('file' in difference) return difference.file.id;
  return 'reusableContent' in difference ? difference.reusableContent.id : '';
}

type Attributes = ChangedAttributes<PageAttributes>;

function filterAttributes(attributes: Attributes, isIncluded: (name: string) => boolean): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => isIncluded(name)));
}

function isEmpty(attributes: Attributes): boolean {
  return Object.keys(attributes).length === 0;
}
