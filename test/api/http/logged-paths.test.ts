import { expect, it, vi } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';

const test = await testApp({ LOG_LEVEL: 'info' });

/** Returns the lines that are logged during a run. */
async function logOf(run: () => Promise<unknown>): Promise<string[]> {
  const written: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((line) => written.push(String(line)) > 0);
  await run().finally(() => write.mockRestore());
  return written;
}

const pathsIn = (lines: string[]): string[] => lines.flatMap((line) => JSON.parse(line).path ?? []);

const invite = `inv_${'7'.repeat(26)}`;
const token = `dg_${'T'.repeat(43)}`;
const bytes = (text: string): string => text.replace(/./g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
const again = (text: string, times: number): string =>
  Array.from({ length: times }).reduce((encoded: string) => encoded.replaceAll('%', '%25'), text);

it.each([
  ['one escaped character', `/app/${invite.replace('_', '%5F')}`, '/app/inv_…'],
  ['all characters escaped', `/app/${bytes(invite)}`, '/app/inv_…'],
  ['capitals', `/app/${invite.toUpperCase()}`, '/app/inv_…'],
  ['escaped slashes', `/v1/orgs/org_a%2Finvites%2f${bytes(invite)}`, '/v1/orgs/org_a/invites/inv_…'],
  ['escaped twice', `/app/${again(bytes(invite), 1)}`, '/app/inv_…'],
  ['escaped five times', `/app/${again(bytes(invite), 4)}`, '/app/inv_…'],
  ['escapes made of escapes', `/app/${bytes(invite).replaceAll('%6', '%%36')}`, '/app/inv_…'],
  ['escaped eight times', `/app/${again(bytes(invite), 7)}`, '/app/inv_…'],
  ['escaped nine times', `/app/${again(bytes(invite), 8)}`, '…'],
  ['escaped a hundred times', `/app/${again(bytes(invite), 99)}`, '…'],
  ['next to an invalid escape', `/app/%zz${bytes(invite)}%`, '/app/%zzinv_…%'],
  ['next to an incomplete UTF-8 sequence', `/app/%c3${bytes(invite)}`, '/app/\ufffdinv_…'],
  ['a token', `/v1/${token}`, '/v1/dg_…'],
  ['a preview', '/preview/abc.def/guide/install', '/preview/…/guide/install'],
  ['an escaped token', `/v1/${bytes(token)}`, '/v1/dg_…'],
  ['a ticket', '/saml/saml_a/finish?ticket=secret', '/saml/saml_a/finish'],
  ['a ticket after an escaped question mark', '/saml/saml_a/finish%3Fticket=secret', '/saml/saml_a/finish'],
  ['a signature after a question mark escaped twice', '/pdfs/rev_a/A.pdf%253Fsignature=secret', '/pdfs/rev_a/A.pdf'],
  ['a signature after an escaped hash', '/files/abc/a.png%23signature=secret', '/files/abc/a.png'],
  ['a signature after a semicolon', '/files/abc/a.png;signature=secret', '/files/abc/a.png'],
])('a credential is masked in any spelling: %s', async (_, url, path) => {
  const written = await logOf(() => test.app.inject({ url }));
  expect(pathsIn(written)).toEqual([path]);
  expect(written.join('')).not.toMatch(/7{26}|T{43}|secret/);
});

it('the log has the requested path, without the ids of invite links and without the query', async () => {
  const { id, admin } = await seedOrganization(test);
  const { body } = await test.rest('POST', `/orgs/${id}/link-invites`, { ...admin, body: { role: 'read' } });
  const written = await logOf(async () => {
    await test.rest('PATCH', `/orgs/${id}/link-invites/${body.id}`, { ...admin, body: { role: 'edit' } });
    await test.rest('POST', `/orgs/${id}/invites/${body.id}`, admin);
    await test.app.inject({ url: `/v1/orgs/${id}//invites//${body.id}?ticket=secret`, headers: {} });
    await test.app.inject({ url: `/app/${body.id}` });
  });
  expect(pathsIn(written)).toEqual([
    `/v1/orgs/${id}/link-invites/inv_…`,
    `/v1/orgs/${id}/invites/inv_…`,
    `/v1/orgs/${id}//invites//inv_…`,
    '/app/inv_…',
  ]);
  expect(written.join('')).not.toMatch(new RegExp(`${body.id}|secret`));
});
