import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';
import { type ChangeRequestClient, openChangeRequest } from './proposal.js';

// `ETag` and `If-Match`: two clients that write to one change request can avoid overwriting each other.

const test = await testApp();
const { id: acme, admin } = await seedOrganization(test);
const { token } = admin;

let space: string;
let proposal: ChangeRequestClient;

beforeEach(async () => {
  space = await seedSpace(test, acme, { 'README.md': '# Home\n' });
  proposal = await openChangeRequest(test, space, token);
});

const insertion = (title: string) => ({ operation: 'insert_page', title, document: { markdown: `${title}.` } });
const write = (title: string, headers: Record<string, string> = {}) =>
  test.rest('POST', `${proposal.path}/content`, { token, headers, body: { changes: [insertion(title)] } });
const read = (path: string, headers: Record<string, string> = {}) => test.rest('GET', path, { token, headers });
const tagOf = async (path: string) => String((await read(path)).headers.etag);

describe('a write with `If-Match`', () => {
  it.each(['', '/content', '/content/path/'])('accepts the tag of %j once', async (path) => {
    const tag = await tagOf(`${proposal.path}${path}`);
    expect((await write('One', { 'if-match': tag })).status).toBe(200);
    const { revision } = await proposal.get();
    const late = await write('Two', { 'if-match': tag });
    expect(late.status).toBe(412);
    expect(late.body.error.message).toBe(
      `\`If-Match\` must name the revision of change request 1, ${revision} (got ${tag})`,
    );
    expect((await proposal.get()).revision).toBe(revision);
  });

  it('accepts the bare revision id from the response to the previous write', async () => {
    const { revision } = (await write('One')).body;
    expect((await write('Two', { 'if-match': `"${revision}"` })).status).toBe(200);
  });

  it('accepts any of several tags, and `*`, but no weak tag', async () => {
    const tag = await tagOf(proposal.path);
    expect((await write('One', { 'if-match': `W/${tag}` })).status).toBe(412);
    expect((await write('One', { 'if-match': `"rev_other.x", ${tag}` })).status).toBe(200);
    expect((await write('Two', { 'if-match': '*' })).status).toBe(200);
  });

  it('succeeds only once among concurrent writes with the same tag', async () => {
    const headers = { 'if-match': await tagOf(proposal.path) };
    const answers = await Promise.all(['One', 'Two', 'Three'].map((title) => write(title, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });

  it('reports any other error rather than the failed precondition', async () => {
    const headers = { 'if-match': '"rev_other.x"' };
    const reader = await seedMember(test, acme, 'read');
    const post = (path: string, options: object) => test.rest('POST', path, { headers, ...options });
    const body = { changes: [insertion('One')] };
    expect((await post(`${proposal.path}/content`, { token: reader.token, body })).status).toBe(403);
    expect((await post(`/spaces/${space}/change-requests/99/content`, { token, body })).status).toBe(404);
    expect((await post(`${proposal.path}/content`, { token, body: { changes: [] } })).status).toBe(400);
    await proposal.merge();
    expect((await post(`${proposal.path}/content`, { token, body })).status).toBe(409);
  });

  it('is replayed for the same idempotency key, although the revision has changed', async () => {
    const headers = {
      'if-match': await tagOf(proposal.path),
      'idempotency-key': `key of ${proposal.id}`.replaceAll(' ', '-'),
    };
    const first = await write('One', headers);
    const again = await write('One', headers);
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([200, 200, 'true']);
  });
});

it('the last write wins without `If-Match`', async () => {
  expect([(await write('One')).status, (await write('Two')).status]).toEqual([200, 200]);
});

describe('the tag of a read', () => {
  it('changes with the content and with the response; its first part changes only with the content', async () => {
    const before = await tagOf(proposal.path);
    await test.rest('PATCH', proposal.path, { token, body: { subject: 'Other' } });
    const subject = await tagOf(proposal.path);
    expect(subject).not.toBe(before);
    expect(subject.split('.')[0]).toBe(before.split('.')[0]);
    await write('One');
    expect((await tagOf(proposal.path)).split('.')[0]).not.toBe(before.split('.')[0]);
    expect((await read(proposal.path, { 'if-none-match': before })).status).toBe(200);
  });

  it('of a page differs between formats, and is the same for every reader', async () => {
    const path = `/spaces/${space}/content/path/`;
    const tag = await tagOf(path);
    expect(await tagOf(`${path}?format=markdown`)).not.toBe(tag);
    const reader = await seedMember(test, acme, 'read');
    const asReader = await test.rest('GET', path, { token: reader.token, headers: { 'if-none-match': tag } });
    expect(asReader.status).toBe(304);
  });

  it('is not in the 404 response to an outsider, even if the request has the tag', async () => {
    const tag = await tagOf(proposal.path);
    const outsider = (await seedOrganization(test)).admin;
    const answer = await test.rest('GET', proposal.path, { token: outsider.token, headers: { 'if-none-match': tag } });
    expect([answer.status, answer.headers.etag]).toEqual([404, undefined]);
  });
});
