import { buildSchema, graphql } from 'graphql';
import { expect, it } from 'vitest';
import { attemptsOf, attemptsPerMinute, limitAttempts } from '../../../src/api/graphql/execution/attempts.js';
import { createAttempts } from '../../../src/api/http/limits/attempts.js';
import { buildSchemas } from '../../../src/app/schema.js';

/** A schema with an operation that may be tried out only so often, and one that may be asked for ever. */
function joinSchema() {
  const schema = buildSchema('type Query { places: Int  open: Int } type Mutation { join: Int }');
  let joined = 0;
  const [places, open] = ['places', 'open'].map((name) => schema.getQueryType()!.getFields()[name]!);
  const join = schema.getMutationType()!.getFields().join!;
  places!.resolve = () => 1;
  open!.resolve = () => 1;
  join.resolve = () => {
    joined += 1;
    return joined;
  };
  limitAttempts(schema, { places: 'join', join: 'join' });
  return { schema, joined: () => joined };
}

/** A caller's context, as far as attempts go. */
function caller(who: string, attempt = createAttempts(attemptsPerMinute.join)) {
  return { attempt: () => attempt(who) };
}

it('fields of the table count together, before they do anything; others are free', async () => {
  const { schema, joined } = joinSchema();
  const contextValue = caller('ann');
  const ask = (source: string) => graphql({ schema, source, contextValue });
  for (let index = 0; index < 4; index += 1) expect((await ask('{ places }')).errors).toBeUndefined();
  // Aliases are attempts too.
  const many = `mutation { ${Array.from({ length: 8 }, (_, index) => `a${index}: join`).join(' ')} }`;
  const { data, errors } = await ask(many);
  expect(Object.values(data!).filter((value) => value !== null)).toHaveLength(6);
  expect(errors!.map(({ originalError }) => (originalError as { code?: string }).code)).toEqual(
    Array.from({ length: 2 }, () => 'RATE_LIMITED'),
  );
  expect(joined()).toBe(6);
  expect((await ask('{ open }')).errors).toBeUndefined();
});

it("one caller's attempts are not another's", async () => {
  const { schema } = joinSchema();
  const attempt = createAttempts(1);
  const ask = (who: string) => graphql({ schema, source: '{ places }', contextValue: caller(who, attempt) });
  expect((await ask('ann')).errors).toBeUndefined();
  expect((await ask('ann')).errors).toHaveLength(1);
  expect((await ask('bo')).errors).toBeUndefined();
});

it.each(Object.keys(attemptsOf))('%s, which counts as an attempt, is a field of the root', (name) => {
  const schema = buildSchemas().public;
  const roots = [schema.getQueryType()!, schema.getMutationType()!];
  expect(roots.flatMap((root) => Object.keys(root.getFields()))).toContain(name);
});
