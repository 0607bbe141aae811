import { describe, expect, it } from 'vitest';
import { extractIssues } from '../../../src/engine/clusters/extract.js';
import { type Extract, extractEach, type SizedToRead } from '../../../src/modules/conversations/extract-each.js';
import { AppError } from '../../../src/platform/base/errors.js';

const conversationWith = (body: string): SizedToRead => ({
  subject: null,
  parts: JSON.stringify([{ type: 'message', role: 'user', body }]),
  size: body.length,
});

const [card, endless, pin] = ['Where is my card?', 'Endless', 'How do I change my PIN?'].map(conversationWith) as [
  SizedToRead,
  SizedToRead,
  SizedToRead,
];

/** Extracts issues as a worker thread does. Fails for one conversation, as if it exceeded the limit of the thread. */
const extract: Extract = async (some) => {
  if (some.includes(endless)) throw new AppError('CONFLICT', 'Too large', { reason: 'WORK_TOO_LARGE' });
  return some.map(({ parts }) => extractIssues({ parts: JSON.parse(parts) }));
};

const titles = async (conversations: SizedToRead[], signal = new AbortController().signal) =>
  (await extractEach(conversations, signal, extract)).map((issues) => issues.map(({ title }) => title));

describe('conversations whose issues are extracted together', () => {
  it('return their issues, or none for a conversation whose extraction exceeds the limit of a thread', async () => {
    expect(await titles([card, endless, pin])).toEqual([['Where is my card?'], [], ['How do I change my PIN?']]);
    expect(await titles([endless])).toEqual([[]]);
  });

  it('fail if the attempt is stopped, or if a thread fails for any other reason', async () => {
    await expect(titles([card], AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
    const failing: Extract = () => Promise.reject(new AppError('UNAVAILABLE', 'Busy'));
    await expect(extractEach([card, pin], new AbortController().signal, failing)).rejects.toThrow('Busy');
  });
});
