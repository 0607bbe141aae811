import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RestExtension } from '../../../src/api/inputs/extensions.js';
import { call, compiledExecutor, graphqlExecutor, toyApp, toySchema } from './toy.js';

/** A generated input type: its fields by name, each a scalar or another input type. */
interface Spec {
  [field: string]: { type: string | Spec; required: boolean; list: boolean };
}

const leaves: Record<string, fc.Arbitrary<unknown>> = {
  String: fc.constantFrom('', 'text', 'null', 'ä😀'),
  Int: fc.constantFrom(0, -1, 2147483647),
  Boolean: fc.boolean(),
};

const { spec: specs } = fc.letrec<{ spec: Spec }>((tie) => ({
  spec: fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    fc.record({
      type: fc.oneof({ depthSize: 'small', maxDepth: 3 }, fc.constantFrom('String', 'Int', 'Boolean'), tie('spec')),
      required: fc.boolean(),
      list: fc.boolean(),
    }),
    { minKeys: 1, maxKeys: 4 },
  ),
}));

/** Generates values of a type. Optional members are absent, null or present. */
function valuesOf(spec: Spec): fc.Arbitrary<object> {
  const members = Object.entries(spec).map(([name, { type, required, list }]) => {
    const one = typeof type === 'string' ? leaves[type]! : valuesOf(type);
    const some = list ? fc.array(one, { maxLength: 2 }) : one;
    return [name, required ? some : fc.option(some, { nil: null })] as const;
  });
  const requiredKeys = members.map(([name]) => name).filter((name) => spec[name]!.required);
  return fc.record(Object.fromEntries(members), { requiredKeys, noNullPrototype: true });
}

/** Returns the GraphQL definitions of a type and of its nested types. */
function declare(spec: Spec, name: string): string {
  const entries = Object.entries(spec);
  const fields = entries.map(([field, one]) => `${field}: ${typeOf(one, `${name}_${field}`)}`);
  const inner = entries.flatMap(([field, { type }]) =>
    typeof type === 'string' ? [] : [declare(type, `${name}_${field}`)],
  );
  return [`input ${name} { ${fields.join(' ')} }`, ...inner].join('\n');
}

/** Returns the extensions that allow null for each member of a type. */
function nullableExtensions(spec: Spec, name: string): Record<string, RestExtension> {
  const members = Object.entries(spec).map(([field, { type }]) => ({
    [`${name}.${field}`]: { nullClears: true } as const,
    ...(typeof type === 'string' ? {} : nullableExtensions(type, `${name}_${field}`)),
  }));
  return Object.assign({}, ...members);
}

function typeOf({ type, required, list }: Spec[string], inner: string): string {
  const named = typeof type === 'string' ? type : inner;
  return (list ? `[${named}!]` : named) + (required ? '!' : '');
}

const requests = specs.chain((spec) => fc.tuple(fc.constant(spec), valuesOf(spec)));

describe.each([
  ['graphql-js', graphqlExecutor],
  ['the compiled executor', compiledExecutor],
] as const)('the presence of a member, with %s,', (_, executor) => {
  it('is preserved from the request to the resolver for any type, as input, whole body and body member', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async ([spec, value]) => {
        let receivedInput: unknown;
        const see = (_source: unknown, { input }: { input: unknown }) => {
          receivedInput = input;
          return 1;
        };
        const schema = toySchema(
          `${declare(spec, 'I')} input Outer { deep: I!, list: [I!] } type Query { x: Int }
           type Mutation { save(input: I!): Int, wrap(input: Outer!): Int }`,
          {
            resolvers: { 'Mutation.save': see, 'Mutation.wrap': see },
            rest: nullableExtensions(spec, 'I'),
          },
        );
        const document = `
          mutation input($input: I!) @route(method: POST, path: "/input") { save(input: $input) }
          mutation nested($input: Outer!) @route(method: POST, path: "/nested") { wrap(input: $input) }
          mutation whole($body: I! @in(place: WHOLE_BODY)) @route(method: POST, path: "/whole") { save(input: $body) }
          mutation member($one: I!) @route(method: POST, path: "/member") { save(input: $one) }`;
        const app = await toyApp(schema, [document], executor(schema));
        const post = async (path: string, body: unknown) => {
          receivedInput = undefined;
          const { status, text } = await call(app, `POST ${path}`, body);
          expect(text).toBe('1');
          return status === 200 ? JSON.parse(JSON.stringify(receivedInput)) : text;
        };
        expect(await post('/input', value)).toStrictEqual(value);
        const outer = { deep: value, list: [value] };
        expect(await post('/nested', outer)).toStrictEqual(outer);
        expect(await post('/whole', value)).toStrictEqual(value);
        expect(await post('/member', { one: value })).toStrictEqual(value);
      }),
      { numRuns: 40 },
    );
  });
});
