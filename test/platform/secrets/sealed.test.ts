import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { packagePath } from '../../../src/platform/base/package-path.js';
import { createSealer } from '../../../src/platform/secrets/sealed.js';
import { sealedColumns } from '../../../src/platform/secrets/sealed-columns.js';

const secret = 'a secret of the server, 32 bytes or more';
const sealer = createSealer({ current: secret, previous: null });

describe('a sealed value', () => {
  test('opens with the same secret for the same purpose', () => {
    const sealed = sealer.seal('share-key', 'öffne dich');
    expect(sealed).not.toContain('öffne');
    expect(sealer.find('share-key', sealed)).toEqual({ text: 'öffne dich', isCurrent: true });
    expect(sealer.open('share-key', sealed)).toBe('öffne dich');
  });

  test('differs each time', () => {
    expect(sealer.seal('share-key', 'one')).not.toBe(sealer.seal('share-key', 'one'));
  });

  test('opens with the previous secret; new values are sealed with the current one', () => {
    const next = createSealer({ current: `${secret}!`, previous: secret });
    const sealed = sealer.seal('share-key', 'one');
    expect(next.find('share-key', sealed)).toEqual({ text: 'one', isCurrent: false });
    expect(sealer.find('share-key', next.seal('share-key', 'one'))).toBeNull();
  });

  test('does not open with another secret, for another purpose, or after a change', () => {
    const sealed = sealer.seal('share-key', 'one');
    const changed = Buffer.from(sealed, 'base64url');
    changed[changed.length - 1]! ^= 1;
    expect(createSealer({ current: `${secret}!`, previous: null }).find('share-key', sealed)).toBeNull();
    expect(sealer.find('signing-key', sealed)).toBeNull();
    expect(sealer.find('share-key', changed.toString('base64url'))).toBeNull();
    expect(sealer.find('share-key', 'nothing')).toBeNull();
    expect(() => sealer.open('signing-key', sealed)).toThrow('neither SECRET nor SECRET_PREVIOUS');
  });
});

test('the list of sealed columns matches the schema descriptions that say a column is sealed', () => {
  const folder = packagePath('prisma/schema');
  const models = readdirSync(folder).flatMap((file) => modelsIn(readFileSync(`${folder}/${file}`, 'utf8')));
  expect(models.length).toBeGreaterThan(20);
  const described = models.flatMap(({ name, body }) =>
    [...body.matchAll(/\/\/\/ .*\bsealed\b.*\n\s+(\w+)/g)].map(([, column]) => `${name}.${column}`),
  );
  expect(described.sort()).toEqual(sealedColumns.map(({ table, column }) => `${table}.${column}`).sort());
});

function modelsIn(text: string): { name: string; body: string }[] {
  return [...text.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name, body]) => ({ name: name!, body: body! }));
}
