import { builder, type Fields } from '../../graphql/builder.js';
import { documentedEnum } from '../../graphql/enums.js';
import { mutation } from '../../graphql/mutation.js';
import { nullClears } from '../../graphql/null-clears.js';
import { JSONDocument } from '../revisions/scalars.js';
import { createChangeRequestFromTemplate } from '../templates/actions.js';
import { ApplySpaceTemplateInput, applicationOf } from '../templates/template-input.js';
import { createChangeRequest, updateChangeRequestFields } from './actions.js';
import { ChangeRequest, ChangeRequestSubject } from './change-request.js';
import { changeRequestNames, changeRequestPayload, knownChangeRequest } from './change-request-payload.js';
import { findChangeRequest } from './find-change-request.js';
import { type MergeOutcome, mergeChangeRequest, updateFromSpace } from './merge-actions.js';

builder.queryFields((t) => ({
  changeRequest: t.field({
    type: ChangeRequest,
    nullable: true,
    description: 'A change request by its id, or by its space and its number there.',
    args: {
      id: t.arg.id({ description: "The change request's id." }),
      space: t.arg.id({
        description: "The space's id; needed with a number, and with an id it must be that of the change request.",
      }),
      idOrNumber: t.arg.string({ description: 'Id, or number within the space, of the change request.' }),
    },
    extensions: { policy: 'guard of ChangeRequest' },
    resolve: (_root, { id, space, idOrNumber }, context) => findChangeRequest(context, id ?? idOrNumber ?? '', space),
  }),
}));

const changed = changeRequestPayload('The change request after the change.');

mutation('createChangeRequest', {
  description: "Opens a change request on a space's head.",
  policy: 'changeRequest.create',
  takes: 'What a change request is opened with.',
  input: (t) => ({
    space: t.id({ required: true, description: 'Id of the space.' }),
    subject: t.field({
      type: ChangeRequestSubject,
      description: 'What it is about; default empty.',
    }),
    template: t.field({
      type: ApplySpaceTemplateInput,
      description: 'A template, whose content it proposes to add.',
    }),
    conversationsIssuesCluster: t.id({
      description: 'Id of the cluster of issues that it answers, of the same organization.',
      extensions: { rest: { graphOnly: true } },
    }),
  }),
  action: async ({ template, ...proposal }, context) => ({
    spaceId: proposal.space,
    changeRequestId: template
      ? await createChangeRequestFromTemplate(context, {
          ...proposal,
          template: applicationOf(template),
        })
      : await createChangeRequest(context, proposal),
  }),
  payload: changed,
});

const StatusUpdate = documentedEnum('ChangeRequestStatusUpdate', 'State that a change request can be put in.', {
  draft: 'Being written.',
  open: 'Proposed.',
  archived: 'Put away; it can be opened again.',
});

mutation('updateChangeRequest', {
  description:
    'Changes what a change request says of itself, and its state. CONFLICT for another state of one that is merged, which is final.',
  policy: 'changeRequest.update',
  takes: 'What to change of a change request; absent members stay as they are.',
  input: (t) => ({
    ...changeRequestNames(t),
    subject: t.field({ type: ChangeRequestSubject, description: 'What it is about.' }),
    description: t.field({
      type: JSONDocument,
      description: 'Why it is proposed; null removes it.',
      extensions: nullClears,
    }),
    status: t.field({ type: StatusUpdate, description: 'Its state.' }),
    conversationsIssuesCluster: t.id({
      description: 'Id of the cluster of issues that it answers, of the same organization; null: of none.',
      extensions: { rest: { graphOnly: true, nullClears: 'graph' } },
    }),
  }),
  action: async ({ space, changeRequest, ...changes }, context) => ({
    spaceId: space,
    changeRequestId: await updateChangeRequestFields(context, { space, changeRequest }, changes),
  }),
  payload: changed,
});

/** What merging or updating came to (`result` of the contract). */
function outcomeFields(name: string, results: Record<string, string>) {
  const Result = documentedEnum(name, 'What it came to.', results);
  return {
    description: 'What it came to; with conflicts nothing has changed.',
    outputFields: (t: Fields<MergeOutcome>) => ({
      result: t.field({ type: Result, description: 'What it came to.', resolve: ({ result }) => result }),
      revisionId: t.id({
        description: 'Id of the resulting revision; with conflicts the one that the change request has.',
        resolve: ({ revisionId }) => revisionId,
      }),
    }),
  };
}

mutation('mergeChangeRequest', {
  description:
    'Merges a change request into its space. With conflicts nothing is merged. CONFLICT for one that is not open, and where a merge rule of the space is not met.',
  policy: 'changeRequest.merge',
  takes: 'The change request to merge.',
  input: knownChangeRequest,
  action: (input, context) => mergeChangeRequest(context, input),
  payload: outcomeFields('MergeResult', {
    merge: 'It was merged.',
    conflicts: 'It was not: see the conflicts of the change request.',
  }),
});

mutation('updateChangeRequestFromSpace', {
  description:
    "Brings the space's head into a change request. With conflicts nothing changes. CONFLICT for one that is merged.",
  policy: 'changeRequest.edit',
  takes: 'The change request to bring up to date.',
  input: knownChangeRequest,
  action: (input, context) => updateFromSpace(context, input),
  payload: outcomeFields('UpdateResult', {
    update: 'It is up to date.',
    conflicts: 'It is not: see the conflicts of the change request.',
  }),
});
