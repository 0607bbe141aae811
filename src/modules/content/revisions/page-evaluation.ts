import type { Manifest, Page } from '../../../engine/base/types.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';

/** A page, and the parts of its space that expressions can read. */
export interface PageScope {
  page: Pick<Page, 'title' | 'variables'>;
  manifest: Pick<Manifest, 'variables'>;
  /** Title of the space; undefined if no expression reads it. */
  spaceTitle: string | undefined;
  /**
   * Claims of the visitor who reads the page; absent for readers of the API and of PDFs, because they are not visitors
   * of a site.
   */
  claims?: ValueRecord;
}

const noClaims: ValueRecord = { unsigned: {} };

/**
 * Returns the values that expressions of a page can read: the variables of its space and its own, both titles, and the
 * visitor's claims.
 */
export function expressionRootsOf({ page, manifest, spaceTitle, claims = noClaims }: PageScope): ValueRecord {
  return {
    space: { title: spaceTitle, vars: manifest.variables as ValueRecord },
    page: { title: page.title, vars: (page.variables ?? {}) as ValueRecord },
    visitor: { claims },
  };
}
