import { can } from '../../access/policy.js';
import { embedded, type Guard } from '../../graphql/access.js';
import { builder } from '../../graphql/builder.js';
import { textScalar } from '../../graphql/declare-scalars.js';
import { describe } from '../../graphql/describe.js';
import { documentedEnum } from '../../graphql/enums.js';
import { registerNode } from '../../graphql/nodes.js';
import type { Row } from '../../store/rows.js';
import { organizationsById } from '../organizations/loaders.js';
import { Organization } from '../organizations/organization.js';
import { addressesType, appAddress, locationAddress } from '../shared/addresses.js';
import { permissionsType } from '../shared/permissions.js';
import { publicAddress } from './documents.js';
import { specificationsById, versionsById } from './loaders.js';

type Specification = Row<'OpenAPISpec'>;

/** Name of a specification in addresses and references. */
export const OpenAPISpecSlug = textScalar('OpenAPISpecSlug', {
  description: 'Name of an OpenAPI specification in addresses: letters and digits, with single hyphens between them.',
  minLength: 1,
  maxLength: 100,
  pattern: '^[a-zA-Z0-9]+(?:-[a-zA-Z0-9]+)*$',
});

/** Who may read the document of a specification. */
export const OpenAPISpecVisibility = documentedEnum(
  'OpenAPISpecVisibility',
  'Who may read the document of an OpenAPI specification.',
  { private: 'Members, and whoever has a signed address.', public: 'Anyone who has its address.' },
);

const OpenAPISpecProcessingState = documentedEnum(
  'OpenAPISpecProcessingState',
  'Where the processing of an OpenAPI specification stands.',
  {
    pending: 'Its document waits to be fetched and read.',
    progress: 'It is being fetched and read.',
    complete: 'It was read, or it was found out why it cannot be.',
  },
);

const OpenAPISpecProcessingErrorCode = documentedEnum(
  'OpenAPISpecProcessingErrorCode',
  'Why an OpenAPI specification has no version of its source.',
  {
    FETCH_TIMEOUT: 'The host did not answer in time.',
    FETCH_ERROR: 'The address cannot be fetched.',
    PARSE_ERROR: 'The document is no OpenAPI 3.0, 3.1 or 3.2 and no Swagger 2.0, in JSON or YAML.',
  },
);

const OpenAPIErrorObject = builder.objectRef<{ message: string; code?: string }>('OpenAPIErrorObject').implement({
  description: 'What is wrong with the source of an OpenAPI specification.',
  extensions: { guard: embedded },
  fields: (t) => ({
    message: t.exposeString('message', {
      description: 'What is wrong, with the line or the JSON pointer where it is.',
    }),
    code: t.exposeString('code', { nullable: true, description: 'What kind of fault it is.' }),
  }),
});

const OpenAPINotice = builder.objectRef<{ message: string }>('OpenAPINotice').implement({
  description: 'A value of an OpenAPI document that is read otherwise than it is written.',
  extensions: { guard: embedded },
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

/** The address in `/v1` of a specification. */
export const locationOf = ({ organizationId, slug }: Specification): string =>
  `/orgs/${organizationId}/openapi/${slug}`;

const OpenAPISpecUrls = addressesType<PublishedSpecification>('OpenAPISpecUrls', {
  location: locationAddress(({ row }) => locationOf(row)),
  app: { ...appAddress<Specification>(), of: ({ row }, urls) => urls.app(row.id) },
  published: {
    description: 'Address of its newest document for anyone; null while it is private, or has none.',
    nullable: true,
    of: ({ row, last }, urls) => last && publicAddress(urls, { id: row.id, format: last.format }),
  },
});

/** A specification with its newest version, where it is public and has one. */
interface PublishedSpecification {
  row: Specification;
  last: Row<'OpenAPISpecVersion'> | null;
}

/** Specifications are seen by the members of their organization. */
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
      description: 'Where its processing stands.',
    }),
    visibility: t.expose('visibility', { type: OpenAPISpecVisibility, description: 'Who may read its document.' }),
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
      description: 'Why the last processing came to no version; null where it did.',
    }),
    lastProcessedErrors: t.field({
      type: [OpenAPIErrorObject],
      nullable: true,
      description: 'What the last processing found wrong, at most 20; null before that.',
      resolve: ({ lastProcessedErrors }) => lastProcessedErrors as { message: string; code?: string }[] | null,
    }),
    lastProcessedNotices: t.field({
      type: [OpenAPINotice],
      nullable: true,
      description:
        'Values that the last processing read otherwise than they are written, at most 20; null before that. They are no faults.',
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
      description: 'What the caller may do with it.',
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
