import type {
  DocumentPage,
  Frame,
  Look,
  MissingPage,
  SearchPage,
} from '../../../../src/render/html/layout/site-page.js';
import { allBlocks } from './all-blocks.js';

const colors = { primary: '#346DDB', info: '#787878', success: '#00C950', warning: '#FE9A00', danger: '#FB2C36' };

/** Appearance of a site without settings. */
export const look: Look = {
  locale: 'en',
  theme: 'light',
  themeLinks: { light: '/docs?theme=light', dark: '/docs?theme=dark' },
  colors: { light: colors, dark: colors },
  logo: null,
  favicon: null,
};

/** A frame with sections, spaces and pages; the pages are nested three levels deep. */
export const frame: Frame = {
  look,
  site: { title: 'Acme Documentation', href: '/docs' },
  stylesheet: '/style.css',
  language: null,
  sections: [
    { title: 'Documentation', href: '/docs', isCurrent: true },
    { title: 'Reference', href: '/docs/reference' },
    {
      title: 'Community',
      sections: [
        { title: 'Forum', href: '/docs/forum' },
        { title: 'Regional', sections: [{ title: 'Europe', href: '/docs/europe' }] },
      ],
    },
  ],
  spaces: [
    { title: 'Version 2', href: '/docs/v2', emoji: '1f680', isCurrent: true },
    { title: 'Version 1', href: '/docs/v1' },
  ],
  pages: [
    { title: 'Welcome', href: '/docs/v2', emoji: '1f44b', children: [] },
    {
      title: 'Getting started',
      href: null,
      children: [
        { title: 'Installation', href: '/docs/v2/installation', children: [], isClosed: true },
        {
          title: 'The gateway',
          href: '/docs/v2/gateway',
          children: [
            {
              title: 'One request, from the question to the answer',
              href: '/docs/v2/gateway/request',
              isCurrent: true,
              children: [],
            },
            { title: 'Limits', href: '/docs/v2/gateway/limits', children: [] },
          ],
        },
      ],
    },
    {
      title: 'Operations',
      href: null,
      children: [
        { title: 'Backups', href: '/docs/v2/backups', children: [] },
        { title: 'Status', href: 'https://status.example.com', isExternal: true, children: [] },
      ],
    },
  ],
  search: { action: '/docs/~search', query: '' },
  isPreview: false,
};

/** A page with all optional parts except a cover. */
export const document: DocumentPage = {
  kind: 'document',
  title: 'One request, from the question to the answer',
  emoji: '1f9ed',
  description: 'What the gateway does with a question, whom it asks, and how it puts the answers together.',
  showsTitle: true,
  showsDescription: true,
  above: [{ title: 'The gateway', href: '/docs/v2/gateway' }],
  cover: null,
  text: allBlocks.html,
  headings: allBlocks.headings,
  previous: { title: 'The gateway', href: '/docs/v2/gateway' },
  next: { title: 'Limits', href: '/docs/v2/gateway/limits', emoji: '1f6a6' },
  updatedAt: '2026-03-04T05:06:07.000Z',
  markdown: '/docs/v2/gateway/request.md',
  canonical: 'https://docs.example.com/gateway/request',
  alternates: ['https://docs.example.com/fr/gateway/request'],
  isIndexed: true,
};

/** A search with results in two spaces. */
export const found: SearchPage = {
  kind: 'search',
  query: 'token',
  spaces: [
    {
      title: 'Version 2',
      pages: [
        {
          title: 'Authentication',
          href: '/docs/v2/authentication',
          emoji: '1f511',
          description: 'Who asks, and how the gateway knows.',
          sections: [
            {
              title: 'Make a token',
              href: '/docs/v2/authentication#make',
              excerpt: [
                {
                  text: 'A token is shown once, when it is made. Keep it where programs find it and people do not, for whoever has the token is you.',
                  isFound: false,
                },
              ],
            },
            {
              title: 'Scopes',
              href: '/docs/v2/authentication#scopes',
              excerpt: [{ text: 'A token with the scope read never writes.', isFound: false }],
            },
          ],
        },
        { title: 'Limits', href: '/docs/v2/gateway/limits', sections: [] },
      ],
    },
    { title: 'Version 1', pages: [{ title: 'Tokens', href: '/docs/v1/tokens', sections: [] }] },
  ],
};

/** A search without results. */
export const notFound: SearchPage = { kind: 'search', query: 'rhinoceros', spaces: [] };

/** The page of an address that does not exist. */
export const missing: MissingPage = { kind: 'missing' };

/** A frame without spaces and pages, as search pages have it. */
export const bareFrame: Frame = { ...frame, spaces: [], pages: [] };
