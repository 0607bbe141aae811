import type { Manifest, Page } from '../../../engine/base/types.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';

/** A page in its surroundings, as far as expressions see them. */
export interface PageScope {
  page: Pick<Page, 'title' | 'variables'>;
  manifest: Pick<Manifest, 'variables'>;
  /** Title of the space; undefined where nothing asks for it. */
  spaceTitle: string | undefined;
  /** Claims of the visitor who reads the page; absent for readers of the API and of PDFs, who are no visitors of a site. */
  claims?: ValueRecord;
}

const noClaims: ValueRecord = { unsigned: {} };

/** What the expressions of a page see: the variables of its space and its own, both titles, and the visitor's claims. */
export function seenByExpressions({ page, manifest, spaceTitle, claims = noClaims }: PageScope): ValueRecord {
  return {
    space: { title: spaceTitle, vars: manifest.variables as ValueRecord },
    page: { title: page.title, vars: (page.variables ?? {}) as ValueRecord },
    visitor: { claims },
  };
}
