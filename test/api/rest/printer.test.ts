import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileOperations } from '../../../src/api/rest/operations.js';
import { countEventLoopIterations } from '../../support/count-event-loop-iterations.js';
import { toySchema } from './toy.js';

/** A generated selection: members by name, each a leaf or another selection. */
interface Spec {
  [key: string]: {
    type: 'String' | 'Color' | Spec;
    lists: number;
    nullable: boolean;
    /** Whether the selection has the directive `@plain`: its objects are printed without their constants. */
    isPlain: boolean;
  };
}

const { spec: specs } = fc.letrec<{ spec: Spec }>((tie) => ({
  spec: fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    fc.record({
      type: fc.oneof(
        { depthSize: 'small', maxDepth: 3 },
        fc.constantFrom('String' as const, 'Color' as const),
        tie('spec'),
      ),
      lists: fc.constantFrom(0, 0, 1, 2),
      nullable: fc.boolean(),
      isPlain: fc.boolean(),
    }),
    { minKeys: 1, maxKeys: 5 },
  ),
}));

const documented: Record<string, string> = { DARK_RED: 'dark-red', LIGHT_BLUE: 'light-blue' };

function valuesOf(spec: Spec): fc.Arbitrary<object> {
  const members = Object.entries(spec).map(([name, { type, lists }]) => {
    const leaf = type === 'String' ? fc.string() : fc.constantFrom(...Object.keys(documented));
    const one: fc.Arbitrary<unknown> = typeof type === 'string' ? leaf : valuesOf(type);
    return [name, listed(fc.option(one, { nil: null, freq: 2 }), lists)] as const;
  });
  return fc.record(Object.fromEntries(members), { noNullPrototype: true });
}

function listed(one: fc.Arbitrary<unknown>, lists: number): fc.Arbitrary<unknown> {
  if (lists === 0) return one;
  return listed(fc.option(fc.array(one, { maxLength: 2 }), { nil: null }), lists - 1);
}

function declare(spec: Spec, name: string): string {
  const entries = Object.entries(spec);
  const fields = entries.map(([key, { type, lists }]) => {
    const named = typeof type === 'string' ? type : `${name}_${key}`;
    return `${key}: ${'['.repeat(lists)}${named}${']'.repeat(lists)}`;
  });
  const inner = entries.flatMap(([key, { type }]) =>
    typeof type === 'string' ? [] : [declare(type, `${name}_${key}`)],
  );
  return [`type ${name} { ${fields.join(' ')} }`, ...inner].join('\n');
}

function select(spec: Spec): string {
  return Object.entries(spec)
    .map(([key, { type, nullable, isPlain }]) => {
      const directives = `${nullable ? '@nullable' : ''} ${isPlain ? '@plain' : ''}`;
      return `${key} ${directives} ${typeof type === 'string' ? '' : `{ ${select(type)} }`}`;
    })
    .join(' ');
}

function namesOf(spec: Spec, name: string): string[] {
  return [
    name,
    ...Object.entries(spec).flatMap(([key, { type }]) =>
      typeof type === 'string' ? [] : namesOf(type, `${name}_${key}`),
    ),
  ];
}

/** Returns the expected response, in the simplest implementation of the rules. */
function reference(spec: Spec, value: Record<string, unknown>, constants: object): object {
  const members = Object.entries(spec).flatMap(([key, { type, nullable, isPlain }]) => {
    const printed = (one: unknown): unknown => {
      if (one === null || one === undefined) return null;
      if (Array.isArray(one)) return one.map(printed);
      if (type === 'String') return one;
      if (type === 'Color') return documented[one as string];
      return reference(type, one as Record<string, unknown>, isPlain ? {} : { object: 'thing' });
    };
    const answer = printed(value[key]);
    return answer === null && !nullable ? [] : [[key, answer] as const];
  });
  return { ...constants, ...Object.fromEntries(members) };
}

interface Tree {
  id: string;
  items: Tree[];
}

describe('the response printer', () => {
  it('agrees with a naive implementation of the rules for any selection', () => {
    fc.assert(
      fc.property(
        specs.chain((spec) => fc.tuple(fc.constant(spec), valuesOf(spec))),
        ([spec, value]) => {
          const schema = toySchema(
            `enum Color { DARK_RED LIGHT_BLUE } ${declare(spec, 'Root')} type Query { root: Root }`,
            {
              values: { Color: documented },
              rest: Object.fromEntries(namesOf(spec, 'Root').map((name) => [name, { constants: { object: 'thing' } }])),
            },
          );
          const document = `query q @route(method: GET, path: "/v1/q") { root { ${select(spec)} } }`;
          const [operation] = compileOperations(schema, [document]).operations;
          const body = operation!.answer({ root: value })?.print?.();
          expect(body && String(body)).toBe(JSON.stringify(reference(spec, value as never, { object: 'thing' })));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('prints every item of a tree once, under its parent, in the order of the list', () => {
    const schema = toySchema('type Item { id: ID!, parentId: ID } type Query { items: [Item!]! }', {
      rest: { Item: { parentOf: true } },
    });
    const document = `query q @route(method: GET, path: "/v1/q") {
      items @nest(parent: "parentId", into: "items") { id parentId } }`;
    const [operation] = compileOperations(schema, [document]).operations;
    const forests = fc.array(fc.option(fc.nat(), { nil: null }), { maxLength: 30 }).chain((parents) => {
      const items = parents.map((parent, index) => ({
        id: `${index}`,
        parentId: parent === null || index === 0 ? null : `${parent % index}`,
      }));
      return fc.shuffledSubarray(items, { minLength: items.length });
    });
    fc.assert(
      fc.property(forests, (items) => {
        const below = (id: string | null): Tree[] =>
          items.filter(({ parentId }) => parentId === id).map((item) => ({ id: item.id, items: below(item.id) }));
        expect(JSON.parse(String(operation!.answer({ items })?.print?.()))).toEqual(below(null));
      }),
    );
  });

  it('yields to the event loop between large items of a short list', async () => {
    const schema = toySchema('type Item { text: String } type Query { items: [Item!]! }', {});
    const document = 'query q @route(method: GET, path: "/v1/q") { items { text } }';
    const [operation] = compileOperations(schema, [document]).operations;
    const items = Array.from({ length: 20 }, (_, index) => ({ text: `"${index}"\n`.repeat(200_000) }));
    const printed = operation!.answer({ items })!.print!();
    expect(printed).toBeInstanceOf(Promise);
    const { result, turns } = await countEventLoopIterations(() => printed);
    expect(String(result)).toBe(JSON.stringify(items));
    expect(turns).toBeGreaterThan(4);
  });
});
