import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import { nullClears } from '../../../api/graphql/schema/null-clears.js';
import { headFields } from '../../content/revisions/head-payload.js';
import { JSONDocument } from '../../content/revisions/scalars.js';
import { ApplySpaceTemplateInput, applicationOf } from '../../content/template-copies/template-input.js';
import { createChangeRequest, updateChangeRequestFields } from './actions.js';
import { ChangeRequest, ChangeRequestSubject } from './change-request.js';
import {
  type ChangedRequest,
  changeRequestAtRevisionFields,
  changeRequestField,
  changeRequestIdFields,
  changeRequestPayload,
} from './change-request-payload.js';
import { findChangeRequest } from './find-change-request.js';
import { createChangeRequestFromTemplate } from './from-template-actions.js';
import { type MergeOutcome, mergeChangeRequest, updateFromSpace } from './merge-actions.js';

builder.queryFields((t) => ({
  changeRequest: t.field({
    type: ChangeRequest,
    nullable: true,
    description: 'A change request by its id, or by its space and its number there.',
    args: {
      id: t.arg.id({ description: "The change request's id." }),
      space: t.arg.id({
        description: 'Id of the space; required with a number; with an id it must be the space of the change request.',
      }),
      changeRequest: t.arg.string({ description: 'Id, or number within the space, of the change request.' }),
    },
    extensions: { policy: 'guard of ChangeRequest' },
    resolve: (_root, { id, space, changeRequest }, context) =>
      findChangeRequest(context, id ?? changeRequest ?? '', space),
  }),
}));

const changed = changeRequestPayload('The change request after the change.');

mutation('createChangeRequest', {
  description: 'Opens a change request on the head of a space.',
  policy: 'changeRequest.create',
  takes: 'Fields of a new change request.',
  input: (t) => ({
    space: t.id({ required: true, description: 'Id of the space.' }),
    subject: t.field({
      type: ChangeRequestSubject,
      description: 'Description; empty by default.',
    }),
    template: t.field({
      type: ApplySpaceTemplateInput,
      description: 'A template whose content is proposed.',
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
  archived: 'Archived; it can be reopened.',
});

mutation('updateChangeRequest', {
  description:
    'Updates the subject, the description or the state of a change request. CONFLICT for another state of a merged one, which is final.',
  policy: 'changeRequest.update',
  takes: 'Changes to a change request; absent fields stay.',
  input: (t) => ({
    ...changeRequestIdFields(t),
    subject: t.field({ type: ChangeRequestSubject, description: 'Subject.' }),
    description: t.field({
      type: JSONDocument,
      description: 'Reason for the proposal; null removes it.',
      extensions: nullClears,
    }),
    status: t.field({ type: StatusUpdate, description: 'Its state.' }),
    conversationsIssuesCluster: t.id({
      description: 'Id of the cluster of issues that it answers, of the same organization; null for none.',
      extensions: { rest: { graphOnly: true, nullClears: 'graph' } },
    }),
  }),
  action: async ({ space, changeRequest, ...changes }, context) => ({
    spaceId: space,
    changeRequestId: await updateChangeRequestFields(context, { space, changeRequest }, changes),
  }),
  payload: changed,
});

/** Returns the payload type of `mergeChangeRequest` or `updateChangeRequestFromSpace`. */
function outcomePayload(kind: 'Merge' | 'Update', outcomes: Record<string, string>) {
  const text = { description: 'Its result.', rest: { name: `${kind}Result` } };
  const Outcome = documentedEnum(`${kind}Outcome`, text, outcomes);
  return {
    description: 'The result, and what it changed; with conflicts nothing has changed.',
    outputFields: (t: Fields<MergeOutcome & ChangedRequest>) => ({
      outcome: t.field({ type: Outcome, description: 'Its result.', resolve: ({ result }) => result }),
      changeRequest: changeRequestField(t, 'The change request after the change.'),
      ...headFields(t, {
        space: 'The space.',
        revision: 'The resulting revision; with conflicts the present one of the change request.',
      }),
      revisionId: t.id({
        description: 'Id of the resulting revision; with conflicts the present one of the change request.',
        resolve: ({ revisionId }) => revisionId,
      }),
    }),
  };
}

mutation('mergeChangeRequest', {
  description:
    'Merges a change request into its space. With conflicts nothing is merged. CONFLICT for one that is not open, and if a merge rule of the space is not met.',
  policy: 'changeRequest.merge',
  takes: 'The change request to merge.',
  input: changeRequestAtRevisionFields,
  action: (input, context) => mergeChangeRequest(context, input),
  payload: outcomePayload('Merge', {
    merge: 'It was merged.',
    conflicts: 'It was not merged: see the conflicts of the change request.',
  }),
});

mutation('updateChangeRequestFromSpace', {
  description:
    'Updates a change request from the head of its space. With conflicts nothing changes. CONFLICT for one that is merged.',
  policy: 'changeRequest.edit',
  takes: 'The change request to update from its space.',
  input: changeRequestAtRevisionFields,
  action: (input, context) => updateFromSpace(context, input),
  payload: outcomePayload('Update', {
    update: 'It is up to date.',
    conflicts: 'It cannot be merged: see the conflicts of the change request.',
  }),
});
