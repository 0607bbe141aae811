import { expect, it } from 'vitest';
import { describeApi } from '../../../src/api/rest/openapi/describe.js';
import { compileOperations } from '../../../src/api/rest/operations.js';
import { toySchema } from './toy.js';

it('the document omits unreferenced components, such as a scalar whose only use has constraints of its own', () => {
  const rules = { Title: { schema: { type: 'string' } }, 'Query.greeting.to': { schema: { maxLength: 5 } } };
  const greeting = toySchema('scalar Title\ntype Query { greeting(to: Title!): String }', { rest: rules });
  const stored =
    'query greet($to: Title!) @route(method: GET, path: "/v1/greeting") { greeting(to: $to) @result(as: "text") }';
  const { paths, components } = describeApi(compileOperations(greeting, [stored]), { title: 'Toy', version: '1' });
  expect(JSON.stringify(paths)).toContain('"schema":{"type":"string","maxLength":5}');
  expect(Object.keys(components.schemas!)).toEqual(['Error']);
});
