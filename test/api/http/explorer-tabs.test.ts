import { expect, it } from 'vitest';
import { arrangeTabs, type Tabs } from '../../../src/api/http/explorer/explorer-tabs.js';

const exampleFor = (space: string) => [
  { name: 'Me', query: '# Who am I?\nquery Me { viewer { id } }', variables: '' },
  { name: 'Tree', query: '# The tree.\nquery Tree($space: ID!) { space(id: $space) { id } }', variables: space },
];
const titles = ({ tabs, activeTabIndex }: Tabs) =>
  tabs.map(({ title }, i) => (i === activeTabIndex ? `${title}*` : title));
const open = (storedTabs: Tabs | null, { space = 'A', requestedQuery = null as string | null } = {}): Tabs =>
  arrangeTabs({ left: storedTabs, examples: exampleFor(space), requestedQuery });

it('the first visit opens all examples and selects the first one', () => {
  expect(titles(open(null))).toEqual(['Me*', 'Tree']);
});

it('the tab that was active at the previous visit is active again', () => {
  const storedTabs = { ...open(null), activeTabIndex: 1 };
  expect(open(storedTabs)).toEqual(storedTabs);
});

it.each([
  ['nothing', null],
  ['no tabs', { tabs: [], activeTabIndex: 0 }],
  ['the index of a tab that does not exist', { ...open(null), activeTabIndex: 2 }],
  ['something else', { some: 'thing' } as unknown as Tabs],
])('the examples are opened if the browser stored %s', (_what, storedTabs) => {
  expect(titles(open(storedTabs))).toEqual(['Me*', 'Tree']);
});

it('the variables of examples follow the current token, unless the user edited them', () => {
  const storedTabs = open(null);
  expect(open(storedTabs, { space: 'B' }).tabs[1]!.variables).toBe('B');
  storedTabs.tabs[1]!.variables = 'mine';
  expect(open(storedTabs, { space: 'B' }).tabs[1]!.variables).toBe('mine');
});

it('the tab of an example query does not reopen after it is closed', () => {
  const storedTabs = open(null);
  storedTabs.tabs.pop();
  expect(titles(open(storedTabs))).toEqual(['Me*']);
});

it('a requested query is opened in the first tab, and in the same tab again', () => {
  const requestedQuery = 'query spc_1 { node(id: "spc_1") { id } }';
  const first = open(null, { requestedQuery });
  expect(titles(first)).toEqual(['spc_1*', 'Me', 'Tree']);
  expect(open({ ...first, activeTabIndex: 2 }, { requestedQuery })).toEqual(first);
});

it('a tab for another query has a unique id, also after other tabs were closed or overwritten', () => {
  let storedTabs = open(open(null, { requestedQuery: '{ a }' }), { requestedQuery: '{ b }' });
  storedTabs = { ...storedTabs, tabs: storedTabs.tabs.filter(({ query }) => query !== '{ a }') };
  storedTabs.tabs[0]!.query = '{ edited }';
  const ids = open(storedTabs, { requestedQuery: '{ b }' }).tabs.map(({ id }) => id);
  expect([ids.length, new Set(ids).size]).toEqual([4, 4]);
});
