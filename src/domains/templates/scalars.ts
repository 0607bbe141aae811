import { jsonScalar } from '../../graphql/declare-scalars.js';
import { contentRef } from '../revisions/scalars.js';

const templateParams = {
  type: 'object',
  description: 'What the placeholders of a template stand for, by name.',
  properties: { contentRefs: { type: 'object', additionalProperties: contentRef } },
  additionalProperties: false,
};

/** What the placeholders of a template stand for. */
export const SpaceTemplateParams = jsonScalar('SpaceTemplateParams', templateParams);

/** A template to apply. */
export const ApplySpaceTemplate = jsonScalar('ApplySpaceTemplate', {
  type: 'object',
  description: 'A template to apply, and what its references stand for.',
  required: ['id'],
  properties: {
    id: { type: 'string' },
    params: templateParams,
  },
  additionalProperties: false,
});
