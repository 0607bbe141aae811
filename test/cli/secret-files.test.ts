import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/platform/config/config.js';
import { readSecrets, writeSecret } from '../../src/platform/secrets/secret.js';
import { testFolder } from '../support/database.js';

describe('the secret', () => {
  const secretOf = (env: Record<string, string>) => readSecrets(readConfig(env)).current;

  it('is the value of SECRET, otherwise the content of the file that SECRET_FILE names', () => {
    const file = join(testFolder(), 'secret');
    writeFileSync(file, `${'f'.repeat(32)}\n`);
    expect(secretOf({ SECRET: 's'.repeat(32), SECRET_FILE: file })).toBe('s'.repeat(32));
    expect(secretOf({ SECRET_FILE: file })).toBe('f'.repeat(32));
  });

  it('is created once next to a SQLite file, whatever form its URL has', () => {
    const folder = join(testFolder(), 'a b');
    mkdirSync(folder);
    const config = readConfig({ DATABASE_URL: `file://${encodeURI(folder)}/d.db` });
    expect(readSecrets(config).current).toBeNull();
    const secret = writeSecret(config, 'm'.repeat(32));
    expect(writeSecret(config, 'n'.repeat(32))).toBe(secret);
    expect(secretOf({ DATABASE_URL: `file:${folder}/d.db` })).toBe(secret);
    expect(readFileSync(join(folder, 'd.db.secret'), 'utf8')).toBe(`${secret}\n`);
  });

  it('has a previous secret: SECRET_PREVIOUS, otherwise the content of the file that SECRET_PREVIOUS_FILE names', () => {
    const file = join(testFolder(), 'previous');
    writeFileSync(file, `${'f'.repeat(32)}\n`);
    const previousOf = (env: Record<string, string>) => readSecrets(readConfig(env)).previous;
    expect(previousOf({ SECRET_PREVIOUS: 'p'.repeat(32), SECRET_PREVIOUS_FILE: file })).toBe('p'.repeat(32));
    expect(previousOf({ SECRET_PREVIOUS_FILE: file })).toBe('f'.repeat(32));
    expect(previousOf({})).toBeNull();
    expect(() => previousOf({ SECRET_PREVIOUS_FILE: `${file}.gone` })).toThrow(/^SECRET_PREVIOUS_FILE must /);
  });

  it.each([
    ['that is missing', 'gone', '(ENOENT)'],
    ['that is a folder', '.', '(EISDIR)'],
    ['that is too short', 'short', 'has 31'],
  ])('is refused for a SECRET_FILE %s', (_, name, reason) => {
    const folder = testFolder();
    writeFileSync(join(folder, 'short'), 's'.repeat(31));
    const read = () => secretOf({ SECRET_FILE: join(folder, name) });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/^SECRET_FILE must /);
    expect(read).toThrow(reason);
  });
});
