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
  ['without a deprecation breaks', at({}), gone, true],
  ['of what is deprecated without a sunset breaks nobody', at({ deprecated: true }), gone, false],
  ['before the sunset breaks', at(ahead), gone, true],
  ['on the day of the sunset breaks nobody', at({ ...ahead, 'x-sunset': today }), gone, false],
  ['after the sunset breaks nobody', at(past), gone, false],
  ['after a sunset with a time breaks nobody', at({ ...past, 'x-sunset': '2026-06-14T23:00:00Z' }), gone, false],
  ['with a sunset that is no date breaks', at({ ...past, 'x-sunset': '14.6.2026' }), gone, true],
  ['with a sunset on a day that does not exist breaks', at({ ...past, 'x-sunset': '2026-02-30' }), gone, true],
  ['with a sunset and no deprecation breaks', at({ 'x-sunset': '2026-06-14' }), gone, true],
  ['of a parameter breaks', asking({}), asking(null), true],
  ['of a deprecated parameter breaks nobody', asking({ deprecated: true }), asking(null), false],
  ['of a parameter before its sunset breaks', asking(ahead), asking(null), true],
  ['of a parameter after its sunset breaks nobody', asking(past), asking(null), false],
];

const draft = { 'x-stability-level': 'draft' };
const levels: Row[] = [
  ['a draft may be removed', at(draft), gone, false],
  ['an alpha may be removed', at({ 'x-stability-level': 'alpha' }), gone, false],
  ['a beta may not', at({ 'x-stability-level': 'beta' }), gone, true],
  ['what has an unknown level may not', at({ 'x-stability-level': 'new' }), gone, true],
  ['a draft may need a parameter more', at(draft), needing(draft), false],
  ['a beta may not', at({ 'x-stability-level': 'beta' }), needing({ 'x-stability-level': 'beta' }), true],
  ['a draft that becomes stable is judged as stable', at(draft), needing({}), true],
  ['a level that is lower breaks', at({}), at({ 'x-stability-level': 'beta' }), true],
  ['one that is a draft now breaks by that', at({}), needing(draft), true],
  ['a level that is higher breaks nobody', at({ 'x-stability-level': 'beta' }), at({}), false],
  ['a lower level of an alpha is not reported', at({ 'x-stability-level': 'alpha' }), at(draft), false],
  ['an unknown level breaks', at({}), at({ 'x-stability-level': 'new' }), true],
];

const days: Row[] = [
  ['a deprecation breaks nobody', at({}), at({ deprecated: true }), false],
  ['one with a sunset breaks nobody', at({}), at(ahead), false],
  ['one whose sunset is past breaks', at({}), at(past), true],
  ['one whose sunset is no date breaks', at({}), at({ deprecated: true, 'x-sunset': 'soon' }), true],
  ['a sunset that is removed breaks', at(ahead), at({ deprecated: true }), true],
  ['an earlier sunset breaks', at({ ...ahead, 'x-sunset': '2027-01-01' }), at(ahead), true],
  ['a later sunset breaks nobody', at(ahead), at({ ...ahead, 'x-sunset': '2027-01-01' }), false],
  ['a sunset that is no date any more breaks', at(ahead), at({ deprecated: true, 'x-sunset': 7 }), true],
  ['what is no longer deprecated breaks nobody', at(ahead), at({}), false],
  ['a parameter whose sunset is past breaks', asking({}), asking(past), true],
  ['an earlier sunset of a parameter breaks', asking({ ...ahead, 'x-sunset': '2027-01-01' }), asking(ahead), true],
];

const property = [holding(sending), holding(answering)].flatMap((of): Row[] => [
  ['a property that is less stable breaks', of({}), of(draft), true],
  ['one that is more stable breaks nobody', of({ 'x-stability-level': 'beta' }), of({}), false],
  ['a property whose sunset is past breaks', of({}), of(past), true],
  ['a deprecated property breaks nobody', of({}), of(ahead), false],
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

it('schemas of drafts alone break nobody', () => {
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
  ])('may get values, and must keep those that callers send: %s', (_title, of, isRemovalBreaking) => {
    const [one, two] = [of(values('a')), of(values('a', 'b'))];
    const breaks = (before: Json, after: Json) =>
      diffDocuments(before, after).operations.map(({ isBreaking }) => isBreaking);
    expect(breaks(one, two)).toEqual([false]);
    expect(breaks(two, one)).toEqual([isRemovalBreaking]);
  });
});
