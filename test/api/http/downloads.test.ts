import { beforeAll, describe, expect, it, vi } from 'vitest';
import { importIntoSpace } from '../../../src/modules/content/folders/import-actions.js';
import { testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';

const test = await testApp();
const script = '<script>alert(1)</script>';
const files: Record<string, string | Uint8Array> = {
  'ten.txt': '0123456789',
  'empty.bin': '',
  "it's (1)*.png": 'png',
  'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`,
  'page.html': script,
  'page.xhtml': script,
  'data.xml': '<a/>',
  'large.bin': new Uint8Array(3 << 20).map((_, index) => index % 251),
};

/** Paths and queries of the signed addresses, by file name. */
const addresses = new Map<string, string>();
beforeAll(async () => {
  const { id: organization, admin } = await seedOrganization(test);
  const entries = new Map(Object.entries(files).map(([path, content]) => [path, () => Buffer.from(content as string)]));
  const { spaceId } = await importIntoSpace({ store: test.store, viewer: test.operator }, { organization, entries });
  const { body } = await test.rest('GET', `/spaces/${spaceId}/content/files`, admin);
  for (const { name, downloadURL } of body.items) {
    const { pathname, search } = new URL(downloadURL);
    addresses.set(name, pathname + search);
  }
});

const load = (name: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  test.app.inject({ method, url: addresses.get(name)!, headers });

describe('a downloaded file', () => {
  it('has its type, its length, its hash as ETag, and permission to cache it', async () => {
    const answer = await load('ten.txt');
    expect([answer.statusCode, answer.body]).toEqual([200, '0123456789']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '10',
      'cache-control': 'private, max-age=86400, immutable',
      'accept-ranges': 'bytes',
      etag: `"${addresses.get('ten.txt')!.split('/')[2]}"`,
    });
    expect((await load('empty.bin')).headers['content-length']).toBe('0');
  });

  it('is sent in part for one range', async () => {
    const answer = await load('ten.txt', { range: 'bytes=2-5' });
    expect([answer.statusCode, answer.body]).toEqual([206, '2345']);
    expect(answer.headers).toMatchObject({ 'content-range': 'bytes 2-5/10', 'content-length': '4' });
    const end = await load('large.bin', { range: 'bytes=-3' });
    expect([...end.rawPayload]).toEqual([...(files['large.bin'] as Uint8Array).subarray(-3)]);
    expect(end.headers['content-range']).toBe(`bytes ${(3 << 20) - 3}-${(3 << 20) - 1}/${3 << 20}`);
  });

  it('is sent whole for several ranges, or if `If-Range` has another tag', async () => {
    for (const headers of [{ range: 'bytes=0-1,4-5' }, { range: 'bytes=0-1', 'if-range': '"other"' }]) {
      expect((await load('ten.txt', headers as Record<string, string>)).body).toBe('0123456789');
    }
    const { etag } = (await load('ten.txt')).headers;
    expect((await load('ten.txt', { range: 'bytes=0-1', 'if-range': etag as string })).body).toBe('01');
  });

  it('gets a 416 with its size for a range after its end', async () => {
    const answer = await load('ten.txt', { range: 'bytes=10-' });
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([416, '', 'bytes */10']);
  });

  it('gets a 304 if the client has it', async () => {
    const { etag } = (await load('ten.txt')).headers as { etag: string };
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await load('ten.txt', { 'if-none-match': known });
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await load('ten.txt', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('has no body for HEAD', async () => {
    const answer = await load('large.bin', { range: 'bytes=0-1' }, 'HEAD');
    expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '', String(3 << 20)]);
  });
});

it('pages of other origins may embed a file, as a documentation site embeds images', async () => {
  for (const name of ["it's (1)*.png", 'drawing.svg'])
    expect((await load(name)).headers['cross-origin-resource-policy']).toBe('cross-origin');
});

describe('scripts in files do not run:', () => {
  it.each(['drawing.svg', 'page.html', 'page.xhtml', 'data.xml'])(
    '%s is sent as an attachment in a sandbox',
    async (name) => {
      for (const method of ['GET', 'HEAD'] as const) {
        const { headers } = await load(name, {}, method);
        expect(headers['content-disposition']).toMatch(/^attachment;/);
        expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
        expect(headers['x-content-type-options']).toBe('nosniff');
      }
    },
  );

  it('a file shown inline is also in a sandbox, and its name is escaped in the header', async () => {
    const { headers } = await load("it's (1)*.png");
    expect(headers['content-disposition']).toBe("inline; filename*=UTF-8''it%27s%20%281%29%2A.png");
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  });
});

describe('an address that the server did not issue gets a 404:', () => {
  const changed = async (change: (url: URL) => void) => {
    const url = new URL(addresses.get('ten.txt')!, 'http://x');
    change(url);
    return test.app.inject(url.pathname + url.search);
  };
  const changes: [string, (url: URL) => void][] = [
    ['another organization', ({ searchParams }) => searchParams.set('organization', 'org_other')],
    ['another type', ({ searchParams }) => searchParams.set('type', 'text/html')],
    ['a later expiry time', ({ searchParams }) => searchParams.set('expires', '99999999999999')],
    ['another name', (url) => (url.pathname = url.pathname.replace('ten.txt', 'ten.html'))],
    [
      'another file',
      (url) => (url.pathname = addresses.get('page.html')!.split('?')[0]!.replace('page.html', 'ten.txt')),
    ],
    ['no signature', ({ searchParams }) => searchParams.delete('signature')],
    ['two signatures', ({ searchParams }) => searchParams.append('signature', 'x')],
    [
      'a truncated signature',
      ({ searchParams }) => searchParams.set('signature', searchParams.get('signature')!.slice(1)),
    ],
  ];
  it.each(changes)('%s', async (_, change) => {
    const answer = await changed(change);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('an expired address, even if the client has the file', async () => {
    const { etag } = (await load('ten.txt')).headers as { etag: string };
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
    try {
      expect((await load('ten.txt')).statusCode).toBe(404);
      expect((await load('ten.txt', { 'if-none-match': etag })).statusCode).toBe(404);
    } finally {
      vi.useRealTimers();
    }
  });
});
