import { can } from '../../access/policy.js';
import { type Guard, partOfGuardedObject } from '../../api/graphql/schema/access.js';
import { builder } from '../../api/graphql/schema/builder.js';
import { textScalar } from '../../api/graphql/schema/declare-scalars.js';
import { describe } from '../../api/graphql/schema/describe.js';
import { documentedEnum } from '../../api/graphql/schema/enums.js';
import { registerNode } from '../../api/graphql/schema/nodes.js';
import type { Row } from '../../platform/db/query/rows.js';
import { organizationsById } from '../identity/organizations/loaders.js';
import { Organization } from '../identity/organizations/organization.js';
import { addressesType, appAddress, locationAddress } from '../shared/addresses.js';
import { permissionsType } from '../shared/permissions.js';
import { publicAddress } from './documents.js';
import { specificationsById, versionsById } from './loaders.js';

type Specification = Row<'OpenAPISpec'>;

/** Slug that identifies a specification in URLs and references. */
export const OpenAPISpecSlug = textScalar('OpenAPISpecSlug', {
  description: 'Slug of an OpenAPI specification: letters and digits, with single hyphens between them.',
  minLength: 1,
  maxLength: 100,
  pattern: '^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$',
});

/** Visibility of the document of a specification. */
export const OpenAPISpecVisibility = documentedEnum(
  'OpenAPISpecVisibility',
  'Visibility of the document of an OpenAPI specification.',
  { private: 'Members, and anyone who has a signed address.', public: 'Anyone who has its address.' },
);

const OpenAPISpecProcessingState = documentedEnum(
  'OpenAPISpecProcessingState',
  'State of the processing of an OpenAPI specification.',
  {
    pending: 'Its document waits to be fetched and parsed.',
    progress: 'It is being fetched and parsed.',
    complete: 'Processing is complete, with a new version or with an error.',
  },
);

const OpenAPISpecProcessingErrorCode = documentedEnum(
  'OpenAPISpecProcessingErrorCode',
  'Reason why an OpenAPI specification has no version of its source.',
  {
    FETCH_TIMEOUT: 'The host did not answer in time.',
    FETCH_ERROR: 'The address cannot be fetched.',
    PARSE_ERROR: 'The document is not OpenAPI 3.0, 3.1 or 3.2 or Swagger 2.0, in JSON or YAML.',
  },
);

const OpenAPIErrorObject = builder.objectRef<{ message: string; code?: string }>('OpenAPIErrorObject').implement({
  description: 'Problem of the source of an OpenAPI specification.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    message: t.exposeString('message', {
      description: 'The problem, with its line or JSON pointer.',
    }),
    code: t.exposeString('code', { nullable: true, description: 'Kind of the problem.' }),
  }),
});

const OpenAPINotice = builder.objectRef<{ message: string }>('OpenAPINotice').implement({
  description: 'A value of an OpenAPI document whose meaning differs from its literal form.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    message: t.exposeString('message', {
      description: 'The JSON pointer of the value, its source text, and the value that is read.',
    }),
  }),
});

const OpenAPISpecPermissions = permissionsType('OpenAPISpecPermissions', {
  view: { action: 'openapi.view', description: 'See the specification.' },
  edit: { action: 'openapi.edit', description: 'Change and delete it.' },
});

/** Returns the path of a specification in the REST API, without the prefix `/v1`. */
export const specificationPath = ({ organizationId, slug }: Specification): string =>
  `/orgs/${organizationId}/openapi/${slug}`;

const OpenAPISpecUrls = addressesType<PublishedSpecification>('OpenAPISpecUrls', {
  location: locationAddress(({ row }) => specificationPath(row)),
  app: { ...appAddress<Specification>(), of: ({ row }, urls) => urls.app(row.id) },
  published: {
    description: 'Address of its newest document for anyone; null while it is private, or has none.',
    nullable: true,
    of: ({ row, last }, urls) => last && publicAddress(urls, { id: row.id, format: last.format }),
  },
});

/** A specification. `last` is its newest version; null if the specification is not public or has no version. */
interface PublishedSpecification {
  row: Specification;
  last: Row<'OpenAPISpecVersion'> | null;
}

/** Allows access to a specification if the viewer may see the specifications of its organization. */
const seesSpecification: Guard<Specification> = (specification, { viewer }) =>
  can(viewer, 'openapi.view', specification);

/** A specification. */
export const OpenAPISpec = builder.node(builder.objectRef<Specification>('OpenAPISpec'), {
  description: 'A description of an HTTP interface that an organization registered.',
  extensions: { guard: seesSpecification, rest: { constants: { object: 'openapi-spec' } } },
  id: { resolve: ({ id }) => id, description: describe('OpenAPISpec', 'id') },
  fields: (t) => ({
    slug: t.expose('slug', { type: OpenAPISpecSlug, description: describe('OpenAPISpec', 'slug') }),
    sourceURL: t.expose('sourceUrl', {
      type: 'URL',
      nullable: true,
      description: describe('OpenAPISpec', 'sourceUrl'),
    }),
    processingState: t.expose('processingState', {
      type: OpenAPISpecProcessingState,
      description: 'State of its processing.',
    }),
    visibility: t.expose('visibility', { type: OpenAPISpecVisibility, description: 'Visibility of its document.' }),
    lastVersionId: t.exposeID('lastVersionId', {
      nullable: true,
      description: describe('OpenAPISpec', 'lastVersionId'),
    }),
    lastProcessedAt: t.expose('lastProcessedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its source was processed last; null before that.',
    }),
    lastProcessErrorCode: t.expose('lastProcessErrorCode', {
      type: OpenAPISpecProcessingErrorCode,
      nullable: true,
      description: 'Reason why the last processing produced no version; null if it did.',
    }),
    lastProcessedErrors: t.field({
      type: [OpenAPIErrorObject],
      nullable: true,
      description: 'Problems that the last processing found, at most 20; null before the first.',
      resolve: ({ lastProcessedErrors }) => lastProcessedErrors as { message: string; code?: string }[] | null,
    }),
    lastProcessedNotices: t.field({
      type: [OpenAPINotice],
      nullable: true,
      description:
        'Values of the document that the last processing interpreted differently from their literal form, at most 20; null before the first. They are not errors.',
      resolve: ({ lastProcessedNotices }) => lastProcessedNotices as { message: string }[] | null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was registered.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was changed or processed last.' }),
    organization: t.field({
      type: Organization,
      description: 'The organization that registered it.',
      resolve: ({ organizationId }, _args, { loaders }) => loaders.get(organizationsById, organizationId),
    }),
    permissions: t.field({
      type: OpenAPISpecPermissions.type,
      description: 'Rights of the caller.',
      resolve: (specification, _args, { viewer }) => OpenAPISpecPermissions.of(viewer, specification),
    }),
    urls: t.field({
      type: OpenAPISpecUrls,
      description: 'Addresses of the specification.',
      resolve: async (row, _args, { loaders }) => {
        const isOpen = row.visibility === 'public' && row.lastVersionId !== null;
        return { row, last: isOpen ? await loaders.load(versionsById, row.lastVersionId!) : null };
      },
    }),
  }),
});

registerNode('OpenAPISpec', ({ loaders }, id) => loaders.load(specificationsById, id));
