import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { emojiCode } from '../../../engine/base/emoji/emoji.js';
import { TranslationLanguage } from '../../content/collections/enums.js';
import { addressesType, appAddress, locationAddress } from '../../shared/addresses.js';
import { Emoji, emojiCodeText } from '../../shared/emoji.js';
import { publishedAddress } from './published-address.js';
import type { PublishedPart } from './published-part.js';
import type { VisibleSpace } from './visible-tree.js';

type Part = PublishedPart<VisibleSpace>;

/** Returns the address of a space on a published site for its visitor; null if the site admits no visitor. */
export function spaceAddress({ view, item }: Part, urls: Parameters<typeof publishedAddress>[0], page?: string) {
  if (!view.visitor) return null;
  return publishedAddress(
    urls,
    { site: view.site, section: item.section, siteSpace: item.row, page },
    view.visitor.shareKey,
  );
}

const PublishedSpaceUrls = addressesType<Part>('PublishedSpaceUrls', {
  location: locationAddress(({ item }) => `/spaces/${item.space.id}`),
  app: { ...appAddress(), of: ({ item }, urls) => urls.app(item.space.id) },
  published: {
    description: 'Address of the published content; null for callers whom the site does not admit.',
    nullable: true,
    of: (part, urls) => spaceAddress(part, urls),
  },
  public: {
    description: 'The same address if the site is open to anyone; otherwise null.',
    nullable: true,
    of: (part, urls) => (part.view.site.visibility === 'public' ? spaceAddress(part, urls) : null),
  },
  icon: { description: describe('Space', 'icon'), nullable: true, of: ({ item }) => item.space.icon },
});

/** A space as the visitors of a site see it. */
export const PublishedSpace = builder.objectRef<Part>('PublishedSpace').implement({
  description: 'A space as the visitors of a site see it: its public fields.',
  extensions: { guard: partOfGuardedObject, rest: { constants: { object: 'space' } } },
  fields: (t) => ({
    id: t.id({ description: describe('Space', 'id'), resolve: ({ item }) => item.space.id }),
    title: t.string({ description: describe('Space', 'title'), resolve: ({ item }) => item.space.title }),
    emoji: t.field({ type: Emoji, description: describe('Space', 'emoji'), resolve: ({ item }) => item.space.emoji }),
    emojiCode: t.string({ description: emojiCodeText, resolve: ({ item }) => emojiCode(item.space.emoji) }),
    language: t.field({
      type: TranslationLanguage,
      nullable: true,
      description: describe('Space', 'language'),
      resolve: ({ item }) => item.space.language,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the space was created.',
      resolve: ({ item }) => item.space.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When its settings or content last changed.',
      resolve: ({ item }) => item.space.updatedAt,
    }),
    organizationId: t.id({
      description: 'Id of the organization that owns the space.',
      resolve: ({ item }) => item.space.organizationId,
    }),
    revisionId: t.id({ description: 'Id of the head revision.', resolve: ({ item }) => item.space.revisionId }),
    urls: t.field({ type: PublishedSpaceUrls, description: 'Addresses of the space.', resolve: (part) => part }),
  }),
});
