import type { NewEvent } from '../shared/append-events.js';
import type { EventHook, EventHooks } from '../shared/event-hooks.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import type { NotificationKind } from './kinds.js';
import { notify } from './notify.js';
import { participants, threadAuthors } from './recipients.js';

/** Returns the ids of the people to notify of an event. The actor may be among them. */
type FindRecipients = (unit: UnitOfWork, event: NewEvent) => Promise<string[]>;

function createNotificationHook(kind: NotificationKind, findRecipients: FindRecipients): EventHook {
  return async (unit, event) => {
    const { organizationId, targetId: objectId } = event;
    const users = await findRecipients(unit, event);
    const cause = { kind, organizationId, actorId: unit.actorId, at: unit.at };
    await notify(
      unit.tx,
      cause,
      users.map((userId) => ({ userId, objectId })),
    );
  };
}

/** Hooks that write notifications, by the action of the event. */
export const notificationHooks: EventHooks = {
  requestReviewersForChangeRequest: createNotificationHook(
    'reviewRequest',
    async (_unit, { changes }) => changes!.users as string[],
  ),
  postReply: createNotificationHook('commentReply', ({ tx }, { changes }) =>
    threadAuthors(tx.read, changes!.comment as string),
  ),
  mergeChangeRequest: createNotificationHook('changeRequestMerged', ({ tx }, { targetId }) =>
    participants(tx.read, targetId),
  ),
};
