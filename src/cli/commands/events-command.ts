import type { EventFilter } from '../../modules/audit/events/event-filter.js';
import { followedLog, latestEvents } from '../../modules/audit/events/log.js';
import { usersById } from '../../modules/identity/users/loaders.js';
import { eventActions } from '../../modules/shared/event-actions.js';
import { badInput, notFound } from '../../platform/base/errors.js';
import { createLoaders } from '../../platform/db/query/loaders.js';
import type { Queries } from '../../platform/db/query/queries.js';
import type { Row } from '../../platform/db/query/rows.js';
import { findOptionalSpace, findOptionalUser, findOrganization } from '../objects/find-object.js';
import { replaceControlCharacters } from '../process/control-characters.js';
import { parseDate } from '../process/dates.js';
import { parseLimit } from '../process/limit-option.js';
import { printResult } from '../process/output.js';
import { runUntilSignal } from '../process/run-until-signal.js';
import { type Session, withSession } from '../setup/session.js';

/** Options of `docgraph events`. */
export interface EventsOptions {
  org?: string;
  space?: string;
  action?: string;
  /** A user, by id, e-mail address or name. */
  actor?: string;
  /** Date or time; only events from then on are printed. */
  since?: string;
  limit: string;
  follow?: boolean;
  json?: boolean;
}

/**
 * `docgraph events`: prints the latest events of an organization, oldest first. With `--follow`, it continues to print
 * new events.
 */
export async function eventsCommand(options: EventsOptions): Promise<void> {
  await withSession(async (session) => {
    const { store, viewer } = session;
    const limit = parseLimit(options.limit);
    const filter = await readFilter(store.read, options);
    if (!options.follow) return print(session, await latestEvents(store, filter, limit), options);
    await runUntilSignal(async (signal) => {
      const caller = viewer.userId;
      for await (const events of followedLog(store, filter, { caller, limit, signal }))
        await print(session, events, options);
    });
  });
}

async function readFilter(read: Queries, { org, space, action, actor, since }: EventsOptions): Promise<EventFilter> {
  if (action !== undefined && !Object.hasOwn(eventActions, action)) throw unknownAction(action);
  const time = since === undefined ? undefined : parseSince(since);
  const organizationId = await findPresentOrganization(read, org);
  return {
    organizationId,
    spaceId: await findOptionalSpace(read, space, organizationId),
    action,
    actorId: await findOptionalUser(read, actor),
    since: time,
  };
}

function unknownAction(action: string): Error {
  const rule = 'must be the name of an action, such as mergeChangeRequest (docs/events.md has them all)';
  return badInput('action', `\`--action\` ${rule} (got ${JSON.stringify(action)})`);
}

function parseSince(since: string): string {
  const time = parseDate(since);
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  const rule = 'must be a date such as 2027-01-31, or a time in UTC such as 2027-01-31T12:00Z';
  throw badInput('since', `\`--since\` ${rule} (got ${JSON.stringify(since)})`);
}

/** Returns the id of an organization that exists. @throws as `findOrganization` */
async function findPresentOrganization(read: Queries, org: string | undefined): Promise<string> {
  const id = await findOrganization(read, org);
  if (await read.first(read.sql.selectFrom('Organization').select('id').where('id', '=', id))) return id;
  throw notFound('organization', id);
}

async function print({ store, viewer }: Session, events: Row<'Event'>[], { json }: EventsOptions): Promise<void> {
  const loaders = createLoaders(store.read);
  const loadActorName = async ({ actorId, tokenId }: Row<'Event'>): Promise<string> => {
    if (actorId === null || (actorId === viewer.userId && tokenId === null)) return 'operator';
    return (await loaders.load(usersById, actorId))?.displayName ?? actorId;
  };
  const names = await Promise.all(events.map(loadActorName));
  for (const [index, event] of events.entries())
    printResult(event, { json, sentence: formatEvent(event, names[index]!) });
}

function formatEvent({ at, organizationId, sequence, action, targetId, changes }: Row<'Event'>, name: string): string {
  const cells = [at, organizationId, `#${sequence}`, action, name, targetId, truncateChanges(changes as object)];
  return replaceControlCharacters(cells.join('  ').trimEnd());
}

/** Maximum number of characters of the printed changes. */
const maxChangesLength = 100;

function truncateChanges(changes: object): string {
  const changeTexts = Object.entries(changes).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const text = [...changeTexts.join(', ')];
  return text.length > maxChangesLength ? `${text.slice(0, maxChangesLength).join('')}…` : text.join('');
}
