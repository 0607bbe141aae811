import { sql } from 'kysely';
import { type RetentionConfig, type RetentionKind, retentionKinds } from '../../../platform/config/retention-config.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Store } from '../../../platform/db/write/store.js';

const dayMs = 86_400_000;

/** Columns of `Organization` with the setting of each kind, in days; null for the setting of the server. */
export const retentionColumns = {
  events: 'eventRetention',
  revisions: 'revisionRetention',
  pdfs: 'pdfRetention',
  mails: 'mailRetention',
  jobs: 'jobRetention',
} as const satisfies Record<RetentionKind, keyof Row<'Organization'>>;

/** An organization, and the time before which its rows of a kind have expired. */
export interface OrganizationCutoff {
  organizationId: string;
  /** ISO 8601 in UTC with milliseconds. */
  cutoff: string;
}

/**
 * Returns the days that an organization keeps rows: the shorter of its own setting and the server's; null for no limit.
 */
export function effectiveDays(own: number | null, maximum: number | null): number | null {
  return own === null || (maximum !== null && maximum < own) ? maximum : own;
}

/** Returns the time that was a number of days ago, as ISO 8601 in UTC. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString();
}

/**
 * Returns the organizations whose rows of a kind expire, by id. Leaves out organizations whose import is not finished.
 * Their archive is stored in several transactions.
 * @param options `ownOnly` leaves out organizations without a setting of their own
 */
export async function readCutoffs(
  { read }: Pick<Store, 'read'>,
  { kind, retention, ownOnly = false }: { kind: RetentionKind; retention: RetentionConfig; ownOnly?: boolean },
): Promise<OrganizationCutoff[]> {
  const [column, maximum] = [sql.ref<number | null>(retentionColumns[kind]), retention[kind]];
  const needsSetting = ownOnly || maximum === null;
  const organizations = await read.all(sql<{ id: string; days: number | null }>`
    select "id", ${column} as "days" from "Organization" where ${needsSetting ? sql`${column} is not null` : sql`true`}
      and not exists (select 1 from "OrganizationImport" where "organizationId" = "id" and "finishedAt" is null)
    order by "id"`);
  return organizations.map(({ id, days }) => {
    // The setting of an imported organization may be out of range.
    const kept = Math.max(effectiveDays(days, maximum)!, retentionKinds[kind].min);
    return { organizationId: id, cutoff: daysAgo(kept) };
  });
}

/**
 * Calls a function for each organization in turn, until it has returned false for all of them. An organization with
 * many rows therefore does not delay the others.
 */
export async function runRoundRobin<Organization>(
  organizations: readonly Organization[],
  signal: AbortSignal,
  step: (organization: Organization) => Promise<boolean>,
): Promise<void> {
  for (let waiting = organizations; waiting.length > 0; ) {
    const next: Organization[] = [];
    for (const organization of waiting) {
      signal.throwIfAborted();
      if (await step(organization)) next.push(organization);
    }
    waiting = next;
  }
}
