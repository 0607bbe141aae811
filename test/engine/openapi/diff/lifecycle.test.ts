import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { diffDocuments } from '../../../../src/engine/openapi/diff/diff-documents.js';
import { answering, api, object, sending, type Written } from '../documents.js';

const today = '2026-06-15';
const text: Written = { type: 'string' };
const done: Written = { '200': { description: 'OK' } };
const at = (more: Written): Json => api({ responses: done, ...more });
const gone: Json = { ...(api({}) as Written), paths: {} };
const needing = (more: Written): Json =>
  at({ ...more, parameters: [{ name: 'a', in: 'query', required: true, schema: text }] });
const asking = (more: Written | null): Json =>
  at({ parameters: more ? [{ name: 'a', in: 'query', schema: text, ...more }] : [] });
const holding = (of: (schema: Json) => Json) => (more: Written) => of(object({ a: { ...text, ...more } }));
const past = { deprecated: true, 'x-sunset': '2026-06-14' };
const ahead = { deprecated: true, 'x-sunset': '2026-06-16' };

type Row = readonly [title: string, before: Json, after: Json, isBreaking: boolean];

const removals: Row[] = [
  ['without a deprecation breaks callers', at({}), gone, true],
  ['of a deprecated operation without a sunset does not break callers', at({ deprecated: true }), gone, false],
  ['before the sunset breaks callers', at(ahead), gone, true],
  ['on the day of the sunset does not break callers', at({ ...ahead, 'x-sunset': today }), gone, false],
  ['after the sunset does not break callers', at(past), gone, false],
  [
    'after a sunset with a time does not break callers',
    at({ ...past, 'x-sunset': '2026-06-14T23:00:00Z' }),
    gone,
    false,
  ],
  ['with a sunset that is not a date breaks callers', at({ ...past, 'x-sunset': '14.6.2026' }), gone, true],
  ['with a sunset on a nonexistent day breaks callers', at({ ...past, 'x-sunset': '2026-02-30' }), gone, true],
  ['with a sunset but no deprecation breaks callers', at({ 'x-sunset': '2026-06-14' }), gone, true],
  ['of a parameter breaks callers', asking({}), asking(null), true],
  ['of a deprecated parameter does not break callers', asking({ deprecated: true }), asking(null), false],
  ['of a parameter before its sunset breaks callers', asking(ahead), asking(null), true],
  ['of a parameter after its sunset does not break callers', asking(past), asking(null), false],
];

const draft = { 'x-stability-level': 'draft' };
const levels: Row[] = [
  ['a draft can be removed', at(draft), gone, false],
  ['an alpha can be removed', at({ 'x-stability-level': 'alpha' }), gone, false],
  ['a beta cannot be removed', at({ 'x-stability-level': 'beta' }), gone, true],
  ['an operation with an unknown level cannot be removed', at({ 'x-stability-level': 'new' }), gone, true],
  ['a draft can require a new parameter', at(draft), needing(draft), false],
  [
    'a beta cannot require a new parameter',
    at({ 'x-stability-level': 'beta' }),
    needing({ 'x-stability-level': 'beta' }),
    true,
  ],
  ['a draft that becomes stable is judged as stable', at(draft), needing({}), true],
  ['a lower level breaks callers', at({}), at({ 'x-stability-level': 'beta' }), true],
  ['a stable operation that becomes a draft breaks callers', at({}), needing(draft), true],
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
  ['a parameter with a past sunset breaks callers', asking({}), asking(past), true],
  [
    'an earlier sunset of a parameter breaks callers',
    asking({ ...ahead, 'x-sunset': '2027-01-01' }),
    asking(ahead),
    true,
  ],
];

const property = [holding(sending), holding(answering)].flatMap((of): Row[] => [
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

it('schemas that only drafts use do not break callers', () => {
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
  const values = (...all: string[]): Written => ({ ...text, 'x-extensible-enum': all });

  it.each<[title: string, of: (schema: Json) => Json, isRemovalBreaking: boolean]>([
    ['a request property', (schema) => sending(object({ a: schema })), true],
    ['a parameter', (schema) => at({ parameters: [{ name: 'a', in: 'query', schema }] }), true],
    ['a response property', (schema) => answering(object({ a: schema })), false],
  ])('can gain values; losing a value breaks only callers that send it: %s', (_title, of, isRemovalBreaking) => {
    const [one, two] = [of(values('a')), of(values('a', 'b'))];
    const breaks = (before: Json, after: Json) =>
      diffDocuments(before, after).operations.map(({ isBreaking }) => isBreaking);
    expect(breaks(one, two)).toEqual([false]);
    expect(breaks(two, one)).toEqual([isRemovalBreaking]);
  });
});
