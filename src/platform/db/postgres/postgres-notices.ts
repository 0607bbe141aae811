import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { packageVersion } from '../../base/package-path.js';
import { localNotices, type Notices } from '../connection/notices.js';

/** Postgres channel through which all instances of docgraph send and receive notifications (`NOTIFY`, `LISTEN`). */
const channel = 'docgraph';

/**
 * How long topics are collected before one statement sends them without duplicates, in milliseconds. A longer time
 * saves statements, but delays listeners.
 */
const sendDelayMs = 40;

/** How long to wait before a broken connection is replaced, in milliseconds. */
const pause = 1_000;

/** Name of the connection that receives notifications. Each process has one, so the names count the processes. */
const listenerName = `docgraph notices ${packageVersion()}`;

/**
 * Creates the notices of all instances on a database, which Postgres delivers as notifications. Notifications are sent
 * after the commit, on a connection of the pool, so that transactions need no additional statement. If an instance ends
 * before it sends a notification, other instances find the change by polling.
 * @param url URL of the database, for the connection that receives notifications while there are listeners
 */
export function postgresNotices(url: string, pool: pg.Pool): Notices {
  const local = localNotices();
  const sender = randomUUID();
  const waiting = new Set<string>();
  const flush = (): void => {
    const payloads = [...waiting].map((topic) => `${sender} ${topic}`);
    waiting.clear();
    const statement = 'select pg_notify($1, payload) from unnest($2::text[]) as payload';
    pool.query(statement, [channel, payloads]).catch(() => {});
  };
  const onPayload = (payload = ''): void => {
    const [from, topic] = payload.split(' ');
    if (from !== sender && topic !== undefined) local.send(topic);
  };
  let listener: NotificationListener | undefined;
  let listeners = 0;
  return {
    send(topic) {
      local.send(topic);
      if (waiting.size === 0) setTimeout(flush, sendDelayMs);
      waiting.add(topic);
    },
    listen(onTopic) {
      const leave = local.listen(onTopic);
      if (listeners++ === 0) listener = listenOn(url, onPayload);
      return () => {
        leave();
        if (--listeners === 0) listener?.close();
      };
    },
    async close() {
      listener?.close();
      await local.close();
    },
  };
}

interface NotificationListener {
  close(): void;
}

/** Opens a connection that receives notifications, and replaces it if it breaks. */
function listenOn(connectionString: string, onPayload: (payload?: string) => void): NotificationListener {
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const again = (): void => {
    if (closed || timer) return;
    timer = setTimeout(open, pause);
    timer.unref();
  };
  const open = (): void => {
    timer = undefined;
    const next = new pg.Client({ connectionString, keepAlive: true, application_name: listenerName });
    client = next;
    next.on('notification', ({ payload }) => onPayload(payload));
    next.on('error', again).on('end', again);
    const listening = next.connect().then(() => next.query(`listen ${channel}`));
    listening.catch(() => {
      next.end().catch(() => {});
      again();
    });
  };
  open();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      client?.end().catch(() => {});
    },
  };
}
