import { expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { checkRevisionSource } from '../../../../src/engine/tree/computed/source.js';

const openapi = {
  type: 'builtin:openapi',
  props: { models: true },
  dependencies: { spec: { ref: { kind: 'openapi', spec: 'petstore' } } },
};
const result = { space: 'spc_1', revision: 'rev_1' };
const translation = (value?: Json) => ({
  type: 'builtin:translation',
  props: {},
  dependencies: {
    translation: { ref: { kind: 'translation', translation: 'trl_1' }, ...(value !== undefined && { value }) },
  },
});

it.each([
  openapi,
  {
    ...openapi,
    dependencies: { spec: { ...openapi.dependencies.spec, value: { object: 'openapi-spec', id: 'a', slug: 'b' } } },
  },
  translation(),
  translation(null),
  translation(result),
  { type: 'integration:github:pages', props: { any: [1] } },
  { type: 'integration:a:b', props: {}, dependencies: {} },
  {
    type: 'integration:a:b',
    props: {},
    dependencies: {
      space: { ref: { kind: 'space', space: 'x' } },
      spec: { ref: { kind: 'openapi', spec: 'x' }, value: null },
      translation: { ref: { kind: 'translation', translation: 'x' } },
    },
  },
] as Json[])('the source %j of computed pages is accepted', (source) => {
  expect(checkRevisionSource(source)).toBe(source);
});

it.each([
  ['x', '', 'must be an object'],
  [{}, '/type', 'must be "builtin:openapi", "builtin:translation" or'],
  [{ type: 'integration:a', props: {} }, '/type', 'must be'],
  [{ type: 'integration:a:b' }, '/props', 'must be an object (got nothing)'],
  ...(
    [
      [{}, '/ref', 'must be an object (got nothing)'],
      [{ value: {} }, '/ref', 'must be an object (got nothing)'],
      [{ ref: null }, '/ref', 'must be an object (got null)'],
      [{ ref: { kind: 'page', page: 'x' } }, '/ref/kind', 'must be "space" or "openapi" or "translation"'],
      [{ ref: { kind: 'space' } }, '/ref/space', 'must be text of 1 to 255 characters (got nothing)'],
      [{ ref: { kind: 'space', space: 'x' }, extra: 1 }, '/extra', 'is not known here (got 1)'],
      [null, '', 'must be an object (got null)'],
    ] as const
  ).map(([x, pointer, rule]) => [
    { type: 'integration:a:b', props: {}, dependencies: { x } },
    `/dependencies/x${pointer}`,
    rule,
  ]),
  [{ ...openapi, dependencies: { spec: {} } }, '/dependencies/spec/ref', 'must be an object (got nothing)'],
  [{ ...openapi, props: {} }, '/props/models', 'must be true or false (got nothing)'],
  [{ ...openapi, props: { models: true, doc: 'info' } }, '/props/doc', 'is not known here'],
  [{ ...openapi, extra: 1 }, '/extra', 'is not known here (got 1)'],
  [{ ...openapi, dependencies: {} }, '/dependencies/spec', 'must be an object (got nothing)'],
  [
    { ...openapi, dependencies: { spec: { ref: { kind: 'space', spec: 'x' } } } },
    '/dependencies/spec/ref/kind',
    'must be "openapi" (got "space")',
  ],
  [
    { ...openapi, dependencies: { spec: { ref: { kind: 'openapi', spec: '' } } } },
    '/dependencies/spec/ref/spec',
    'must be text of 1 to 255',
  ],
  [translation({ space: 'spc_1' }), '/dependencies/translation/value/revision', 'must be text'],
  [translation({ ...result, more: 1 }), '/dependencies/translation/value/more', 'is not known here'],
  [{ ...translation(), props: { space: 'x' } }, '/props/space', 'is not known here'],
] as [Json, string, string][])('the source %j of computed pages is refused at %s', (source, pointer, message) => {
  expect(() => checkRevisionSource(source)).toThrow(
    expect.objectContaining({ pointer, message: expect.stringContaining(message) }),
  );
});
