import { baseRevisionOf } from '../../modules/content/revisions/base-revision.js';
import { readManifest } from '../../modules/content/revisions/manifests.js';
import { mergeChangeRequest, runVersionsTask } from '../../modules/review/change-requests/merge-actions.js';
import { resolveConflicts } from '../../modules/review/change-requests/resolve-actions.js';
import { submitReview } from '../../modules/review/reviews/actions.js';
import type { RequestName } from './change-requests.js';
import type { DemoFinish } from './changes-file.js';
import { actAs, type Demo } from './demo.js';

/** Resolves the conflict of a change request with the text of the files, then approves and merges it. */
export async function finishConflicts(demo: Demo, name: RequestName, finish: DemoFinish): Promise<void> {
  const conflicts = await readConflictIds(demo, name);
  const decisions = conflicts.map((conflict) => ({ conflict, choice: 'value' as const, value: finish.text }));
  await resolveConflicts(actAs(demo, finish.resolvedBy), name, decisions);
  await submitReview(actAs(demo, finish.mergedBy), name, { status: 'approved' });
  await mergeChangeRequest(actAs(demo, finish.mergedBy), name);
}

async function readConflictIds({ store: { read }, organization }: Demo, name: RequestName): Promise<string[]> {
  const requests = read.sql.selectFrom('ChangeRequest').selectAll().where('id', '=', name.changeRequest);
  const changeRequest = (await read.first(requests))!;
  const spaces = read.sql.selectFrom('Space').select('revisionId').where('id', '=', name.space);
  const { revisionId: head } = (await read.first(spaces))!;
  const manifestAt = async (id: string) =>
    readManifest(read, (await read.first(read.sql.selectFrom('Revision').selectAll().where('id', '=', id)))!);
  const versions = {
    base: await manifestAt(baseRevisionOf(changeRequest)),
    ours: await manifestAt(head),
    theirs: await manifestAt(changeRequest.revisionId),
  };
  const { conflicts } = await runVersionsTask('preview', {
    queries: read,
    organizationId: organization,
    input: versions,
  });
  return conflicts.map(({ id }) => id);
}
