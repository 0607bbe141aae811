import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { diffDocuments } from '../../../../src/engine/openapi/diff/diff-documents.js';
import { api, documentWithRequestSchema, documentWithResponseSchema, type JsonObject, object } from '../documents.js';

const today = '2026-06-15';
const text: JsonObject = { type: 'string' };
const done: JsonObject = { '200': { description: 'OK' } };
const at = (more: JsonObject): Json => api({ responses: done, ...more });
const withoutPaths: Json = { ...(api({}) as JsonObject), paths: {} };
const withRequiredParameter = (more: JsonObject): Json =>
  at({ ...more, parameters: [{ name: 'a', in: 'query', required: true, schema: text }] });
const withParameter = (more: JsonObject | null): Json =>
  at({ parameters: more ? [{ name: 'a', in: 'query', schema: text, ...more }] : [] });
const holding = (of: (schema: Json) => Json) => (more: JsonObject) => of(object({ a: { ...text, ...more } }));
const past = { deprecated: true, 'x-sunset': '2026-06-14' };
const ahead = { deprecated: true, 'x-sunset': '2026-06-16' };

type Row = readonly [title: string, before: Json, after: Json, isBreaking: boolean];

const removals: Row[] = [
  ['without a deprecation breaks callers', at({}), withoutPaths, true],
  ['of a deprecated operation without a sunset does not break callers', at({ deprecated: true }), withoutPaths, false],
  ['before the sunset breaks callers', at(ahead), withoutPaths, true],
  ['on the day of the sunset does not break callers', at({ ...ahead, 'x-sunset': today }), withoutPaths, false],
  ['after the sunset does not break callers', at(past), withoutPaths, false],
  [
    'after a sunset with a time does not break callers',
    at({ ...past, 'x-sunset': '2026-06-14T23:00:00Z' }),
    withoutPaths,
    false,
  ],
  ['with a sunset that is not a date breaks callers', at({ ...past, 'x-sunset': '14.6.2026' }), withoutPaths, true],
  ['with a sunset on a nonexistent day breaks callers', at({ ...past, 'x-sunset': '2026-02-30' }), withoutPaths, true],
  ['with a sunset but no deprecation breaks callers', at({ 'x-sunset': '2026-06-14' }), withoutPaths, true],
  ['of a parameter breaks callers', withParameter({}), withParameter(null), true],
  ['of a deprecated parameter does not break callers', withParameter({ deprecated: true }), withParameter(null), false],
  ['of a parameter before its sunset breaks callers', withParameter(ahead), withParameter(null), true],
  ['of a parameter after its sunset does not break callers', withParameter(past), withParameter(null), false],
];

const draft = { 'x-stability-level': 'draft' };
const levels: Row[] = [
  ['a draft can be removed', at(draft), withoutPaths, false],
  ['an alpha can be removed', at({ 'x-stability-level': 'alpha' }), withoutPaths, false],
  ['a beta cannot be removed', at({ 'x-stability-level': 'beta' }), withoutPaths, true],
  ['an operation with an unknown level cannot be removed', at({ 'x-stability-level': 'new' }), withoutPaths, true],
  ['a draft can require a new parameter', at(draft), withRequiredParameter(draft), false],
  [
    'a beta cannot require a new parameter',
    at({ 'x-stability-level': 'beta' }),
    withRequiredParameter({ 'x-stability-level': 'beta' }),
    true,
  ],
  ['a draft that becomes stable is judged as stable', at(draft), withRequiredParameter({}), true],
  ['a lower level breaks callers', at({}), at({ 'x-stability-level': 'beta' }), true],
  ['a stable operation that becomes a draft breaks callers', at({}), withRequiredParameter(draft), true],
  ['a higher level does not break callers', at({ 'x-stability-level': 'beta' }), at({}), false],
  ['a lower level of an alpha does not break callers', at({ 'x-stability-level': 'alpha' }), at(draft), false],
  ['an unknown level breaks callers', at({}), at({ 'x-stability-level': 'new' }), true],
];

const days: Row[] = [
  ['a deprecation does not break callers', at({}), at({ deprecated: true }), false],
  ['a deprecation with a sunset does not break callers', at({}), at(ahead), false],
  ['a deprecation with a past sunset breaks callers', at({}), at(past), true],
  [
    'a deprecation with a sunset that is not a date breaks callers',
    at({}),
    at({ deprecated: true, 'x-sunset': 'soon' }),
    true,
  ],
  ['a removed sunset breaks callers', at(ahead), at({ deprecated: true }), true],
  ['an earlier sunset breaks callers', at({ ...ahead, 'x-sunset': '2027-01-01' }), at(ahead), true],
  ['a later sunset does not break callers', at(ahead), at({ ...ahead, 'x-sunset': '2027-01-01' }), false],
  ['a sunset that is no longer a date breaks callers', at(ahead), at({ deprecated: true, 'x-sunset': 7 }), true],
  ['an operation that is no longer deprecated does not break callers', at(ahead), at({}), false],
  ['a parameter with a past sunset breaks callers', withParameter({}), withParameter(past), true],
  [
    'an earlier sunset of a parameter breaks callers',
    withParameter({ ...ahead, 'x-sunset': '2027-01-01' }),
    withParameter(ahead),
    true,
  ],
];

const property = [holding(documentWithRequestSchema), holding(documentWithResponseSchema)].flatMap((of): Row[] => [
  ['a property with a lower level breaks callers', of({}), of(draft), true],
  ['a property with a higher level does not break callers', of({ 'x-stability-level': 'beta' }), of({}), false],
  ['a property with a past sunset breaks callers', of({}), of(past), true],
  ['a deprecated property does not break callers', of({}), of(ahead), false],
]);

describe.each([
  ['a removal', removals],
  ['a stability level', levels],
  ['a sunset', days],
  ['a property', property],
])('%s', (_title, rows) => {
  it.each(rows)('%s', (...[, before, after, isBreaking]: Row) => {
    expect(diffDocuments(before, after, today).operations.some((one) => one.isBreaking)).toBe(isBreaking);
    expect(diffDocuments(after, structuredClone(after), today).operations).toEqual([]);
  });
});

it('a changed schema that only draft operations use does not break callers', () => {
  const document = (type: string): Json =>
    api(
      { ...draft, responses: { '200': { content: { 'a/b': { schema: { $ref: '#/components/schemas/A' } } } } } },
      { components: { schemas: { A: { type } } } },
    );
  const { operations, schemas } = diffDocuments(document('string'), document('integer'));
  expect([operations, schemas].map(([one]) => [one?.change, one?.isBreaking])).toEqual([
    ['changed', false],
    ['changed', false],
  ]);
});

describe('x-extensible-enum', () => {
  const values = (...all: string[]): JsonObject => ({ ...text, 'x-extensible-enum': all });

  it.each<[title: string, of: (schema: Json) => Json, isRemovalBreaking: boolean]>([
    ['a request property', (schema) => documentWithRequestSchema(object({ a: schema })), true],
    ['a parameter', (schema) => at({ parameters: [{ name: 'a', in: 'query', schema }] }), true],
    ['a response property', (schema) => documentWithResponseSchema(object({ a: schema })), false],
  ])('can gain values; losing a value breaks only callers that send it: %s', (_title, of, isRemovalBreaking) => {
    const [one, two] = [of(values('a')), of(values('a', 'b'))];
    const breaks = (before: Json, after: Json) =>
      diffDocuments(before, after).operations.map(({ isBreaking }) => isBreaking);
    expect(breaks(one, two)).toEqual([false]);
    expect(breaks(two, one)).toEqual([isRemovalBreaking]);
  });
});
