import type { JobKind } from '../jobs/job-kind.js';
import type { ParentOf } from './trace-store.js';
import type { Trace, Tracing } from './tracing.js';

/**
 * Returns job kinds that make each attempt a trace. In a recorded attempt, the store and the client for other hosts
 * make spans.
 * @param kindsFor creates the kinds of one attempt
 */
export function traceJobs(
  tracing: Tracing,
  kinds: readonly JobKind[],
  kindsFor: (parent: ParentOf) => readonly JobKind[],
): JobKind[] {
  return kinds.map((kind) => ({
    ...kind,
    async run(payload, run) {
      const { name } = kind;
      const attributes = { 'docgraph.job.kind': name, 'docgraph.job.id': run.id, 'docgraph.job.attempt': run.attempt };
      const { root }: Trace<'job'> = tracing.begin({ type: 'job', name: `job ${name}`, attributes });
      if (!root) return kind.run(payload, run);
      const traced = kindsFor(() => root).find((one) => one.name === name) ?? kind;
      try {
        await traced.run(payload, run);
        root.end();
      } catch (error) {
        root.end(error);
        throw error;
      }
    },
  }));
}
