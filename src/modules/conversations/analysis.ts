import type { Ai } from '../../platform/ai/ai.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { Store } from '../../platform/db/write/store.js';
import type { JobRun } from '../../platform/jobs/job-kind.js';

/** Dependencies of the jobs of conversations. */
export interface AnalysisParts {
  store: Store;
  /** Service for embeddings and texts; null if none is configured. */
  ai: Ai | null;
}

/** One attempt at the analysis of an organization. */
export interface Analysis extends AnalysisParts {
  organizationId: string;
  run: Pick<JobRun, 'id' | 'attempt' | 'progress' | 'signal'>;
}

/** A stored grouping. Later issues are placed in its groups. */
export type StoredGrouping = Omit<Row<'ConversationGrouping'>, 'clusters'> & { clusters: string[] };

/** Returns the name of the embedding model, or an empty string if texts are grouped by their words. */
export function embeddingModelOf({ ai }: Pick<Analysis, 'ai'>): string {
  return ai?.embeddingModel ?? '';
}

/** Returns the last grouping of an organization, or null if there is none or another model was used for it. */
export async function readGrouping({ store: { read }, organizationId, ai }: Analysis): Promise<StoredGrouping | null> {
  const query = read.sql.selectFrom('ConversationGrouping').selectAll().where('organizationId', '=', organizationId);
  const found = await read.first(query.where('maker', '=', embeddingModelOf({ ai })));
  return found ? { ...found, clusters: found.clusters as unknown as string[] } : null;
}
