import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { arrayField } from '../../../api/graphql/schema/connections.js';
import { internal } from '../../../api/graphql/schema/field-marks.js';
import { addressesType, appAddress } from '../../shared/addresses.js';
import { findHeadPage } from '../revisions/content-view.js';
import { Page } from '../revisions/page.js';
import { spacesById } from '../spaces/loaders.js';
import { Space } from '../spaces/space.js';
import type { FoundSpace } from './find-pages.js';
import type { FoundPage } from './found-page.js';
import { type FoundSection, foundSections, highlightsOfSection } from './found-sections.js';

/** Maximum number of pages of a space in `pageList`, a list without pagination. */
const maxListedPages = 10;

const SearchHighlight = builder.objectRef<{ start: number; end: number }>('SearchHighlight').implement({
  description: 'An excerpt of a text that matches the query.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    start: t.exposeInt('start', { description: 'First character, counted from 0 in UTF-16 code units.' }),
    end: t.exposeInt('end', { description: 'Index after the last character.' }),
  }),
});

const SectionUrls = addressesType<FoundSection>('SearchSectionUrls', {
  app: {
    description: 'Address of the page for people; redirects to where it can be read.',
    of: ({ id, page }, urls) => urls.app(page.id) + id.slice(page.id.length),
  },
});

/** A section of a page that matches a query (`SearchSectionResult`). */
const SearchSectionResult = builder.objectRef<FoundSection>('SearchSectionResult').implement({
  description: 'A part of a page, that is, a heading and the text below it, that has a word of the query.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the page and, after `#`, the anchor of the heading.' }),
    title: t.exposeString('title', {
      description: 'The heading; the title of the page for text before the first heading.',
    }),
    path: t.exposeString('path', { description: 'Path of the page and, after `#`, the anchor of the heading.' }),
    body: t.exposeString('body', {
      description:
        'Plain text below the heading; if it is longer than 1,000 characters, the part around the first word found.',
    }),
    score: t.exposeFloat('score', { description: 'Relevance; comparable within one page.' }),
    highlights: t.field({
      type: [SearchHighlight],
      description: 'Positions of words of the query in the body, in order; at most 100.',
      resolve: highlightsOfSection,
    }),
    urls: t.field({ type: SectionUrls, description: 'Addresses of the section.', resolve: (section) => section }),
  }),
});

const SearchAncestor = builder.objectRef<{ title: string }>('SearchAncestor').implement({
  description: 'An ancestor of a page that was found.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({ title: t.exposeString('title', { description: 'Title of the page.' }) }),
});

const PageUrls = addressesType<FoundPage>('SearchPageUrls', {
  app: appAddress(),
  published: {
    description:
      'Address of the page on the site that was searched; null if no site was searched, and for callers whom the site does not admit.',
    nullable: true,
    of: ({ published }) => published?.() ?? null,
  },
});

/** A page that matches a query (`SearchPageResult`). */
export const SearchPageResult = builder.objectRef<FoundPage>('SearchPageResult').implement({
  description: 'A page that has every word of a query, at the head of its space.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the page.' }),
    title: t.exposeString('title', { description: 'Title of the page.' }),
    path: t.exposeString('path', { description: 'Path inside the space.' }),
    score: t.exposeFloat('score', { description: 'Relevance; comparable within one response.' }),
    ancestors: t.field({
      type: [SearchAncestor],
      description: 'Ancestors of the page, the outermost first.',
      resolve: ({ ancestors }) => (JSON.parse(ancestors) as string[]).map((title) => ({ title })),
    }),
    sections: t.field({
      type: [SearchSectionResult],
      description: 'Excerpts that have a word of the query, best first; at most 5, none if only the title matches.',
      resolve: (page, _args, context) => foundSections(context, page),
    }),
    urls: t.field({ type: PageUrls, description: 'Addresses of the page.', resolve: (page) => page }),
    page: t.field({
      type: Page,
      nullable: true,
      description: 'The page itself; null if it was deleted in the meantime.',
      resolve: ({ id }, _args, context) => findHeadPage(context, id),
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'Its space; null for visitors of a site, who see only the published part.',
      resolve: ({ spaceId }, _args, { loaders }) => loaders.load(spacesById, spaceId),
    }),
  }),
});

/** A space with pages that match a query (`SearchSpaceResult`). */
export const SearchSpaceResult = builder.objectRef<FoundSpace>('SearchSpaceResult').implement({
  description: 'A space with pages that have every word of a query.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the space.' }),
    title: t.exposeString('title', { description: 'Title of the space.' }),
    score: t.exposeFloat('score', { description: 'Score of its best page.' }),
    pages: arrayField(t, {
      type: SearchPageResult,
      description: 'The pages, best first.',
      args: {},
      items: async ({ id, pages }) => ({
        identity: ['SearchSpaceResult.pages', id, pages[0]!.ranking.query],
        items: pages,
      }),
    }),
    pageList: t.field({
      type: [SearchPageResult],
      description: 'The best 10 pages.',
      extensions: internal,
      resolve: ({ pages }) => pages.slice(0, maxListedPages),
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space itself; null for visitors of a site, who see only its published part.',
      resolve: ({ id }, _args, { loaders }) => loaders.load(spacesById, id),
    }),
  }),
});
