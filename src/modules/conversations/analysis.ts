import type { Ai } from '../../platform/ai/ai.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { Store } from '../../platform/db/write/store.js';
import type { JobRun } from '../../platform/jobs/job-kind.js';

/** What the jobs of conversations work with. */
export interface AnalysisParts {
  store: Store;
  /** The service that embeds and writes; null where none is configured. */
  ai: Ai | null;
}

/** One attempt at the analysis of an organization. */
export interface Analysis extends AnalysisParts {
  organizationId: string;
  run: Pick<JobRun, 'id' | 'attempt' | 'progress' | 'signal'>;
}

/** The grouping that places what comes behind it. */
export type StoredGrouping = Omit<Row<'ConversationGrouping'>, 'clusters'> & { clusters: string[] };

/** Name of what makes the vectors; empty where texts are grouped by their words. */
export function makerOf({ ai }: Pick<Analysis, 'ai'>): string {
  return ai?.embeddingModel ?? '';
}

/** The last grouping of an organization; null where there is none, or another model made it. */
export async function readGrouping({ store: { read }, organizationId, ai }: Analysis): Promise<StoredGrouping | null> {
  const query = read.sql.selectFrom('ConversationGrouping').selectAll().where('organizationId', '=', organizationId);
  const found = await read.first(query.where('maker', '=', makerOf({ ai })));
  return found ? { ...found, clusters: found.clusters as unknown as string[] } : null;
}
