import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './app.js';
import { signal } from './signal.js';
import { waitForBlockedTransactions } from './waiting.js';

/**
 * Runs `ask` while a transaction has locked a team and then locks the team's organization, as changes of teams do. If
 * `ask` locks the organization before the team, there is a deadlock, and the transaction fails.
 */
export async function whileTeamIsHeld<Answer>(
  test: TestApp,
  { team, organization }: { team: string; organization: string },
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const begun = signal();
  const change = test.store.transaction(async (tx) => {
    await tx.lock('Team', team);
    begun.give();
    await waitForBlockedTransactions(test);
    const lock = tx.read.provider === 'postgresql' ? sql`for no key update nowait` : sql``;
    const rows = sql`select "id" from "Organization" where "id" = ${organization} ${lock}`;
    expect(await tx.read.all(rows)).toHaveLength(1);
  });
  await begun.given;
  const [answer] = await Promise.all([ask(), change]);
  return answer;
}
