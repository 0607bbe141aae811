import type { Context } from '../../../api/graphql/execution/context.js';
import { type Guard, partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { mutation } from '../../../api/graphql/schema/mutation.js';
import type { ContentOutcome } from '../../content/content-work/content-changes.js';
import { type FileView, fileById, readContentView } from '../../content/revisions/content-view.js';
import { File } from '../../content/revisions/file.js';
import { getRevision } from '../../content/revisions/revision-cache.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { seesSpace } from '../../content/spaces/space.js';
import { addressesType } from '../../shared/addresses.js';
import { seesChangeRequest } from './change-request.js';
import { changeRequestAtRevisionFields, changeRequestField } from './change-request-payload.js';
import type { ContentUpdate, ProposalUpdate } from './content-actions.js';
import { type ChangeWithoutBytes, updateWithFiles } from './content-files.js';
import { changesField, payForChanges } from './content-input.js';
import { convertedPagesField } from './converted-page.js';
import { changeRequestsById } from './loaders.js';

/** Ids of a page that a change affected, and of its space and change request. */
interface ChangedPageValue {
  id: string;
  spaceId: string;
  /** Id of the change request; absent for a page of the head of the space. */
  changeRequestId?: string | undefined;
}

const ChangedPageUrls = addressesType<ChangedPageValue>('ChangedPageUrls', {
  location: {
    description: 'Address of the page in `/v1`.',
    of: ({ spaceId, changeRequestId, id }, urls) => {
      const changeRequestPath = changeRequestId === undefined ? '' : `/change-requests/${changeRequestId}`;
      return urls.location(`/spaces/${spaceId}${changeRequestPath}/content/page/${id}`);
    },
  },
});

const ChangedPage = builder.objectRef<ChangedPageValue>('ChangedPage').implement({
  description: 'A page that a change affected.',
  extensions: { guard: partOfGuardedObject, rest: { constants: { object: 'page' } } },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the page.' }),
    urls: t.field({ type: ChangedPageUrls, description: 'Addresses of the page.', resolve: (page) => page }),
  }),
});

type PageOutcome = Extract<ContentOutcome, { pageId: string }> & { page: ChangedPageValue };

const InsertedPage = builder.objectRef<PageOutcome>('InsertedPage').implement({
  description: 'A page was inserted.',
  extensions: { guard: partOfGuardedObject, rest: { constants: { object: 'created_page' } } },
  fields: (t) => ({
    ref: t.string({ nullable: true, description: 'Id that the client chose.', resolve: ({ ref }) => ref }),
    page: t.field({ type: ChangedPage, description: 'The new page.', resolve: ({ page }) => page }),
  }),
});

const UpdatedPage = builder.objectRef<PageOutcome>('UpdatedPage').implement({
  description: 'A page was changed or reset to an earlier state.',
  extensions: { guard: partOfGuardedObject, rest: { constants: { object: 'updated_page' } } },
  fields: (t) => ({ page: t.field({ type: ChangedPage, description: 'The page.', resolve: ({ page }) => page }) }),
});

const DeletedPage = builder.objectRef<PageOutcome>('DeletedPage').implement({
  description: 'A page was deleted.',
  extensions: { guard: partOfGuardedObject, rest: { constants: { object: 'deleted_page' } } },
  fields: (t) => ({ pageId: t.exposeID('pageId', { description: 'Former id of the page.' }) }),
});

const outcomeTypes = { inserted: 'InsertedPage', updated: 'UpdatedPage', deleted: 'DeletedPage' } as const;

const ContentOutcomeUnion = builder.unionType('ContentOutcome', {
  description: 'The effect of one change.',
  types: [InsertedPage, UpdatedPage, DeletedPage],
  extensions: { guard: partOfGuardedObject },
  resolveType: ({ kind }) => outcomeTypes[kind as keyof typeof outcomeTypes],
});

/** Allows access to the result if the viewer may see the change request. */
const seesUpdate: Guard<ProposalUpdate> = async ({ changeRequestId }, context) =>
  seesChangeRequest(await context.loaders.get(changeRequestsById, changeRequestId), context);

const seesSpaceUpdate: Guard<ContentUpdate> = async ({ spaceId }, context) =>
  seesSpace(await context.loaders.get(spacesById, spaceId), context);

const ContentUpdateType = builder.objectRef<ProposalUpdate>('ContentUpdate').implement({
  description: 'State of the content of a change request.',
  extensions: { guard: seesUpdate },
  fields: (t) => ({
    changeRequest: changeRequestField(t, 'The change request after the changes.'),
    ...effectFields(t as unknown as Fields<ContentUpdate>),
  }),
});

/** Result of changes to the content of the head of a space. */
export const SpaceContentUpdate = builder.objectRef<ContentUpdate>('SpaceContentUpdate').implement({
  description: 'State of the content of a space.',
  extensions: { guard: seesSpaceUpdate },
  fields: effectFields,
});

function effectFields(t: Fields<ContentUpdate>) {
  return {
    changes: t.field({
      type: [ContentOutcomeUnion],
      description:
        'The effect of each change on a page, in the order of the changes; inserted files are listed separately.',
      resolve: ({ spaceId, changeRequestId, outcomes }) => {
        const onPages = outcomes.filter((outcome) => 'pageId' in outcome);
        return onPages.map((outcome) => ({ ...outcome, page: { id: outcome.pageId, spaceId, changeRequestId } }));
      },
    }),
    convertedPages: convertedPagesField(t),
    insertedFiles: t.field({
      type: [File],
      description: 'Files that were inserted.',
      resolve: findInsertedFiles,
    }),
  };
}

async function findInsertedFiles(
  { organizationId, revisionId, outcomes }: ContentUpdate,
  _args: object,
  context: Context,
): Promise<FileView[]> {
  const files = outcomes.flatMap((outcome) => (outcome.kind === 'files' ? outcome.files : []));
  if (files.length === 0) return [];
  const content = await readContentView(
    context,
    await getRevision(context.loaders, { organizationId, id: revisionId }),
  );
  return files.map(({ id }) => fileById(content, id)).filter((file) => file !== null);
}

mutation('updateChangeRequestContent', {
  description: 'Changes the content of a change request: all changes as one revision, or none.',
  policy: 'changeRequest.edit',
  takes: "Changes of a change request's content.",
  input: (t) => ({
    ...changeRequestAtRevisionFields(t),
    changes: changesField(t),
  }),
  action: async ({ changes, ...name }, context) => {
    await payForChanges(context, changes);
    return updateWithFiles(context, name, changes as ChangeWithoutBytes[]);
  },
  payload: {
    description: 'Result for the content.',
    outputFields: (t) => ({
      changeRequest: changeRequestField(t, 'The change request after the changes.'),
      update: t.field({
        type: ContentUpdateType,
        description: 'The effect of each change.',
        resolve: (update) => update,
      }),
    }),
  },
});
