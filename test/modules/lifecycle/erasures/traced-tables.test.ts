import { expect, it } from 'vitest';
import { personTables } from '../../../../src/modules/lifecycle/erasures/person-rows.js';
import { tracedTables } from '../../../../src/modules/lifecycle/erasures/traced-tables.js';
import { replaceInJson, replaceInMail, tracesOf } from '../../../../src/modules/lifecycle/erasures/traces.js';
import { tables } from '../../../../src/platform/db/generated/columns.js';

/** Tables in which the action finds rows of a person by a column other than the person's id, and deletes them. */
const deletedOtherwise = ['ReviewRequest', 'SamlLogin'];

/** Tables that hold ids of people, content that people wrote, settings of an organization, and indexes of content. */
const withoutTraces = {
  content: [
    ...['AgentInstructions', 'Blob', 'ChangeRequest', 'Collection', 'Comment', 'ConflictResolution', 'Conversation'],
    ...['ConversationIssue', 'ConversationIssueVector', 'ConversationText', 'ConversationsIssuesCluster'],
    ...['File', 'GlossaryEntry', 'OpenAPISpec', 'OpenAPISpecVersion', 'Page', 'RenderedPdf', 'Review', 'Revision'],
    ...['Space', 'TranslatedPage', 'Translation', 'TranslationMemory', 'TreeNode', 'Reaction'],
  ],
  settings: [
    ...['Organization', 'OidcProvider', 'ProviderGroup', 'SamlProvider', 'ShareLink', 'Site', 'SiteSection'],
    ...['SiteSectionGroup', 'SiteSpace', 'Team', 'FormerBasename', 'FormerPagePath', 'FormerSitePath'],
  ],
  indexes: [
    ...['CollectionAncestor', 'ConversationAnalysis', 'ConversationGrouping', 'ContentTouch', 'Link', 'LinkHeadings'],
    ...['LinkSpace', 'SearchPage', 'SearchSpace'],
  ],
  records: [
    ...['BlockedToken', 'FieldUse', 'OidcLogin', 'OrganizationDeletion', 'OrganizationImport', 'PersistedDocument'],
    ...['ObjectDeletion', 'RateWindow', 'RetiredBootstrapToken'],
  ],
};

it('the erasure covers every table, except the tables that are listed here', () => {
  const known = [
    ...['User', ...deletedOtherwise],
    ...personTables.map(({ table }) => table),
    ...tracedTables.map(({ table }) => table),
    ...Object.values(withoutTraces).flat(),
  ];
  expect([...new Set(known)].sort()).toEqual(Object.keys(tables).sort());
});

const traces = tracesOf(
  { displayName: 'Ann & Bo', email: 'ann@acme.test' },
  { userId: 'usr_1', formerName: 'Former member 7f3a', until: '2026-01-01T00:00:00.000Z', organizations: [] },
);

it('replacing traces replaces addresses in any text, and no other value', () => {
  const changes = { name: 'Ann & Bo', title: 'Ann & Bo write', to: ['x ANN@acme.test y', '<ann@acme.test>.', null] };
  expect(replaceInJson(changes, traces)).toEqual({
    ...{ name: 'Ann & Bo', title: 'Ann & Bo write' },
    to: ['x Former member 7f3a y', '<Former member 7f3a>.', null],
  });
});

it('replacing traces does not change longer addresses', () => {
  const others = [
    'joann@acme.test',
    'jo.ann@acme.test',
    'ann@acme.test.example',
    'ann@acme.tests',
    'ann@acme.test-x.de',
  ];
  expect(replaceInJson(others, traces)).toEqual(others);
});

it('replacing traces replaces the name in mails as whole words, also in HTML and in links', () => {
  const text = 'Ann & Bo invited you. Ann & Bob stays. /login?email=ann%40acme.test';
  expect(replaceInMail(text, traces)).toBe(
    'Former member 7f3a invited you. Ann & Bob stays. /login?email=Former member 7f3a',
  );
  expect(replaceInMail('<b>Ann &#x26; Bo</b>', traces, 'html')).toBe('<b>Former member 7f3a</b>');
});

it.each(['b', 'amp', 'https', 'acme'])(
  'replacing traces preserves tags, links and escaped characters in mails for the name %s',
  (name) => {
    const own = { ...traces, words: [name] };
    const link = 'https://docs.test/acme/b';
    expect(replaceInMail(`${name}: ${link}`, own)).toBe(`Former member 7f3a: ${link}`);
    const html = `<a href="${link}">${link}</a><b class="acme">&amp;</b>`;
    expect(replaceInMail(`${html} ${name}`, own, 'html')).toBe(`${html} Former member 7f3a`);
  },
);
