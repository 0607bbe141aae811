import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from './app.js';
import { signal } from './signal.js';
import { untilWaiting } from './waiting.js';

/**
 * Asks while a transaction holds a team and takes the team's organization next, as changes of teams do. Who asks and
 * holds the organization before waiting for the team would wait for it in a circle: the transaction would not get it.
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
    await untilWaiting(test);
    const lock = tx.read.provider === 'postgresql' ? sql`for no key update nowait` : sql``;
    const rows = sql`select "id" from "Organization" where "id" = ${organization} ${lock}`;
    expect(await tx.read.all(rows)).toHaveLength(1);
  });
  await begun.given;
  const [answer] = await Promise.all([ask(), change]);
  return answer;
}
