import { createChangeRequest, updateChangeRequestFields } from '../../modules/review/change-requests/actions.js';
import { updateContent } from '../../modules/review/change-requests/content-actions.js';
import { mergeChangeRequest } from '../../modules/review/change-requests/merge-actions.js';
import { submitReview } from '../../modules/review/reviews/actions.js';
import { requestReviewers } from '../../modules/review/reviews/request-actions.js';
import type { DemoRequest } from './changes-file.js';
import { postComments } from './comments.js';
import { readContent } from './content.js';
import { clusterOfTopic } from './conversations.js';
import { actAs, type Demo, idOf } from './demo.js';
import { changeFor } from './edits.js';

/** Ids of a change request and of its space. */
export interface RequestName {
  space: string;
  changeRequest: string;
}

/** Opens a change request with its edits, comments and reviews, and gives it its outcome. */
export async function makeChangeRequest(demo: Demo, request: DemoRequest): Promise<RequestName> {
  const name = await openChangeRequest(demo, request);
  if (request.reviewers) {
    const users = request.reviewers.map((member) => idOf(demo.users, member));
    await requestReviewers(actAs(demo, request.author), name, { users });
  }
  await postComments(demo, name, request.comments ?? []);
  for (const { by, status, comment } of request.reviews ?? [])
    await submitReview(actAs(demo, by), name, {
      status,
      comment: comment === undefined ? null : { markdown: comment },
    });
  await conclude(demo, name, request);
  return name;
}

async function openChangeRequest(demo: Demo, request: DemoRequest): Promise<RequestName> {
  const { author, subject, answers } = request;
  const space = idOf(demo.spaces, request.space);
  const cluster = answers === undefined ? null : await clusterOfTopic(demo, answers);
  const proposal = { space, subject, conversationsIssuesCluster: cluster };
  const name = { space, changeRequest: await createChangeRequest(actAs(demo, author), proposal) };
  const manifest = await readContent(demo, { table: 'ChangeRequest', id: name.changeRequest });
  const changes = await Promise.all(request.edits.map((edit) => changeFor(demo, manifest, edit)));
  await updateContent(actAs(demo, author), name, changes);
  return name;
}

async function conclude(demo: Demo, name: RequestName, { outcome, author, mergedBy }: DemoRequest): Promise<void> {
  if (outcome === 'merged') await mergeChangeRequest(actAs(demo, mergedBy ?? author), name);
  else if (outcome !== 'open') await updateChangeRequestFields(actAs(demo, author), name, { status: outcome });
}
