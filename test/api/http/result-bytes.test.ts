import type { ExecutionResult } from 'graphql';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resultBytes } from '../../../src/api/http/graphql/result-bytes.js';
import { streamTypes } from '../../../src/api/http/graphql/stream-types.js';

const [events, parts] = streamTypes;
const keepAliveMs = 12_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Returns a stream whose results the test gives one at a time. Its bytes are read immediately. */
function startReading(type = events!) {
  let give: (result: IteratorResult<ExecutionResult>) => void = () => {};
  const next = () =>
    new Promise<IteratorResult<ExecutionResult>>((resolve) => {
      give = resolve;
    });
  const bytes = resultBytes(
    { next },
    { type, quiet: keepAliveMs, shown: (result) => result, eventNumber: () => 7, beforeEach: () => {} },
  );
  let text = '';
  bytes.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return {
    bytes,
    text: () => text,
    /** Gives a result and waits until its bytes are read. */
    async give(data: Record<string, unknown>) {
      give({ done: false, value: { data } });
      await waitForBytes();
      expect(text).toContain(JSON.stringify(data));
    },
  };
}

/** Waits until the stream has delivered its bytes. */
const waitForBytes = () => new Promise((done) => setImmediate(done));

const count = (text: string, part: string) => text.split(part).length - 1;

it('a comment is sent after every 12 seconds without a result, and not earlier', async () => {
  const stream = startReading();
  await waitForBytes();
  expect(stream.text()).toBe(':\n\n');
  for (const comments of [2, 3]) {
    vi.advanceTimersByTime(keepAliveMs - 1);
    await waitForBytes();
    expect(stream.text()).toBe(':\n\n'.repeat(comments - 1));
    vi.advanceTimersByTime(1);
    await waitForBytes();
    expect(stream.text()).toBe(':\n\n'.repeat(comments));
  }
  stream.bytes.destroy();
});

it('the 12 seconds start again after each result', async () => {
  const stream = startReading();
  await waitForBytes();
  vi.advanceTimersByTime(keepAliveMs - 1);
  await stream.give({ at: 'the last moment' });
  vi.advanceTimersByTime(keepAliveMs - 1);
  await waitForBytes();
  expect(count(stream.text(), ':\n\n')).toBe(1);
  vi.advanceTimersByTime(1);
  await waitForBytes();
  expect(stream.text()).toBe(':\n\nevent: next\nid: 7\ndata: {"data":{"at":"the last moment"}}\n\n:\n\n');
  stream.bytes.destroy();
});

it('no comments are sent on an ended stream or in a format without comments', async () => {
  const [ended, multipart] = [startReading(), startReading(parts)];
  await waitForBytes();
  ended.bytes.destroy();
  const before = [ended.text(), multipart.text()];
  vi.advanceTimersByTime(10 * keepAliveMs);
  await waitForBytes();
  expect([ended.text(), multipart.text()]).toEqual(before);
  expect(vi.getTimerCount()).toBe(1);
  multipart.bytes.destroy();
  await waitForBytes();
  expect(vi.getTimerCount()).toBe(0);
});
