import { expect, it } from 'vitest';
import { conditionFaults } from '../../../src/engine/claims/check-condition.js';
import { checkSchema } from '../../../src/engine/claims/check-schema.js';
import { isConditionMet } from '../../../src/engine/claims/condition-met.js';
import type { ValueRecord } from '../../../src/engine/text/expressions/expression.js';
import { blocksOf, pages } from '../../docs/pages.js';

const page = 'docs/adaptive-content.md';
const text = pages.get(page)!;
const block = (language: string) => JSON.parse(blocksOf(language).find(([name]) => name === page)![1]);
const schema = checkSchema(block('json'));
const claims: ValueRecord = block('json claims');

/** Returns the rows of a table: a condition, and the cells after it. */
const table = (head: string): string[][] => {
  const rows = text.slice(text.indexOf(head)).split('\n\n')[0]!.split('\n').slice(2);
  return rows.map((row) =>
    [...row.matchAll(/(?<=\| )(?:\\\||[^|])+(?= \|)/g)].map(([cell]) => cell.replaceAll('\\|', '|')),
  );
};

const visibilityRows = table('| condition | shown to it');
const refused = table('| condition | refused');

it('the manual has both tables of conditions', () => {
  expect([visibilityRows.length > 12, refused.length > 5]).toEqual([true, true]);
});

it.each(visibilityRows)(
  'the condition %s shows an object to the visitor: %s; without claims: %s',
  (cell, toIt, without) => {
    const condition = cell!.slice(1, -1);
    const word = (value: boolean) => (value ? 'yes' : 'no');
    expect([word(isConditionMet(condition, claims)), word(isConditionMet(condition, {}))]).toEqual([toIt, without]);
    expect(conditionFaults(condition, schema)).toEqual([]);
  },
);

it.each(refused)('the condition %s is refused: %s', (cell, fault) => {
  expect(conditionFaults(cell!.slice(1, -1), schema).map((one) => one.fault)).toEqual([fault]);
});

it('a schema is refused with the message in the manual', () => {
  const [, message] = blocksOf('text').find(([name]) => name === page)!;
  const broken = { ...schema, properties: { plan: { type: 'date', description: '' } } };
  expect(() => checkSchema(broken)).toThrow(message.trim());
});
