import { builder } from '../../graphql/builder.js';
import type { Context } from '../../graphql/context.js';
import type { Row } from '../../store/rows.js';
import type { ToldConflicts } from '../content-work/told-conflicts.js';
import { baseRevisionOf } from '../revisions/base-revision.js';
import { getRevision } from '../revisions/known-revisions.js';
import { readManifest } from '../revisions/manifests.js';
import { spacesById } from '../spaces/loaders.js';
import { ChangeRequest } from './change-request.js';
import { MergeConflict } from './conflicts.js';
import { workOnVersions } from './merge-actions.js';

builder.objectField(ChangeRequest, 'conflicts', (t) =>
  t.field({
    type: [MergeConflict],
    description: 'What a merge would have to decide now; empty for a change request that merges cleanly or is merged.',
    resolve: async (changeRequest, _args, context) => {
      const name = `conflicts of ${changeRequest.id}`;
      const { conflicts, bytes } = await context.loaders.once(name, () => readConflicts(context, changeRequest));
      await context.pay(bytes);
      return conflicts;
    },
  }),
);

async function readConflicts(context: Context, changeRequest: Row<'ChangeRequest'>): Promise<ToldConflicts> {
  if (changeRequest.status === 'merged') return { conflicts: [], bytes: 0 };
  const { loaders, read: queries } = context;
  const { organizationId } = changeRequest;
  const space = await loaders.get(spacesById, changeRequest.spaceId);
  const ids = [baseRevisionOf(changeRequest), space.revisionId, changeRequest.revisionId];
  const revisions = await Promise.all(ids.map((id) => getRevision(loaders, { organizationId, id })));
  const manifests = await Promise.all(revisions.map((revision) => readManifest(queries, revision)));
  const [base, ours, theirs] = manifests;
  const versions = { base: base!, ours: ours!, theirs: theirs! };
  return workOnVersions('conflicts', { queries, organizationId, versions });
}
