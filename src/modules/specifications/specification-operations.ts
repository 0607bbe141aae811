import { ownChange } from '../../api/graphql/schema/access.js';
import { builder, type Fields, type InputFields } from '../../api/graphql/schema/builder.js';
import { textScalar } from '../../api/graphql/schema/declare-scalars.js';
import { documentedEnum } from '../../api/graphql/schema/enums.js';
import { internal } from '../../api/graphql/schema/field-marks.js';
import { mutation } from '../../api/graphql/schema/mutation.js';
import { deletedPayload } from '../identity/organizations/deleted-payload.js';
import {
  createOrReplaceSpecification,
  createSpecification,
  deleteSpecification,
  refreshSpecification,
  type SpecificationOutcome,
  updateSpecification,
} from './actions.js';
import { specificationsById } from './loaders.js';
import { OpenAPISpec, OpenAPISpecSlug, OpenAPISpecVisibility } from './specification.js';

/**
 * The text of a document. The scalar has no maximum length, because counting the characters of 32 MiB takes too long.
 * `prepareSource` limits the length in bytes.
 */
const OpenAPISpecText = textScalar('OpenAPISpecText', {
  description: 'The document itself, JSON or YAML; 1 byte to 32 MiB.',
});

const OpenAPISpecSource = builder.inputType('OpenAPISpecSource', {
  description: 'Source of the document of an OpenAPI specification.',
  isOneOf: true,
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      description:
        'Address to fetch it from: now, every day, and on request; a public https one, or of a host that the operator allows.',
    }),
    text: t.field({ type: OpenAPISpecText, description: 'The document.' }),
  }),
});

const specificationInput = (t: InputFields) => ({
  organization: t.id({ required: true, description: 'Id of the organization.' }),
  slug: t.field({ type: OpenAPISpecSlug, required: true, description: 'Slug of the specification.' }),
});

const sourceInput = (t: InputFields) => ({
  ...specificationInput(t),
  source: t.field({ type: OpenAPISpecSource, required: true, description: 'Source of its document.' }),
});

const specificationPayload = (description: string) => ({
  description,
  outputFields: (t: Fields<SpecificationOutcome>) => ({
    specification: t.field({
      type: OpenAPISpec,
      description,
      extensions: ownChange,
      resolve: ({ id }, _args, { loaders }) => loaders.get(specificationsById, id),
    }),
  }),
});

builder.queryFields((t) => ({
  openapiSpecification: t.field({
    type: OpenAPISpec,
    nullable: true,
    description: 'An OpenAPI specification by its id.',
    args: { id: t.arg.id({ required: true, description: "The specification's id." }) },
    extensions: { policy: 'guard of OpenAPISpec' },
    resolve: (_root, { id }, { loaders }) => loaders.load(specificationsById, id),
  }),
}));

mutation('createOpenAPISpec', {
  description: 'Registers an OpenAPI specification, private. Its document is fetched and parsed in the background.',
  policy: 'openapi.edit',
  takes: 'The specification; its slug must be unique in the organization.',
  input: sourceInput,
  action: async (input, context) => createSpecification(context, input),
  payload: specificationPayload('The new specification; it is not processed yet.'),
});

const ReplaceOutcome = documentedEnum('ReplaceOutcome', 'Result of creating or replacing an object.', {
  created: 'The object is new.',
  replaced: 'The object existed, and has a new source.',
});

mutation('createOrReplaceOpenAPISpec', {
  description:
    'Registers an OpenAPI specification, or replaces the source of the one with that slug. The source is fetched and parsed in the background; existing versions stay.',
  policy: 'openapi.edit',
  takes: 'The specification.',
  input: sourceInput,
  action: async (input, context) => createOrReplaceSpecification(context, input),
  payload: {
    description: 'Its result.',
    outputFields: (t) => ({
      ...specificationPayload('The specification; it is not processed yet.').outputFields(t),
      outcome: t.field({
        type: ReplaceOutcome,
        description: 'Whether the specification is new.',
        resolve: ({ isNew }) => (isNew ? 'created' : 'replaced'),
      }),
      created: t.exposeBoolean('isNew', { description: 'Whether the specification is new.', extensions: internal }),
    }),
  },
});

mutation('updateOpenAPISpec', {
  description: 'Changes the visibility of the document of an OpenAPI specification.',
  policy: 'openapi.edit',
  takes: 'Changes to a specification.',
  input: (t) => ({
    ...specificationInput(t),
    visibility: t.field({ type: OpenAPISpecVisibility, required: true, description: 'Visibility of its document.' }),
  }),
  action: async (input, context) => updateSpecification(context, input),
  payload: specificationPayload('The specification after the change.'),
});

mutation('refreshOpenAPISpec', {
  description: 'Fetches an OpenAPI specification again, in the background. Refused if its text was sent.',
  policy: 'openapi.edit',
  takes: 'The specification to fetch.',
  input: specificationInput,
  action: async (input, context) => refreshSpecification(context, input),
  payload: specificationPayload('The specification; it is not processed yet.'),
});

mutation('deleteOpenAPISpec', {
  description: 'Deletes an OpenAPI specification with its versions, permanently; does nothing if it does not exist.',
  policy: 'openapi.edit',
  takes: 'The specification to delete.',
  input: specificationInput,
  action: async (input, context) => ({
    ...(await deleteSpecification(context, input)),
    organization: input.organization,
  }),
  payload: deletedPayload('specification', { mayBeAbsent: true }),
});
