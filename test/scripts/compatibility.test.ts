import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { refusedChanges } from '../../scripts/compatibility.mjs';
import { breakingChanges } from '../../src/api/graphql/schema/breaking-changes.js';

const today = new Date('2027-05-01');

/** A schema with additional fields, such as `old` with or without a deprecation. */
const schemaWith = (fields: string) => `type Query { kept: Int ${fields} }`;
const after = 'type Query { kept: Int }';

const findRefusedChanges = async (fields: string, { isReleased = true, changelog = '- `Query.old` is gone.' } = {}) => {
  const before = schemaWith(fields);
  const changes = await breakingChanges(before, after);
  return refusedChanges({ changes, changelog, released: isReleased ? buildSchema(before) : null, today });
};

const deprecated = (since: string, until: string) =>
  `old: Int @deprecated(reason: "Use \`kept\`. Deprecated on ${since}, removed on ${until}.")`;

describe('a breaking change', () => {
  it('is found with the path of the changed element', async () => {
    const changes = await breakingChanges(
      'type Query { a(x: Int): Int b: Int! } enum Kind { ONE TWO }',
      'type Query { a: Int b: Int } enum Kind { ONE }',
    );
    expect(changes.map(({ path }) => path).sort()).toEqual(['Kind.TWO', 'Query.a.x', 'Query.b']);
  });

  it('needs a line in CHANGELOG.md', async () => {
    expect(await findRefusedChanges('old: Int', { isReleased: false })).toEqual([]);
    const [fault, ...others] = await findRefusedChanges('old: Int', { isReleased: false, changelog: '' });
    expect([fault, others]).toEqual([expect.stringContaining('must have a line with `Query.old`'), []]);
  });

  it('of a released schema needs a deprecation of 90 days whose last day has passed', async () => {
    expect(await findRefusedChanges(deprecated('2027-01-31', '2027-05-01'))).toEqual([]);
    for (const fields of [
      'old: Int',
      deprecated('2027-02-01', '2027-05-01'),
      deprecated('2027-01-31', '2027-05-02'),
      'old: Int @deprecated(reason: "Use `kept`.")',
    ])
      expect(await findRefusedChanges(fields), fields).toEqual([
        expect.stringContaining('must be deprecated 90 days before'),
      ]);
  });

  it('of an argument is announced by the deprecation of the argument or of its field', async () => {
    const before = `type Query { kept(
      old: Int @deprecated(reason: "Use \`new\`. Deprecated on 2027-01-01, removed on 2027-05-01.") other: Int): Int }`;
    const changes = await breakingChanges(before, after);
    const changelog = '`Query.kept.old` and `Query.kept.other` are gone.';
    const refused = refusedChanges({ changes, changelog, released: buildSchema(before), today });
    expect(refused).toEqual([expect.stringContaining("'other")]);
  });
});

it('a compatible change is not reported', async () => {
  expect(await breakingChanges(after, schemaWith('more(first: Int): String!'))).toEqual([]);
});
