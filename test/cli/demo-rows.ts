import type { Store } from '../../src/platform/db/write/store.js';

/** Returns the number of rows of a demo organization in each of these tables. */
export async function countRows({ read }: Store, organization: string) {
  type Table =
    | 'Member'
    | 'Team'
    | 'Space'
    | 'ChangeRequest'
    | 'Review'
    | 'Comment'
    | 'OpenAPISpecVersion'
    | 'Conversation'
    | 'GlossaryEntry'
    | 'ShareLink'
    | 'Job';
  const rows = (table: Table) =>
    read.all(read.sql.selectFrom(table).selectAll().where('organizationId', '=', organization)) as Promise<any[]>;
  const changeRequests: Record<string, number> = {};
  for (const { status } of await rows('ChangeRequest')) changeRequests[status] = (changeRequests[status] ?? 0) + 1;
  const jobs = await rows('Job');
  const mine = ['specification.process', 'translations.run', 'conversation.analyse'];
  return {
    members: (await rows('Member')).length,
    teams: (await rows('Team')).length,
    spaces: (await rows('Space')).length,
    changeRequests,
    reviews: (await rows('Review')).length,
    threads: (await rows('Comment')).filter(({ threadId }) => threadId === null).length,
    specificationVersions: (await rows('OpenAPISpecVersion')).length,
    conversations: (await rows('Conversation')).length,
    glossaryEntries: (await rows('GlossaryEntry')).length,
    shareLinks: (await rows('ShareLink')).length,
    openJobs: jobs.filter(({ kind, status }) => mine.includes(kind) && status !== 'done').length,
  };
}
