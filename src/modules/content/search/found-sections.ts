import type { Context } from '../../../api/graphql/execution/context.js';
import { excerptOf, highlightsOf, type Range } from '../../../engine/search/excerpt.js';
import { type KnownSection, type RankedSection, rankSections } from '../../../engine/search/page-sections.js';
import { sections as sectionsOf } from '../content-work/derived-cache.js';
import { addressKey, blobs } from '../revisions/loaders.js';
import type { FoundPage } from './found-page.js';

/** A section of a page that answers a query. */
export interface FoundSection {
  /** The page's id and, behind `#`, the heading's; the page's id alone for what stands before the first heading. */
  id: string;
  /** Text of the heading; the page's title for what stands before the first. */
  title: string;
  /** The page's path, with the heading behind `#`. */
  path: string;
  /** The text below the heading, or the part of it around the first word found. */
  body: string;
  score: number;
  page: FoundPage;
}

/**
 * The sections of a page that have a word of the query, best first; one batch for the pages of a request. At once where the
 * page's sections are in memory: with a promise for each page of an answer, waiting costs as much as ranking.
 */
export function foundSections(context: Context, page: FoundPage): FoundSection[] | Promise<FoundSection[]> {
  const known = sectionsOf.get(page.blobHash);
  return known ? ranked(page, known) : readSections(context, page).then((sections) => ranked(page, sections));
}

async function readSections(
  { loaders }: Context,
  { blobHash: hash, organizationId }: FoundPage,
): Promise<KnownSection[]> {
  const bytes = await loaders.get(blobs, addressKey({ organizationId, hash }));
  return sectionsOf.getOrCompute(hash, { bytes, organizationId });
}

function ranked(page: FoundPage, sections: readonly KnownSection[]): FoundSection[] {
  return rankSections(sections, page.asked).map((section) => foundSection(page, section));
}

/** Where a section's body has the words that were asked for. */
export function highlightsOfSection({ body, page }: FoundSection): Range[] {
  return highlightsOf(body, page.asked.query.terms);
}

function foundSection(page: FoundPage, { title, anchor, body, score }: RankedSection): FoundSection {
  const behind = anchor === '' ? '' : `#${anchor}`;
  return {
    id: page.id + behind,
    title: title === '' ? page.title : title,
    path: page.path + behind,
    body: excerptOf(body, page.asked.query.terms),
    score,
    page,
  };
}
