import { describe, expect, it } from 'vitest';
import { createSampler } from '../../../src/platform/tracing/sampler.js';
import { parseTraceParent } from '../../../src/platform/tracing/traceparent.js';

const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
const parent = (isSampled: boolean) => ({ traceId, spanId, isSampled });

/** Counts the recorded traces of 10,000 requests, of which every `sampledEvery`th has the flag of a sampled trace. */
function countRecorded(isSampled: ReturnType<typeof createSampler>, sampledEvery: number): number {
  const requests = Array.from({ length: 10_000 }, (_, index) => parent(index % sampledEvery === 0));
  return requests.filter(isSampled).length;
}

describe('the sampler', () => {
  it('records the configured share of the traces that begin here', () => {
    let next = 0;
    const isSampled = createSampler({ ratio: 0.25, followsParent: true }, () => (next++ % 100) / 100);
    expect(Array.from({ length: 1_000 }, () => isSampled(null)).filter(Boolean)).toHaveLength(250);
  });

  it('records all sampled traces of a caller that samples less often, and no trace that the caller does not sample', () => {
    const isSampled = createSampler({ ratio: 0.1, followsParent: true });
    expect(countRecorded(isSampled, 20)).toBe(500);
    expect(isSampled(parent(false))).toBe(false);
  });

  it('records no more than the ratio if a caller marks every request as sampled', () => {
    const recorded = countRecorded(createSampler({ ratio: 0.1, followsParent: true }), 1);
    expect(recorded).toBeGreaterThanOrEqual(1_000);
    expect(recorded).toBeLessThanOrEqual(1_010);
  });

  it('ignores the decision of the caller if the sampler is not parent-based, and records nothing if the ratio is 0', () => {
    expect(createSampler({ ratio: 1, followsParent: false })(parent(false))).toBe(true);
    expect(createSampler({ ratio: 0, followsParent: true })(parent(true))).toBe(false);
  });
});

describe('the header traceparent', () => {
  it('is read in its version 00, and in later versions with further members', () => {
    expect(parseTraceParent(`00-${traceId}-${spanId}-01`)).toEqual(parent(true));
    expect(parseTraceParent(`00-${traceId}-${spanId}-02`)).toEqual(parent(false));
    expect(parseTraceParent(`cc-${traceId}-${spanId}-01-more`)).toEqual(parent(true));
  });

  it.each([
    undefined,
    '',
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-01-more`,
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
  ])('is ignored if it is malformed: %s', (header) => {
    expect(parseTraceParent(header)).toBeNull();
  });
});
