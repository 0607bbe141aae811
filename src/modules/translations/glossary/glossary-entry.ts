import { can } from '../../../access/policy.js';
import type { Guard } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import { jsonScalar } from '../../../api/graphql/schema/declare-scalars.js';
import { describe } from '../../../api/graphql/schema/describe.js';
import { registerNode } from '../../../api/graphql/schema/nodes.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { organizationsById } from '../../identity/organizations/loaders.js';
import { Organization } from '../../identity/organizations/organization.js';
import { addressesType, locationAddress } from '../../shared/addresses.js';
import { glossaryEntriesById } from './loaders.js';

type Entry = Row<'GlossaryEntry'>;

/** A term in several languages. */
export type Term = Record<string, string>;

/** A term in several languages, by language code. */
export const GlossaryTranslations = jsonScalar<Term, Term>('GlossaryTranslations', {
  type: 'object',
  description: 'A term by language code: one line of 1 to 255 characters each.',
  additionalProperties: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[^\\n\\r]*$' },
});

const GlossaryEntryUrls = addressesType<Entry>('GlossaryEntryUrls', {
  location: locationAddress(({ organizationId }) => `/orgs/${organizationId}/translations-glossary`),
});

/** Reports whether a viewer may see an entry: members of its organization may. */
const isEntryVisible: Guard<Entry> = (entry, { viewer }) => can(viewer, 'glossary.view', entry);

/** An entry of a glossary. */
export const GlossaryEntry = builder.node(builder.objectRef<Entry>('GlossaryEntry'), {
  description: 'A term of an organization in several languages, which translations use.',
  extensions: { guard: isEntryVisible, rest: { constants: { object: 'glossary-entry' } } },
  id: { resolve: ({ id }) => id, description: describe('GlossaryEntry', 'id') },
  fields: (t) => ({
    translations: t.field({
      type: GlossaryTranslations,
      description: describe('GlossaryEntry', 'translations'),
      resolve: ({ translations }) => translations as Term,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was changed last.' }),
    organization: t.field({
      type: Organization,
      description: 'Organization of the glossary.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
    urls: t.field({ type: GlossaryEntryUrls, description: 'Addresses of the entry.', resolve: (entry) => entry }),
  }),
});

registerNode('GlossaryEntry', ({ loaders }, id) => loaders.load(glossaryEntriesById, id));
