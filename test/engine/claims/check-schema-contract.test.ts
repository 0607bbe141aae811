import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContentError, type Json } from '../../../src/engine/base/types.js';
import { checkSchema } from '../../../src/engine/claims/check-schema.js';
import { contractSchema, withoutContract } from '../text/document/contract-schema.js';
import { schemas } from './schemas.js';

const text = { type: 'string', description: '' };
const object = { type: 'object', description: '', properties: { a: text }, additionalProperties: false };

describe.skipIf(withoutContract)('the check of a claims schema', () => {
  const isDocumented = withoutContract ? () => true : contractSchema('SiteAdaptiveJSONSchema');
  const isAccepted = (schema: Json): boolean => {
    try {
      checkSchema(schema);
      return true;
    } catch (error) {
      if (error instanceof ContentError) return false;
      throw error;
    }
  };

  it('accepts valid schemas, as the JSON Schema of the contract does', () => {
    fc.assert(fc.property(schemas, (schema) => isAccepted(schema as never) && isDocumented(schema)));
  });

  const leaf = fc.oneof(
    fc.constantFrom<Json>(
      false,
      true,
      null,
      0,
      '',
      'object',
      'array',
      'string',
      'number',
      'boolean',
      'Unsigned claims of the site visitor.',
    ),
    fc.constantFrom<Json>([], ['a'], [1], {}, { a: 1 }, text, object, { ...text, enum: ['0', '1'] }),
  );
  const member = fc.constantFrom(
    'type',
    'description',
    'enum',
    'items',
    'properties',
    'additionalProperties',
    'unsigned',
    '$schema',
    'other',
  );

  const change = fc.record({ path: fc.array(fc.nat()), name: member, value: fc.option(leaf) });

  it('agrees with the JSON Schema of the contract on schemas with one random change', () => {
    const verdicts = { true: 0, false: 0 };
    fc.assert(
      fc.property(schemas, change, (schema, given) => {
        const changed = structuredClone(schema) as unknown as Json;
        setMemberAt(changed, given);
        const verdict = isAccepted(changed);
        verdicts[`${verdict}`] += 1;
        expect(verdict).toBe(isDocumented(changed));
      }),
      { numRuns: 2000 },
    );
    expect(Math.min(verdicts.true, verdicts.false)).toBeGreaterThan(100);
  });
});

/**
 * Sets a member of a nested object; null deletes the member. Each choice in `path` selects an inner object of the last
 * one.
 */
function setMemberAt(root: Json, { path, name, value }: { path: number[]; name: string; value: Json }): void {
  let at = root as Record<string, Json>;
  for (const choice of path) {
    const inner = Object.values(at).filter(
      (member) => typeof member === 'object' && member !== null && !Array.isArray(member),
    );
    if (inner.length === 0) break;
    at = inner[choice % inner.length] as Record<string, Json>;
  }
  if (value === null) delete at[name];
  else at[name] = value;
}
