import { expect, it } from 'vitest';
import { personTables } from '../../../../src/modules/lifecycle/erasures/person-rows.js';
import { tracedTables } from '../../../../src/modules/lifecycle/erasures/traced-tables.js';
import { replaceInJson, replaceInMail, tracesOf } from '../../../../src/modules/lifecycle/erasures/traces.js';
import { tables } from '../../../../src/platform/db/generated/columns.js';

/** Tables with the rows of a person that the action deletes by something other than the id of the person. */
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
    'RetiredBootstrapToken',
  ],
};

it('every table is searched for traces of an erased person, loses the rows of the person, or has neither', () => {
  const known = [
    ...['User', ...deletedOtherwise],
    ...personTables.map(({ table }) => table),
    ...tracedTables.map(({ table }) => table),
    ...Object.values(withoutTraces).flat(),
  ];
  expect([...new Set(known)].sort()).toEqual(Object.keys(tables).sort());
});

const traces = tracesOf(
  { displayName: 'Ann & Bo', email: 'ann@acme.test', photoURL: null, subjects: ['4711'] },
  { userId: 'usr_1', formerName: 'Former member 7f3a', until: '2026-01-01T00:00:00.000Z' },
);

it('replaces values that are a name or an id, and addresses in any text', () => {
  const changes = { name: 'Ann & Bo', 4711: '4711', title: 'Ann & Bo write', to: ['x ANN@acme.test y', 4711, null] };
  expect(replaceInJson(changes, traces)).toEqual({
    ...{ name: 'Former member 7f3a', 4711: 'Former member 7f3a', title: 'Ann & Bo write' },
    to: ['x Former member 7f3a y', 4711, null],
  });
});

it('replaces the name in mails as whole words, also in HTML and in links', () => {
  const text = 'Ann & Bo invited you. Ann & Bob stays. <b>Ann &#x26; Bo</b> /login?email=ann%40acme.test';
  expect(replaceInMail(text, traces)).toBe(
    'Former member 7f3a invited you. Ann & Bob stays. <b>Former member 7f3a</b> /login?email=Former member 7f3a',
  );
});
