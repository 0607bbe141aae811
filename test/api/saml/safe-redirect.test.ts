import { describe, expect, it } from 'vitest';
import { safeRedirect } from '../../../src/api/saml/safe-redirect.js';

describe('where a person is sent after a sign-in', () => {
  const paths = [
    '/',
    '/app/spc_1',
    '/sites/a/b?c=d&e=https://f.test#g',
    '/%2F/host',
    `/${'a'.repeat(511)}`,
    '/a//b',
    '/:80',
  ];
  it.each(paths)('may be a path of ours: %s', (path) => expect(safeRedirect(path)).toBe(path));

  const others: [title: string, relayState: unknown][] = [
    ['nothing', ''],
    ['no text', undefined],
    ['several', ['/a', '/b']],
    ['another server', 'https://evil.test/'],
    ['another server without its scheme', '//evil.test/'],
    ['two slashes', '//'],
    ['another server by a backslash', '/\\evil.test/'],
    ['a backslash further on', '/a\\b'],
    ['another server behind a tab', '/\t/evil.test/'],
    ['another server behind a line break', '/\n/evil.test/'],
    ['another server behind a space', ' //evil.test/'],
    ['another server by dots', '/.//evil.test/'],
    ['another server by dots within', '/a/..//evil.test/'],
    ['another server by encoded dots', '/%2e//evil.test/'],
    ['a header', '/a\r\nSet-Cookie: b=c'],
    ['a NUL', '/a\0b'],
    ['a path from here', 'app/spc_1'],
    ['a script', 'javascript:alert(1)'],
    ['a user name', '@evil.test'],
    ['characters beyond ASCII', '/\u2215evil.test'],
    ['a long path', `/${'a'.repeat(512)}`],
  ];
  it.each(others)('is not %s', (_, relayState) => expect(safeRedirect(relayState)).toBeNull());
});
