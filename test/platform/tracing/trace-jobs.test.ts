import { expect, it } from 'vitest';
import type { JobKind } from '../../../src/platform/jobs/job-kind.js';
import { traceJobs } from '../../../src/platform/tracing/trace-jobs.js';
import { startCollector, traceTo } from './collector.js';

const run = { id: 'job_1', attempt: 2, signal: new AbortController().signal, progress: async () => {} };

it('an attempt of a job is a trace, which contains the work of the attempt but no values', async () => {
  const collector = await startCollector();
  const tracing = traceTo(collector.endpoint);
  const untraced: JobKind = { name: 'a.work', run: () => Promise.reject(new Error('must not run')) };
  const [kind] = traceJobs(tracing, [untraced], (parent) => [
    {
      name: 'a.work',
      async run() {
        parent().start({ type: 'load', name: 'load rows', attributes: {} }).end();
        throw new TypeError('a value');
      },
    },
  ]);
  await expect(kind!.run({}, run)).rejects.toThrow(TypeError);
  await tracing.close();
  const [load, job] = collector.spans;
  expect(job).toMatchObject({
    name: 'job a.work',
    kind: 5,
    attributes: {
      'docgraph.job.kind': 'a.work',
      'docgraph.job.id': 'job_1',
      'docgraph.job.attempt': 2,
      'error.type': 'TypeError',
    },
  });
  expect(load).toMatchObject({ name: 'load rows', parentSpanId: job!.spanId });
  expect(JSON.stringify(collector.spans)).not.toContain('a value');
});

it('an attempt whose trace is not recorded runs with the shared job kinds, without tracing', async () => {
  let runs = 0;
  const shared: JobKind = { name: 'a.work', run: async () => void runs++ };
  const tracing = traceTo('http://127.0.0.1:1', { ratio: 0, followsParent: true });
  const [kind] = traceJobs(tracing, [shared], () => {
    throw new Error('must not run');
  });
  await kind!.run({}, run);
  expect(runs).toBe(1);
});
