import { describe, expect, it } from 'vitest';
import { refusal } from '../../../src/platform/outbound/refusal.js';

describe('the error for a refused URL', () => {
  it('names the field, the rule and the address', () => {
    const error = refusal({ field: 'file.url', address: new URL('https://a.test/b') }, 'must be quick');
    expect(error).toMatchObject({ code: 'BAD_USER_INPUT', detail: { field: 'file.url' } });
    expect(error.message).toBe('`file.url` must be quick (got "https://a.test/b")');
  });

  it('names the URL that redirected', () => {
    const hop = { field: 'url', address: 'http://[', from: new URL('https://a.test/?key=1') };
    expect(refusal(hop, 'must be an absolute address').message).toBe(
      '`url` must be an absolute address (got "http://[", where "https://a.test/" redirects)',
    );
  });

  it('contains no credentials and no query', () => {
    const address = new URL('https://anna:secret@a.test/b?signature=secret#secret');
    expect(refusal({ field: 'url', address }, 'must be').message).toBe('`url` must be (got "https://a.test/b")');
  });

  it('is short for a long URL', () => {
    const address = new URL(`https://a.test/${'b'.repeat(100_000)}`);
    expect(refusal({ field: 'url', address }, 'must be').message.length).toBeLessThan(300);
  });
});
