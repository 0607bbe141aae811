import { builder } from '../../../api/graphql/schema/builder.js';
import { badInput } from '../../../platform/base/errors.js';
import { ContentReference } from '../revisions/scalars.js';
import type { TemplateApplication } from './application.js';

const TemplateReferenceInput = builder.inputType('TemplateReferenceInput', {
  description: 'Target of a placeholder of a template.',
  extensions: { rest: { entries: { key: 'placeholder', value: 'ref' } } },
  fields: (t) => ({
    placeholder: t.string({ required: true, description: 'Name of the placeholder.' }),
    ref: t.field({
      type: ContentReference,
      required: true,
      description: 'Reference to the object that replaces the placeholder.',
    }),
  }),
});

/** Values of the placeholders of a template (`SpaceTemplateParams` in `openapi.json`). */
export const SpaceTemplateParamsInput = builder.inputType('SpaceTemplateParamsInput', {
  description: 'Targets of the placeholders of a template, by name.',
  extensions: { rest: { name: 'SpaceTemplateParams' } },
  fields: (t) => ({
    contentRefs: t.field({ type: [TemplateReferenceInput], description: 'References by placeholder.' }),
  }),
});

/** A template to apply (`ApplySpaceTemplate` in `openapi.json`). */
export const ApplySpaceTemplateInput = builder.inputType('ApplySpaceTemplateInput', {
  description: 'A template to apply, and the targets of its references.',
  extensions: { rest: { name: 'ApplySpaceTemplate' } },
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the template: any space that the caller may read.' }),
    params: t.field({ type: SpaceTemplateParamsInput, description: 'Targets of the placeholders of the template.' }),
  }),
});

type Params = typeof SpaceTemplateParamsInput.$inferInput;

/**
 * Returns the values of a template's placeholders, by the name of the placeholder.
 * @param prefix prefix of field names in errors
 * @throws BAD_USER_INPUT if a placeholder occurs twice.
 */
export function paramsOf(
  params: Params | null | undefined,
  prefix: '' | 'template.' = '',
): NonNullable<TemplateApplication['params']> {
  const entries = params?.contentRefs ?? [];
  const names = entries.map(({ placeholder }) => placeholder);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  const field = `${prefix}params.contentRefs`;
  if (duplicate !== undefined)
    throw badInput(field, `\`${field}\` must name each placeholder once (got ${JSON.stringify(duplicate)} twice)`);
  return { contentRefs: Object.fromEntries(entries.map(({ placeholder, ref }) => [placeholder, ref as never])) };
}

/**
 * Returns the template of an input, with the values of its placeholders.
 * @throws BAD_USER_INPUT if a placeholder occurs twice.
 */
export function applicationOf({ id, params }: typeof ApplySpaceTemplateInput.$inferInput): TemplateApplication {
  return { id, params: paramsOf(params, 'template.') };
}
