import { can } from '../../access/policy.js';
import { type Guard, partOfGuardedObject } from '../../api/graphql/schema/access.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { describe } from '../../api/graphql/schema/describe.js';
import { documentedEnum } from '../../api/graphql/schema/enums.js';
import { registerNode } from '../../api/graphql/schema/nodes.js';
import type { Row } from '../../platform/db/query/rows.js';
import { TranslationLanguage } from '../content/collections/enums.js';
import { revisionsById } from '../content/revisions/loaders.js';
import { Revision } from '../content/revisions/revision.js';
import { JSONDocument } from '../content/revisions/scalars.js';
import { spacesById } from '../content/spaces/loaders.js';
import { Space } from '../content/spaces/space.js';
import { organizationsById } from '../identity/organizations/loaders.js';
import { Organization } from '../identity/organizations/organization.js';
import { Job } from '../jobs/job.js';
import { jobsById } from '../jobs/loaders.js';
import { addressesType, locationAddress } from '../shared/addresses.js';
import { permissionsType } from '../shared/permissions.js';
import { staleBlocksById, translationsById } from './loaders.js';
import { runStateOf } from './run-state.js';

type TranslationRow = Row<'Translation'>;

const TranslationStatus = documentedEnum('TranslationStatus', 'State of a translation.', {
  pending: 'Not run yet, queued, or its last run failed.',
  running: 'A run is in progress.',
  completed: 'The last run is complete.',
});

const TranslationSource = builder.objectRef<TranslationRow>('TranslationSource').implement({
  description: 'Source of the translation.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    spaceId: t.exposeID('sourceSpaceId', { description: describe('Translation', 'sourceSpaceId') }),
    language: t.expose('sourceLanguage', {
      type: TranslationLanguage,
      description: describe('Translation', 'sourceLanguage'),
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space; null if the caller may not see it.',
      resolve: ({ sourceSpaceId }, _args, { loaders }) => loaders.load(spacesById, sourceSpaceId),
    }),
    revision: t.field({
      type: Revision,
      nullable: true,
      description: 'The revision that the result translates; null before the first run is complete.',
      resolve: ({ sourceRevisionId }, _args, { loaders }) =>
        sourceRevisionId === null ? null : loaders.load(revisionsById, sourceRevisionId),
    }),
  }),
});

/** Result of a translation. */
interface Result {
  spaceId: string;
  revisionId: string;
}

const TranslationResult = builder.objectRef<Result>('TranslationResult').implement({
  description: 'Result of a translation.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    spaceId: t.exposeID('spaceId', { description: 'Id of the space in the other language.' }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the revision that the last run created.' }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space; null if the caller may not see it.',
      resolve: ({ spaceId }, _args, { loaders }) => loaders.load(spacesById, spaceId),
    }),
    revision: t.field({
      type: Revision,
      nullable: true,
      description: 'The revision.',
      resolve: ({ revisionId }, _args, { loaders }) => loaders.load(revisionsById, revisionId),
    }),
  }),
});

const TranslationStats = builder.objectRef<TranslationRow>('TranslationStats').implement({
  description: 'The effect of the runs of a translation.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    runs: t.exposeInt('runs', { description: describe('Translation', 'runs') }),
    totalWords: t.exposeInt('totalWords', { description: describe('Translation', 'totalWords') }),
    totalPages: t.exposeInt('totalPages', { description: describe('Translation', 'totalPages') }),
    totalDuration: t.exposeInt('totalDuration', { description: describe('Translation', 'totalDuration') }),
    latestRunDuration: t.exposeInt('latestRunDuration', {
      description: describe('Translation', 'latestRunDuration'),
    }),
    latestPages: t.exposeInt('latestPages', { description: describe('Translation', 'latestPages') }),
    latestWords: t.exposeInt('latestWords', { description: describe('Translation', 'latestWords') }),
  }),
});

const TranslationPermissions = permissionsType('TranslationPermissions', {
  view: { action: 'translation.view', description: 'See the translation.' },
  edit: { action: 'translation.edit', description: 'Change, run and delete it.' },
});

const TranslationUrls = addressesType<TranslationRow>('TranslationUrls', {
  location: locationAddress(({ organizationId, id }) => `/orgs/${organizationId}/translations/${id}`),
});

/** Reports whether a viewer may see a translation: members of its organization may. */
const seesTranslation: Guard<TranslationRow> = (translation, { viewer }) =>
  can(viewer, 'translation.view', translation);

/** A translation. */
export const Translation = builder.node(builder.objectRef<TranslationRow>('Translation'), {
  description: 'A space in another language that is generated, and kept up to date, from a source space.',
  extensions: { guard: seesTranslation, rest: { constants: { object: 'translation' } } },
  id: { resolve: ({ id }) => id, description: describe('Translation', 'id') },
  fields: (t) => ({
    status: t.field({
      type: TranslationStatus,
      description: 'State.',
      resolve: async (translation, _args, { loaders }) => (await runStateOf(loaders, translation)).status,
    }),
    error: t.string({
      nullable: true,
      description: 'Reason why the last run failed; null if it did not.',
      resolve: async (translation, _args, { loaders }) => (await runStateOf(loaders, translation)).error,
    }),
    source: t.field({ type: TranslationSource, description: 'Source of the translation.', resolve: (it) => it }),
    language: t.expose('language', { type: TranslationLanguage, description: describe('Translation', 'language') }),
    instructions: t.expose('instructions', {
      type: JSONDocument,
      description: describe('Translation', 'instructions'),
    }),
    result: t.field({
      type: TranslationResult,
      nullable: true,
      description: 'Its result; null before the first run is complete.',
      resolve: ({ resultSpaceId: spaceId, resultRevisionId: revisionId }) =>
        spaceId === null || revisionId === null ? null : { spaceId, revisionId },
    }),
    staleBlocks: t.int({
      description:
        'Blocks of the result that people wrote and whose source has changed since, at the time of the last run; `pages` has each of them.',
      resolve: ({ id }, _args, { loaders }) => loaders.load(staleBlocksById, id),
    }),
    stats: t.field({ type: TranslationStats, description: 'The effect of its runs.', resolve: (it) => it }),
    job: t.field({
      type: Job,
      nullable: true,
      description: 'The job of the present run, for admins; null if none runs or is queued.',
      resolve: ({ jobId }, _args, { loaders }) => (jobId === null ? null : loaders.load(jobsById, jobId)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was changed or run last.' }),
    organization: t.field({
      type: Organization,
      description: 'The organization that it belongs to.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
    permissions: t.field({
      type: TranslationPermissions.type,
      description: 'Rights of the caller.',
      resolve: (translation, _args, { viewer }) => TranslationPermissions.of(viewer, translation),
    }),
    urls: t.field({ type: TranslationUrls, description: 'Addresses of the translation.', resolve: (it) => it }),
  }),
});

registerNode('Translation', ({ loaders }, id) => loaders.load(translationsById, id));
