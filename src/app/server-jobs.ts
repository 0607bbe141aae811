import { createAi } from '../platform/ai/ai.js';
import type { Config } from '../platform/config/config.js';
import type { Store } from '../platform/db/write/store.js';
import type { JobKind } from '../platform/jobs/job-kind.js';
import { createOutbound, type Outbound } from '../platform/outbound/outbound.js';
import { traceJobs } from '../platform/tracing/trace-jobs.js';
import { traceOutbound } from '../platform/tracing/trace-outbound.js';
import { traceStore } from '../platform/tracing/trace-store.js';
import type { Tracing } from '../platform/tracing/tracing.js';
import { type JobParts, jobKinds } from './job-kinds.js';

/** Returns the job kinds of a server. With tracing, each attempt of a job is a trace. */
export function serverJobs(
  parts: Omit<JobParts, 'outbound' | 'ai' | 'retention'>,
  { ai, outboundAllow, retention }: Pick<Config, 'ai' | 'outboundAllow' | 'retention'>,
  tracing?: Tracing,
): JobKind[] {
  const kindsOn = (store: Store, outbound: Outbound) =>
    jobKinds({ ...parts, store, outbound, ai: createAi(ai, outbound), retention });
  const kinds = kindsOn(parts.store, createOutbound(outboundAllow));
  if (!tracing) return kinds;
  return traceJobs(tracing, kinds, (parent) =>
    kindsOn(traceStore(parts.store, parent), createOutbound(outboundAllow, traceOutbound(parent))),
  );
}
