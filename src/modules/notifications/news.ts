import { groupBy } from '../../platform/arrays/group-by.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { nameInMail } from '../mail/mails/layout.js';
import { type NotificationKind, notificationKinds } from './kinds.js';
import type { Recipient } from './recipient.js';
import { readSubjects, type StoredNotification, type Subjects } from './subjects.js';

/** A sentence of a mail about an action of one or more people on a change request or space. */
export interface News {
  kind: NotificationKind;
  sentence: string;
  /** Id of the change request or space. */
  subjectId: string;
}

/**
 * Returns the sentences for notifications, in their order, with one sentence for each subject and kind. It leaves out
 * notifications that the recipient muted, that are about an object that the recipient may not see, or that are no
 * longer true.
 */
export async function newsFor(
  read: Queries,
  recipient: Recipient,
  notifications: readonly StoredNotification[],
): Promise<News[]> {
  const unmuted = notifications.filter(({ kind }) => kind in notificationKinds && !recipient.muted.has(kind));
  if (unmuted.length === 0) return [];
  const subjects = await readSubjects(read, recipient, unmuted);
  const shown = unmuted.flatMap((notification) => {
    const subject = findSubject(subjects, notification);
    return subject ? [{ ...notification, subject }] : [];
  });
  const groups = groupBy(shown, ({ kind, subject }) => `${kind} ${subject.id}`);
  return [...groups.values()].map((group) => {
    const { kind, subject } = group[0]!;
    const actors = joinNames([...new Set(group.map(({ actorId }) => subjects.names.get(actorId) ?? 'Someone'))]);
    return { kind, sentence: notificationKinds[kind].sentence(actors, subject.title), subjectId: subject.id };
  });
}

/** A change request or space, and its name in a sentence. */
interface Subject {
  id: string;
  title: string;
}

/**
 * Returns the subject of a notification. Returns null if the recipient may not see it, or if the notification is no
 * longer true.
 */
function findSubject(subjects: Subjects, { kind, objectId }: StoredNotification): Subject | null {
  const reply = subjects.replies.get(objectId);
  if (kind === 'commentReply' && !reply) return null;
  const changeRequest = subjects.changeRequests.get(reply?.changeRequestId ?? objectId);
  const space = subjects.spaces.get((changeRequest ?? reply)?.spaceId ?? '');
  if (!space) return null;
  if (!changeRequest) return { id: space.id, title: nameInMail(space.title) };
  const isReviewRequested = subjects.reviewRequests.has(changeRequest.id);
  if (!notificationKinds[kind].isStillTrue({ changeRequest, headId: space.revisionId, isReviewRequested })) return null;
  const { id, number, subject } = changeRequest;
  const reference = `change request ${number} of ${nameInMail(space.title)}`;
  return { id, title: subject === '' ? reference : `${nameInMail(subject)} (${reference})` };
}

/** Maximum number of names in a sentence. */
const maxNames = 3;

/** Joins names to a text: `Ann`, `Ann and Bo`, `Ann, Bo and 7 others`. */
function joinNames(names: readonly string[]): string {
  const shown = names.length > maxNames ? names.slice(0, maxNames - 1) : names;
  const items = shown.map(nameInMail);
  if (shown.length < names.length) items.push(`${names.length - shown.length} others`);
  return items.length === 1 ? items[0]! : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
