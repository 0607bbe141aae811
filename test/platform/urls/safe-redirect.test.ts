import { describe, expect, it } from 'vitest';
import { safeRedirect } from '../../../src/platform/urls/safe-redirect.js';

describe('the redirect after a sign-in', () => {
  const paths = [
    '/',
    '/app/spc_1',
    '/sites/a/b?c=d&e=https://f.test#g',
    '/%2F/host',
    `/${'a'.repeat(511)}`,
    '/a//b',
    '/:80',
  ];
  it.each(paths)('may be a path of this server: %s', (path) => expect(safeRedirect(path)).toBe(path));

  const others: [title: string, relayState: unknown][] = [
    ['nothing', ''],
    ['a value that is not a string', undefined],
    ['several values', ['/a', '/b']],
    ['another server', 'https://evil.test/'],
    ['another server without its scheme', '//evil.test/'],
    ['two slashes', '//'],
    ['another server after a backslash', '/\\evil.test/'],
    ['a backslash further on', '/a\\b'],
    ['another server after a tab', '/\t/evil.test/'],
    ['another server after a line break', '/\n/evil.test/'],
    ['another server after a space', ' //evil.test/'],
    ['another server after a dot segment', '/.//evil.test/'],
    ['another server after a nested dot segment', '/a/..//evil.test/'],
    ['another server after an encoded dot segment', '/%2e//evil.test/'],
    ['a header', '/a\r\nSet-Cookie: b=c'],
    ['a NUL', '/a\0b'],
    ['a relative path', 'app/spc_1'],
    ['a script', 'javascript:alert(1)'],
    ['a user name', '@evil.test'],
    ['characters beyond ASCII', '/\u2215evil.test'],
    ['a long path', `/${'a'.repeat(512)}`],
  ];
  it.each(others)('must not be %s', (_, relayState) => expect(safeRedirect(relayState)).toBeNull());
});
