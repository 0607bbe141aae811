import { sql } from 'kysely';
import { builder } from '../../api/graphql/schema/builder.js';
import { listField } from '../../api/graphql/schema/connections.js';
import { Organization } from '../identity/organizations/organization.js';
import { type Columns, hasChanged, orderChoice, rowOrder, updatedSince } from '../shared/list-arguments.js';
import { containsFolded } from '../shared/text-match.js';
import { isVisible, viewerKey } from '../shared/visible.js';
import { slugKey, specificationsBySlug, versionsById } from './loaders.js';
import { OpenAPISpec, OpenAPISpecVisibility } from './specification.js';
import { OpenAPISpecVersion } from './specification-version.js';

const OpenAPISpecFilter = builder.inputType('OpenAPISpecFilter', {
  description: 'Selection of OpenAPI specifications; all members must hold.',
  fields: (t) => ({
    visibility: t.field({ type: OpenAPISpecVisibility, description: 'Only those with this visibility.' }),
    updatedSince: updatedSince(t),
  }),
});

const specificationOrder = orderChoice<Columns>('OpenAPISpec', {
  createdAt: { description: 'When the specification was registered.', order: { columns: ['id'] } },
  updatedAt: { description: 'When the specification last changed.', order: { columns: ['updatedAt', 'id'] } },
});

builder.objectFields(Organization, (t) => ({
  openapiSpecifications: listField(t, {
    type: OpenAPISpec,
    description: 'OpenAPI specifications of the organization, newest first.',
    args: {
      filter: t.arg({ type: OpenAPISpecFilter, description: 'Selection of specifications.' }),
      orderBy: specificationOrder.argument(t),
      search: t.arg.string({ description: 'Only those whose slug contains this text, ignoring case.' }),
    },
    key: ({ id }) => id,
    list: ({ filter, orderBy, search }, context) => ({
      name: 'Organization.openapiSpecifications',
      filters: [viewerKey(context), filter, orderBy, search],
      order: rowOrder(specificationOrder, orderBy),
      query: (organizationId) => {
        const { read } = context;
        let query = read.sql
          .selectFrom('OpenAPISpec')
          .selectAll()
          .where('organizationId', '=', organizationId!)
          .where(isVisible(context, 'openapi.view'));
        if (filter?.visibility != null) query = query.where('visibility', '=', filter.visibility);
        const since = filter?.updatedSince;
        const order = rowOrder(specificationOrder, orderBy);
        if (since != null) query = query.where(hasChanged(read, order, { column: 'updatedAt', since }));
        return search == null ? query : query.where(containsFolded(read, sql`lower(${sql.ref('slug')})`, search));
      },
    }),
  }),
  openapiSpecification: t.field({
    type: OpenAPISpec,
    nullable: true,
    description: 'An OpenAPI specification of the organization by its slug.',
    args: { slug: t.arg.string({ required: true, description: 'Its slug.' }) },
    resolve: ({ id: organizationId }, { slug }, { loaders }) =>
      loaders.load(specificationsBySlug, slugKey({ organizationId, slug })),
  }),
}));

builder.objectFields(OpenAPISpec, (t) => ({
  versions: listField(t, {
    type: OpenAPISpecVersion,
    description: 'Versions of the specification, newest first.',
    args: {},
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'OpenAPISpec.versions',
      filters: viewerKey(context),
      order: { columns: ['id'], direction: 'desc' },
      query: (specId) =>
        context.read.sql
          .selectFrom('OpenAPISpecVersion')
          .selectAll()
          .where('specId', '=', specId!)
          .where(isVisible(context, 'openapi.view')),
    }),
  }),
  lastVersion: t.field({
    type: OpenAPISpecVersion,
    nullable: true,
    description: 'The newest version; null if there is none yet.',
    resolve: ({ lastVersionId }, _args, { loaders }) =>
      lastVersionId === null ? null : loaders.load(versionsById, lastVersionId),
  }),
  version: t.field({
    type: OpenAPISpecVersion,
    nullable: true,
    description: 'A version of the specification by its id.',
    args: { id: t.arg.id({ required: true, description: "The version's id." }) },
    resolve: async (specification, { id }, { loaders }) => {
      const version = await loaders.load(versionsById, id);
      return version?.specId === specification.id ? version : null;
    },
  }),
}));
