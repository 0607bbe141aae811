import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/platform/config/config.js';
import { environment } from '../../src/platform/config/environment.js';
import { rowsOf } from './pages.js';

/** Rows of the table: variable, default, rule and example. */
const rows = rowsOf('docs/configuration.md', /^[A-Z_]+$/);

describe('the table of variables', () => {
  it('lists every variable', () => {
    expect(new Set(rows.map(([name]) => name))).toEqual(new Set(Object.keys(environment.shape)));
  });

  it.each(rows.filter(([, standard]) => /^\S+$/.test(standard!) && !/^none$|[A-Z]{4}/.test(standard!)))(
    'gives the actual default of %s: %s',
    (name, standard) => {
      expect(readConfig({ [name!]: standard })).toEqual(readConfig({}));
    },
  );

  it.each(rows.map((row) => [row[0]!, row.at(-1)!]))('has a valid example of %s: %s', (name, example) => {
    const value = example.slice(name.length + 1).replace('$(openssl rand -base64 48)', 'x'.repeat(64));
    expect(example).toMatch(new RegExp(`^${name}=`));
    // BACKUP_EVERY needs a place.
    expect(() => readConfig({ BACKUP_TO: '/mnt/backups', [name]: value })).not.toThrow();
  });
});
