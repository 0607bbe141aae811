import { mutation } from '../../../api/graphql/schema/mutation.js';
import { spacePayload } from '../../content/spaces/space-payload.js';
import { paramsOf, SpaceTemplateParamsInput } from '../../content/template-copies/template-input.js';
import { applyTemplateToSpace } from './actions.js';

mutation('applyTemplate', {
  description: 'Appends a copy of the content of a template to a space or a change request, as one revision.',
  policy: ['space.edit', 'changeRequest.edit'],
  takes: 'A template, and the space or change request to apply it to.',
  input: (t) => ({
    space: t.id({ required: true, description: 'Id of the space.' }),
    template: t.id({
      required: true,
      description: 'Id of the template: any space that the caller may read.',
      extensions: { rest: { name: 'id' } },
    }),
    params: t.field({
      type: SpaceTemplateParamsInput,
      description: 'Targets of the placeholders of the template.',
    }),
    changeRequest: t.string({
      description: 'Id of a change request of the space, or its number; default the head of the space.',
      extensions: { rest: { name: 'changeRequestId' } },
    }),
  }),
  action: async ({ template: id, params, ...place }, context) => {
    await applyTemplateToSpace(context, { ...place, id, params: paramsOf(params) });
    return { id: place.space };
  },
  payload: spacePayload('The space, with the content of the template.'),
});
