import type { Context } from '../../../api/graphql/execution/context.js';
import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder } from '../../../api/graphql/schema/builder.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { MergePreview as Preview } from '../../content/content-work/merge-preview.js';
import { baseRevisionOf } from '../../content/revisions/base-revision.js';
import { type ContentView, fileById, pageById, readContentView } from '../../content/revisions/content-view.js';
import { File } from '../../content/revisions/file.js';
import { Page } from '../../content/revisions/page.js';
import { getRevision } from '../../content/revisions/revision-cache.js';
import { spacesById } from '../../content/spaces/loaders.js';
import { proposedRevision } from './change-request.js';
import { type ConflictView, findOnSides, MergeConflict } from './conflicts.js';
import { resolutionsByChangeRequest } from './loaders.js';
import { runVersionsTask } from './merge-actions.js';

/** Preview of a merge, and the content of both sides: first that of the change request, then that of the space. */
interface PreviewView extends Preview {
  changeRequest: Row<'ChangeRequest'>;
  sides: readonly ContentView[];
}

type BrokenLinkView = NonNullable<Preview['result']>['firstBroken'][number] & Pick<PreviewView, 'sides'>;

const MergeBrokenLink = builder.objectRef<BrokenLinkView>('MergeBrokenLink').implement({
  description: 'A link that a merge would break: its target exists on one side and not in the result.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    page: t.field({
      type: Page,
      nullable: true,
      description: 'Its page: the version of the change request if it has one, otherwise that of the space.',
      resolve: (view) => findOnSides(view, view.pageId, pageById),
    }),
    targetPage: t.field({
      type: Page,
      nullable: true,
      description: 'The page that it refers to, on the side that has it; null if it refers to a file.',
      resolve: (view) => findOnSides(view, view.target.kind === 'page' ? view.target.id : null, pageById),
    }),
    targetFile: t.field({
      type: File,
      nullable: true,
      description: 'The file that it refers to, on the side that has it; null if it refers to a page.',
      resolve: (view) => findOnSides(view, view.target.kind === 'file' ? view.target.id : null, fileById),
    }),
  }),
});

/** Preview of a merge, computed at the time of the request. */
export const MergePreview = builder.objectRef<PreviewView>('MergePreview').implement({
  description: 'Preview of a merge of a change request now.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    conflicts: t.field({
      type: [MergeConflict],
      description: 'Its conflicts, resolved or not; with an unresolved one nothing is merged.',
      resolve: (preview, _args, context) => conflictViewsOf(context, preview),
    }),
    changedPages: t.int({
      nullable: true,
      description: 'Number of pages that it would change, add or delete; null while a conflict is open.',
      resolve: ({ result }) => result?.changedPages,
    }),
    brokenLinkCount: t.int({
      nullable: true,
      description:
        'Number of links that would break, each target of a page counted once; null while a conflict is open.',
      resolve: ({ result }) => result?.brokenLinks,
    }),
    brokenLinks: t.field({
      type: [MergeBrokenLink],
      description: 'The first 20 of them, by page in reading order.',
      resolve: ({ result, sides }) => (result?.firstBroken ?? []).map((link) => ({ ...link, sides })),
    }),
  }),
});

/**
 * Returns the conflicts of a preview. Charges the caller for their size at each call.
 * @throws RATE_LIMITED.
 */
export async function conflictViewsOf(
  context: Context,
  { conflicts, bytes, sides }: PreviewView,
): Promise<ConflictView[]> {
  await context.pay(bytes);
  return conflicts.map((conflict) => ({ conflict, sides }));
}

/**
 * Returns the preview of a merge, which is computed only once for each request. Returns null for a merged change
 * request.
 */
export function previewOf(context: Context, changeRequest: Row<'ChangeRequest'>): Promise<PreviewView | null> {
  return context.loaders.once(`merge preview of ${changeRequest.id}`, () => readPreview(context, changeRequest));
}

async function readPreview(context: Context, changeRequest: Row<'ChangeRequest'>): Promise<PreviewView | null> {
  if (changeRequest.status === 'merged') return null;
  const { loaders, read: queries } = context;
  const { id, organizationId, spaceId } = changeRequest;
  const space = await loaders.get(spacesById, spaceId);
  const [resolutions, ...revisions] = await Promise.all([
    loaders.load(resolutionsByChangeRequest, id),
    getRevision(loaders, { organizationId, id: baseRevisionOf(changeRequest) }),
    getRevision(loaders, { organizationId, id: space.revisionId }),
    proposedRevision(loaders, changeRequest),
  ]);
  const [base, ours, theirs] = await Promise.all(revisions.map((revision) => readContentView(context, revision)));
  const versions = { base: base!.manifest, ours: ours!.manifest, theirs: theirs!.manifest };
  const preview = await runVersionsTask('preview', { queries, organizationId, input: { ...versions, resolutions } });
  return { ...preview, changeRequest, sides: [theirs!, ours!] };
}
