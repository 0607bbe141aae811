import { expect, it } from 'vitest';
import { gitBlobId } from '../../../src/engine/git/blob.js';
import { commitUrl } from '../../../src/engine/git/checkout.js';

it.each([
  ['https://github.com/acme/docs.git', 'https://github.com/acme/docs/commit/abc'],
  ['https://github.com/acme/docs/', 'https://github.com/acme/docs/commit/abc'],
  ['https://ada:token@github.com/acme/docs', 'https://github.com/acme/docs/commit/abc'],
  ['git@github.com:acme/docs.git', 'https://github.com/acme/docs/commit/abc'],
  ['ssh://git@gitlab.com:22/acme/team/docs.git', 'https://gitlab.com/acme/team/docs/-/commit/abc'],
  ['https://BitBucket.org/acme/docs', 'https://bitbucket.org/acme/docs/commits/abc'],
  ['https://git.acme.test/docs.git', undefined],
  ['https://github.com.acme.test/docs.git', undefined],
  ['https://acme.test/@github.com/docs.git', undefined],
  ['javascript:alert(1)', undefined],
  ['/srv/docs.git', undefined],
  ['', undefined],
])('a commit of the repository %j has the URL %j', (remote, url) => {
  expect(commitUrl(remote, 'abc')).toBe(url);
});

it('the id of a blob is the same as in git', () => {
  expect(gitBlobId(new TextEncoder().encode('hello\n'), 'sha1')).toBe('ce013625030ba8dba906f756967f9e9ca394464a');
  expect(gitBlobId(new Uint8Array(), 'sha256')).toBe(
    '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
  );
});
