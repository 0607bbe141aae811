import type { Store } from '../../../src/platform/db/write/store.js';

const tables = [
  'Conversation',
  'ConversationText',
  'ConversationIssue',
  'ConversationsIssuesCluster',
  'ConversationGrouping',
] as const;

/** Returns the tables in which conversations of an organization still contain a word. */
export async function tablesContaining({ read }: Store, organizationId: string, word: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    const query = read.sql.selectFrom(table as 'Conversation').selectAll();
    const rows = await read.all(query.where('organizationId', '=', organizationId));
    const text = rows
      .flatMap((row) => Object.values(row))
      .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : JSON.stringify(value)))
      .join('\n');
    if (text.toLowerCase().includes(word.toLowerCase())) found.push(table);
  }
  return found;
}
