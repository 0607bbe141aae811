import type { Context } from '../../../api/graphql/execution/context.js';
import { excerptOf, highlightsOf, type Range } from '../../../engine/search/excerpt.js';
import { type RankedSection, rankSections, type TokenizedSection } from '../../../engine/search/page-sections.js';
import { sections as sectionsOf } from '../content-work/derived-cache.js';
import { addressKey, blobs } from '../revisions/loaders.js';
import type { FoundPage } from './found-page.js';

/** A section of a page that matches a query. */
export interface FoundSection {
  /** Id of the page, with `#` and the id of the heading; only the page's id for text before the first heading. */
  id: string;
  /** Text of the heading; the page's title for text before the first heading. */
  title: string;
  /** Path of the page, with `#` and the id of the heading. */
  path: string;
  /** The text below the heading, or the part of it around the first word found. */
  body: string;
  score: number;
  page: FoundPage;
}

/**
 * Returns the sections of a page that have a word of the query, best first. Needs one batch of queries for all pages of
 * a request. Returns no promise if the sections are cached: a promise for each page of a response costs as much as
 * ranking.
 */
export function foundSections(context: Context, page: FoundPage): FoundSection[] | Promise<FoundSection[]> {
  const cached = sectionsOf.get(page.blobHash);
  return cached
    ? rankSectionsOfPage(page, cached)
    : readSections(context, page).then((sections) => rankSectionsOfPage(page, sections));
}

async function readSections(
  { loaders }: Context,
  { blobHash: hash, organizationId }: FoundPage,
): Promise<TokenizedSection[]> {
  const bytes = await loaders.get(blobs, addressKey({ organizationId, hash }));
  return sectionsOf.getOrCompute(hash, { bytes, organizationId });
}

function rankSectionsOfPage(page: FoundPage, sections: readonly TokenizedSection[]): FoundSection[] {
  return rankSections(sections, page.ranking).map((section) => foundSection(page, section));
}

/** Returns the positions of the query's words in a section's body. */
export function highlightsOfSection({ body, page }: FoundSection): Range[] {
  return highlightsOf(body, page.ranking.query.terms);
}

function foundSection(page: FoundPage, { title, anchor, body, score }: RankedSection): FoundSection {
  const fragment = anchor === '' ? '' : `#${anchor}`;
  return {
    id: page.id + fragment,
    title: title === '' ? page.title : title,
    path: page.path + fragment,
    body: excerptOf(body, page.ranking.query.terms),
    score,
    page,
  };
}
