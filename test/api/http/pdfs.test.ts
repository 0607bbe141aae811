import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { registerPdfs } from '../../../src/api/http/pages/pdfs.js';
import { AppError } from '../../../src/platform/base/errors.js';
import { type PdfLink, pdfAddress } from '../../../src/platform/secrets/pdf-link.js';

const secret = 'a secret for tests, 32 bytes long';
const link: PdfLink = {
  spaceId: 'spc_1',
  revisionId: 'rev_1',
  page: null,
  withoutSubpages: false,
  showsSpecifications: false,
  name: 'Über (1).pdf',
};
const { url } = pdfAddress('', secret, link);
const bytes = Buffer.from('0123456789').subarray(2);

/** Loads a PDF from its address. `opened` is the result of parsing the PDF. */
async function load(
  opened: Error | Buffer | null,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  const app = Fastify();
  const open = async () => {
    if (opened instanceof Error) throw opened;
    return opened && { hash: 'abc', bytes: opened };
  };
  registerPdfs(app, { secret, open });
  return app.inject({ method, url, headers });
}

it('a PDF is sent whole, as a range, or as a 304 if the client has it', async () => {
  const whole = await load(bytes);
  expect([whole.statusCode, whole.body]).toEqual([200, '23456789']);
  expect(whole.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'content-length': '8',
    'content-disposition': "inline; filename*=UTF-8''%C3%9Cber%20%281%29.pdf",
    'cache-control': 'private, no-cache',
    etag: '"abc"',
  });
  const part = await load(bytes, { range: 'bytes=2-4' });
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '456', 'bytes 2-4/8']);
  expect((await load(bytes, { range: 'bytes=8-' })).statusCode).toBe(416);
  expect((await load(bytes, { range: 'bytes=2-4', 'if-range': '"other"' })).body).toBe('23456789');
  const known = await load(bytes, { 'if-none-match': '"abc"' });
  expect([known.statusCode, known.body]).toEqual([304, '']);
  const head = await load(bytes, {}, 'HEAD');
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '8']);
});

const accept = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const making = new AppError('UNAVAILABLE', 'It is <made>', { reason: 'PDF_IN_THE_MAKING', retryAfter: 5 });

it.each([
  { is: 'is gone', opened: null, status: 404, title: 'This PDF is gone' },
  { is: 'is in the making', opened: making, status: 503, title: 'This PDF is being made' },
  {
    is: 'is too large',
    opened: new AppError('CONFLICT', 'x', { reason: 'PDF_TOO_LARGE' }),
    status: 409,
    title: 'too much for one PDF',
  },
  {
    is: 'must wait',
    opened: new AppError('UNAVAILABLE', 'x', { retryAfter: 10 }),
    status: 503,
    title: 'cannot be shown now',
  },
  { is: 'fails', opened: new Error('secret detail'), status: 500, title: 'cannot be shown now' },
])('if a PDF $is, a browser that opens it shows a page that explains what to do', async ({ opened, status, title }) => {
  const page = await load(opened, accept);
  expect([page.statusCode, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
  expect(page.body).toContain(title);
  expect(page.body).not.toMatch(/<made>|secret detail/);
  const json = (await load(opened)).json();
  expect(json.error.code).toBe(status);
});

it('the page of an unfinished PDF reloads itself', async () => {
  expect((await load(making, accept)).headers).toMatchObject({ refresh: '5', 'retry-after': '5' });
});
