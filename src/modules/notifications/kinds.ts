import type { Row } from '../../platform/db/query/rows.js';
import { baseRevisionOf } from '../content/revisions/base-revision.js';

/** A change request at the time when the mail about it is created, and the id of the head revision of its space. */
interface SubjectState {
  changeRequest: Row<'ChangeRequest'>;
  headId: string;
  /** Whether the recipient has an open request to review it. */
  isReviewRequested: boolean;
}

interface Kind {
  /** Description in the GraphQL schema. */
  description: string;
  /** Noun phrase that completes "mails about …". */
  topic: string;
  /** Clause that completes "You get this mail because …". */
  reason: string;
  /** Sentence of the mail. `actors` is the subject of the sentence; `title` names the change request or space. */
  sentence(actors: string, title: string): string;
  /** Reports whether a notification about a change request is still true when the mail is created. */
  isStillTrue(state: SubjectState): boolean;
}

/** The kinds of notifications. */
export const notificationKinds = {
  reviewRequest: {
    description: "Someone requests the person's review of a change request.",
    topic: 'requests for your review',
    reason: 'someone requested your review',
    sentence: (actors, title) => `${actors} requested your review of ${title}.`,
    isStillTrue: ({ changeRequest, isReviewRequested }) => isReviewRequested && isActive(changeRequest),
  },
  commentReply: {
    description: 'Someone replies to a comment of the person, or to a comment that the person replied to.',
    topic: 'replies to comments that you wrote or replied to',
    reason: 'you wrote a comment or a reply there',
    sentence: (actors, title) => `${actors} replied to a comment on ${title}.`,
    isStillTrue: () => true,
  },
  changeRequestMerged: {
    description: 'Someone merges a change request that the person opened, reviewed or was asked to review.',
    topic: 'change requests that are merged',
    reason: 'you opened or reviewed a change request, or were asked to review it',
    sentence: (actors, title) => `${actors} merged ${title}.`,
    isStillTrue: ({ changeRequest }) => changeRequest.status === 'merged',
  },
  changeRequestOutdated: {
    description:
      'The space changes, so that an open change request or a draft of the person is no longer up to date with it.',
    topic: 'change requests that are outdated',
    reason: 'you opened the change request',
    sentence: (actors, title) => `${title} is outdated: ${actors} changed the space.`,
    isStillTrue: ({ changeRequest, headId }) => isActive(changeRequest) && headId !== baseRevisionOf(changeRequest),
  },
} as const satisfies Record<string, Kind>;

/** A kind of notifications. */
export type NotificationKind = keyof typeof notificationKinds;

/** States of change requests that people still work on. */
export const activeStates = ['draft', 'open'] as const;

function isActive({ status }: Row<'ChangeRequest'>): boolean {
  return (activeStates as readonly string[]).includes(status);
}

/** Returns the texts that are kinds of notifications, in the order of `notificationKinds`. */
export function kindsAmong(texts: readonly unknown[]): NotificationKind[] {
  return (Object.keys(notificationKinds) as NotificationKind[]).filter((kind) => texts.includes(kind));
}
