import type { ValueRecord } from '../../content/expressions/expression.js';
import type { Manifest, Page } from '../../content/types.js';

/** A page in its surroundings, as far as expressions see them. */
export interface PageScope {
  page: Pick<Page, 'title' | 'variables'>;
  manifest: Pick<Manifest, 'variables'>;
  /** Title of the space; undefined where nothing asks for it. */
  spaceTitle: string | undefined;
}

/**
 * What the expressions of a page see: the variables of its space and its own, both titles, and a visitor without claims,
 * since readers of the API and of PDFs are no visitors of a site.
 */
export function seenByExpressions({ page, manifest, spaceTitle }: PageScope): ValueRecord {
  return {
    space: { title: spaceTitle, vars: manifest.variables as ValueRecord },
    page: { title: page.title, vars: (page.variables ?? {}) as ValueRecord },
    visitor: { claims: { unsigned: {} } },
  };
}
