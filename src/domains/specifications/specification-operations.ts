import { ownChange } from '../../graphql/access.js';
import { builder, type Fields, type InputFields } from '../../graphql/builder.js';
import { textScalar } from '../../graphql/declare-scalars.js';
import { mutation } from '../../graphql/mutation.js';
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

/** Its length is counted in bytes, by the action: counting the characters of 32 MiB takes too long here. */
const OpenAPISpecText = textScalar('OpenAPISpecText', {
  description: 'The document itself, JSON or YAML; 1 byte to 32 MiB.',
});

const OpenAPISpecSource = builder.inputType('OpenAPISpecSource', {
  description: 'Where the document of an OpenAPI specification comes from.',
  isOneOf: true,
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      description:
        'Address to fetch it from now, every day, and when asked for: a public https one, or of a host that the operator allows.',
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
  source: t.field({ type: OpenAPISpecSource, required: true, description: 'Where its document comes from.' }),
});

const theSpecification = (description: string) => ({
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
  description: 'Registers an OpenAPI specification, private. Its document is fetched and read in the background.',
  policy: 'openapi.edit',
  takes: 'The specification, by a slug that no other one of the organization has.',
  input: sourceInput,
  action: async (input, context) => createSpecification(context, input),
  payload: theSpecification('The new specification, whose processing is pending.'),
});

mutation('createOrReplaceOpenAPISpec', {
  description:
    'Registers an OpenAPI specification, or gives the one with that slug another source, which is fetched and read in the background; its versions stay.',
  policy: 'openapi.edit',
  takes: 'The specification.',
  input: sourceInput,
  action: async (input, context) => createOrReplaceSpecification(context, input),
  payload: {
    description: 'What it came to.',
    outputFields: (t) => ({
      ...theSpecification('The specification, whose processing is pending.').outputFields(t),
      created: t.exposeBoolean('isNew', { description: 'Whether there was none with that slug.' }),
    }),
  },
});

mutation('updateOpenAPISpec', {
  description: 'Says who may read the document of an OpenAPI specification.',
  policy: 'openapi.edit',
  takes: 'What to change of a specification.',
  input: (t) => ({
    ...specificationInput(t),
    visibility: t.field({ type: OpenAPISpecVisibility, required: true, description: 'Who may read its document.' }),
  }),
  action: async (input, context) => updateSpecification(context, input),
  payload: theSpecification('The specification after the change.'),
});

mutation('refreshOpenAPISpec', {
  description: 'Fetches an OpenAPI specification again, in the background. One whose text was given is refused.',
  policy: 'openapi.edit',
  takes: 'Which specification to fetch.',
  input: specificationInput,
  action: async (input, context) => refreshSpecification(context, input),
  payload: theSpecification('The specification, whose processing is pending.'),
});

mutation('deleteOpenAPISpec', {
  description: 'Deletes an OpenAPI specification with its versions, for good; one that is not there is passed over.',
  policy: 'openapi.edit',
  takes: 'Which specification to delete.',
  input: specificationInput,
  action: async (input, context) => deleteSpecification(context, input),
  payload: {
    description: 'What was deleted.',
    outputFields: (t) => ({
      deletedId: t.exposeID('deletedId', { nullable: true, description: 'Id that it had; null where there was none.' }),
    }),
  },
});
