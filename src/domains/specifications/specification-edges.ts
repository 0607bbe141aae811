import { builder } from '../../graphql/builder.js';
import { listField } from '../../graphql/connections.js';
import { Organization } from '../organizations/organization.js';
import { isVisible, viewerKey } from '../shared/visible.js';
import { slugKey, specificationsBySlug, versionsById } from './loaders.js';
import { OpenAPISpec } from './specification.js';
import { OpenAPISpecVersion } from './specification-version.js';

builder.objectFields(Organization, (t) => ({
  openapiSpecifications: listField(t, {
    type: OpenAPISpec,
    description: 'OpenAPI specifications of the organization, newest first.',
    args: {},
    key: ({ id }) => id,
    list: (_args, context) => ({
      name: 'Organization.openapiSpecifications',
      filters: viewerKey(context),
      order: { columns: ['id'], direction: 'desc' },
      query: (organizationId) =>
        context.read.sql
          .selectFrom('OpenAPISpec')
          .selectAll()
          .where('organizationId', '=', organizationId!)
          .where(isVisible(context, 'openapi.view')),
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
