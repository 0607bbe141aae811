import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Store } from '../db/write/store.js';
import type { Lease, LeaseRequest, LeaseSource } from './quota.js';

/**
 * Creates the source of leases that all instances on a Postgres database share. It stores no account in the clear: keys
 * are HMACs with the secret.
 */
export function storedLeases(store: Pick<Store, 'transaction'>, secret: string): LeaseSource {
  return async (requests) => {
    const rows = requests.map((request) => rowOf(request, secret));
    const leases = await store.transaction(({ read, buffer }) => {
      const parameter = JSON.stringify(rows);
      buffer(createMissing(parameter));
      return read.all(exchange(parameter));
    });
    const byHash = new Map(leases.map((lease) => [lease.hash, lease]));
    return rows.map(({ hash, windowMs }) => byHash.get(hash) ?? noWindow(windowMs));
  };
}

/** Result for an account without a row, to which no points were leased. */
const noWindow = (windowMs: number): Lease => ({ granted: 0, total: 0, window: '', msLeft: windowMs });

/** A request in the form that the SQL reads. */
interface RequestRow {
  hash: string;
  points: number;
  returned: number;
  quota: number;
  windowMs: number;
  window: string;
}

function rowOf({ quota, account, points, returned, window }: LeaseRequest, secret: string): RequestRow {
  const hash = createHmac('sha256', secret).update(`${quota.name}\0${account}`).digest('hex');
  return { hash, points, returned, quota: quota.points, windowMs: quota.windowMs, window };
}

const requestRows = (parameter: string) =>
  sql`jsonb_to_recordset(${parameter}::jsonb)
    as "request"("hash" text, "points" int, "returned" int, "quota" int, "windowMs" float8, "window" text)`;

/**
 * Creates rows for new accounts, as rows whose window has ended. All statements lock rows in the order of their hash.
 */
const createMissing = (parameter: string) => sql`
  insert into "RateWindow" ("hash", "granted", "endsAt")
  select "hash", 0, timestamp 'epoch' from ${requestRows(parameter)} where "points" > 0 order by "hash"
  on conflict do nothing`;

/** Subtracts returned points, then grants points. A lease begins a new window if the last one has ended. */
const exchange = (parameter: string) => sql<Lease & { hash: string }>`
  with "locked" as (
    select "hash", "granted", "endsAt", "endsAt" <= ${utcNow} as "ended" from "RateWindow"
    where "hash" in (select "hash" from ${requestRows(parameter)}) order by "hash" for no key update
  ), "current" as (
    select "request".*, "ended" and "points" = 0 as "hasNone", case when "ended" then 0
        when extract(epoch from "endsAt")::text = "window" then greatest(0, "granted" - "returned")
        else "granted" end as "before",
      case when "ended" and "points" > 0
        then date_trunc('milliseconds', ${utcNow} + "windowMs" * interval '1 millisecond') else "endsAt" end as "end"
    from "locked" join ${requestRows(parameter)} using ("hash")
  ), "settled" as (
    select *, "before" + least("points", greatest(0, "quota" - "before")) as "after"
    from "current"
  )
  update "RateWindow" as "row" set "granted" = "after", "endsAt" = "end" from "settled"
  where "row"."hash" = "settled"."hash"
  returning "row"."hash", "after" - "before" as "granted", "after" as "total",
    case when "hasNone" then '' else extract(epoch from "end")::text end as "window",
    case when "hasNone" then "windowMs" else (extract(epoch from "end" - ${utcNow}) * 1000)::float8 end as "msLeft"`;

/**
 * Current time of the database, in the format of its columns. `now()` would return the start of the transaction, before
 * it waited for locks.
 */
const utcNow = sql`(clock_timestamp() at time zone 'UTC')`;
