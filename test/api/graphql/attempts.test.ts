import { buildSchema, graphql } from 'graphql';
import { expect, it } from 'vitest';
import { attemptByField, attemptsPerMinute, limitAttempts } from '../../../src/api/graphql/execution/attempts.js';
import { buildSchemas } from '../../../src/app/schema.js';
import { attemptLimit } from '../../support/attempt-limit.js';

/** A schema with two fields that share an attempt limit, and one field without a limit. */
function limitedSchema() {
  const schema = buildSchema('type Query { places: Int  open: Int } type Mutation { join: Int }');
  let joinCount = 0;
  const [places, open] = ['places', 'open'].map((name) => schema.getQueryType()!.getFields()[name]!);
  const join = schema.getMutationType()!.getFields().join!;
  places!.resolve = () => 1;
  open!.resolve = () => 1;
  join.resolve = () => {
    joinCount += 1;
    return joinCount;
  };
  limitAttempts(schema, { places: 'join', join: 'join' });
  return { schema, joined: () => joinCount };
}

/** Returns the part of a caller's context that counts attempts. */
function caller(who: string, attempt = attemptLimit(attemptsPerMinute.join)) {
  return { attempt: () => attempt(who) };
}

it('limited fields share one count, checked before they run; other fields do not count', async () => {
  const { schema, joined: joinCount } = limitedSchema();
  const contextValue = caller('ann');
  const ask = (source: string) => graphql({ schema, source, contextValue });
  for (let index = 0; index < 4; index += 1) expect((await ask('{ places }')).errors).toBeUndefined();
  // Each alias counts as an attempt.
  const many = `mutation { ${Array.from({ length: 8 }, (_, index) => `a${index}: join`).join(' ')} }`;
  const { data, errors } = await ask(many);
  expect(Object.values(data!).filter((value) => value !== null)).toHaveLength(6);
  expect(errors!.map(({ originalError }) => (originalError as { code?: string }).code)).toEqual(
    Array.from({ length: 2 }, () => 'RATE_LIMITED'),
  );
  expect(joinCount()).toBe(6);
  expect((await ask('{ open }')).errors).toBeUndefined();
});

it('attempts are counted per caller', async () => {
  const { schema } = limitedSchema();
  const attempt = attemptLimit(1);
  const ask = (who: string) => graphql({ schema, source: '{ places }', contextValue: caller(who, attempt) });
  expect((await ask('ann')).errors).toBeUndefined();
  expect((await ask('ann')).errors).toHaveLength(1);
  expect((await ask('bo')).errors).toBeUndefined();
});

it.each(Object.keys(attemptByField))('%s, which counts as an attempt, is a root field', (name) => {
  const schema = buildSchemas().public;
  const roots = [schema.getQueryType()!, schema.getMutationType()!];
  expect(roots.flatMap((root) => Object.keys(root.getFields()))).toContain(name);
});
