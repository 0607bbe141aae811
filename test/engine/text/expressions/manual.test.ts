import { expect, it } from 'vitest';
import { functions } from '../../../../src/engine/text/expressions/functions.js';
import { methodNames } from '../../../../src/engine/text/expressions/methods.js';
import { pageEvaluation, renderExpression } from '../../../../src/engine/text/expressions/render-expression.js';
import { readVariables } from '../../../../src/engine/tree/pages/variables.js';
import { blocksOf, pages } from '../../../docs/pages.js';
import { scope } from './kit.js';

const page = 'docs/expressions.md';
const text = pages.get(page)!;
const [[, yaml]] = blocksOf('yaml').filter(([name]) => name === page) as [[string, string]];
const roots = {
  space: { title: 'Manual', vars: readVariables(yaml, 'vars.yaml') },
  page: { title: 'Install', vars: { os: 'Linux' } },
  visitor: { claims: {} },
};
const rows = [...text.slice(text.indexOf('| expression |')).matchAll(/^\| `(.+)` \| (.+) \|$/gm)];

it('the manual has a table of expressions', () => expect(rows.length).toBeGreaterThan(8));

it.each(rows.map(([, source, value]) => [source!, value!]))(
  'the expression %s of the manual shows %s',
  (source, value) => {
    expect(renderExpression(source, pageEvaluation('true', { ...scope(), roots }))).toBe(value);
  },
);

it('the manual lists every function and method', () => {
  const missing = [...functions.keys(), ...methodNames].filter((name) => !text.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});
