import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSliceUsedUp } from '../../../src/platform/workers/event-loop.js';
import { decodeYielding, encodeYielding, hashYielding } from '../../../src/platform/workers/large-texts.js';

const texts = ['', 'a', '\ufeffä', `a${'😀'.repeat(400_000)}`, 'ß日本\n'.repeat(200_000)];

it('large texts are encoded, decoded and hashed with the same result as in one piece', async () => {
  for (const text of texts) {
    const bytes = await encodeYielding(text);
    expect(Buffer.compare(bytes, Buffer.from(text))).toBe(0);
    expect((await decodeYielding(bytes)) === text).toBe(true);
    for (const encoding of ['hex', 'base64url'] as const)
      expect(await hashYielding(bytes, encoding)).toBe(createHash('sha256').update(text).digest(encoding));
  }
});

it('the event loop runs other work while a large text is encoded', async () => {
  let hasCallbackRun = false;
  setImmediate(() => {
    hasCallbackRun = true;
  });
  while (!isSliceUsedUp());
  await encodeYielding(texts[3]!);
  expect(hasCallbackRun).toBe(true);
});
