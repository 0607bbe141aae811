/** Files of the imported space. */
export const files = {
  'README.md':
    '# Welcome\n\nAcme sells *quokkas*. [Install](guides/install.md) it, or read the [questions](questions.md#price).\n',
  'SUMMARY.md':
    '# Summary\n\n* [Welcome](README.md)\n\n## Guides\n\n* [Install](guides/install.md)\n  * [On Linux](guides/linux.md)\n* [Questions](questions.md)\n* [Project](https://example.org)\n',
  'guides/install.md':
    '---\ndescription: In three steps.\n---\n\n# Install\n\n![Logo](../files/logo.png)\n\n1. Load it.\n2. Run it.\n\n{% hint style="warning" %}\nBack up first.\n{% endhint %}\n\n| system | since |\n|---|---|\n| Linux | 1.0 |\n',
  'guides/linux.md': '# On Linux\n\n```sh\nnpm install acme\n```\n\nThen [install](install.md) the rest.\n',
  'questions.md': '# Questions\n\n## Price\n\nIt is free. The formula is $$E = mc^2$$.\n',
  'files/logo.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

const specification = (summary) =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Orders', version: '1.0.0' },
    paths: { '/orders': { get: { summary, responses: { 200: { description: 'The orders.' } } } } },
  });

const paragraph = (text) => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

const user = (name, role) => ({
  run: ['user', 'create', '--email', `${name}@acme.test`, '--name', name, '--org', '{organizationId}', '--role', role],
  save: { [`${name}Id`]: 'id' },
});
const token = (name, ...scopes) => ({
  run: ['token', 'create', '--user', `${name}@acme.test`, '--name', `Token of ${name}`, ...scopes],
  save: { [`${name}Token`]: 'token' },
});

/** Adds a page to a change request, and changes another one. */
const change = (changeRequestId, title) => ({
  call: 'updateChangeRequestContent',
  with: { changeRequestId },
  body: {
    changes: [
      { operation: 'insert_page', title, document: { markdown: `${title} of the quokka.\n` } },
      { operation: 'update_page', page: '{pageId}', document: { markdown: `# Questions\n\n${title}.\n` } },
    ],
  },
});

/** Organization, people, teams, spaces and content, in the order in which they are created. */
const content = [
  { call: 'listOrganizationsForAuthenticatedUser', save: { organizationId: 'items.0.id' } },
  { call: 'getAuthenticatedUser', save: { operatorId: 'id' } },
  { call: 'updateOrganizationById', body: { title: 'Acme Émigré', emailDomains: ['acme.test'] } },
  user('ann', 'review'),
  user('ben', 'edit'),
  user('eve', 'guest'),
  token('ann'),
  token('ben', '--scope', 'read'),
  { call: 'createOrganizationTeam', body: { title: 'Writers', members: ['{annId}'] }, save: { teamId: 'id' } },
  { call: 'addMemberToOrganizationTeamById', with: { userId: '{benId}' }, body: {} },
  { call: 'createCollection', body: { title: 'Guides' }, save: { collectionId: 'id' } },
  { call: 'createSpace', body: { title: 'api', emoji: '1f4d8', parent: '{collectionId}' }, save: { apiId: 'id' } },
  { call: 'createSpace', body: { title: 'Ärger', emoji: '1f600', language: 'de' }, save: { deletedId: 'id' } },
  { call: 'deleteSpaceById', with: { spaceId: '{deletedId}' } },
  { run: ['import', '{folder}', '--org', '{organizationId}', '--title', 'Manual'], save: { spaceId: 'id' } },
  { call: 'updateSpaceById', body: { emoji: '1f468-200d-1f52c', defaultLevel: 'edit' } },
  { call: 'inviteToSpace', body: { role: 'comment', users: ['{eveId}'], teams: ['{teamId}'] } },
  { call: 'createOrganizationInvite', body: { role: 'read' }, save: { inviteId: 'id' } },
  { call: 'getPageByPath', with: { pagePath: 'questions' }, save: { pageId: 'id' } },
  { call: 'listFiles', save: { fileId: 'items.0.id' } },
  {
    call: 'updateOrganizationAgentInstructions',
    body: {
      instructions: { object: 'document', data: { schemaVersion: 1 }, nodes: [paragraph('Write short sentences.')] },
    },
  },
];

/** A merged and an open change request, with reviews and comments. */
const review = [
  { call: 'createChangeRequest', body: { subject: 'Répondre' }, save: { mergedId: 'id' } },
  change('{mergedId}', 'Lifespan'),
  { call: 'requestReviewersForChangeRequest', with: { changeRequestId: '{mergedId}' }, body: { users: ['{annId}'] } },
  {
    call: 'submitChangeRequestReview',
    with: { changeRequestId: '{mergedId}' },
    as: 'annToken',
    body: { status: 'approved', comment: { markdown: 'Good *work*.' } },
    save: { reviewId: 'id' },
  },
  { call: 'mergeChangeRequest', with: { changeRequestId: '{mergedId}' }, body: {}, save: { revisionId: 'revision' } },
  { call: 'createChangeRequest', body: { subject: 'Diet' }, as: 'annToken', save: { changeRequestId: 'id' } },
  change('{changeRequestId}', 'Diet'),
  {
    call: 'postCommentInSpace',
    body: { page: '{pageId}', body: { markdown: 'Which *version*?' } },
    save: { commentId: 'id' },
  },
  {
    call: 'postCommentReplyInSpace',
    as: 'annToken',
    body: { body: { markdown: 'Version 3.' } },
    save: { commentReplyId: 'id' },
  },
  { call: 'updateCommentInSpace', as: 'annToken', body: { addedReactions: ['1f44d'] } },
  { call: 'postCommentInChangeRequest', body: { body: { markdown: 'Why?' } }, save: { changeCommentId: 'id' } },
  { call: 'getCurrentRevision', save: { headId: 'id' } },
];

/** A published site, a specification, and conversations. */
const publication = [
  {
    call: 'createSite',
    body: { title: 'Acme documentation', type: 'basic', spaces: ['{spaceId}'] },
    save: { siteId: 'id' },
  },
  { call: 'addSectionToSite', body: { spaceId: '{apiId}', title: 'API', icon: 'book' }, save: { sectionId: 'id' } },
  { call: 'createSiteShareLink', body: { name: 'Reviewers' }, save: { shareLinkId: 'id' } },
  { call: 'updateSiteById', body: { visibility: 'public', basename: 'manual' } },
  { call: 'publishSite', body: {} },
  {
    call: 'createOrUpdateOpenAPISpecBySlug',
    with: { specSlug: 'orders' },
    body: { source: { text: specification('List orders') } },
  },
  {
    call: 'getOpenAPISpecBySlug',
    with: { specSlug: 'orders' },
    until: { processingState: 'complete' },
    save: { specSlug: 'slug' },
  },
  {
    call: 'createOrUpdateOpenAPISpecBySlug',
    with: { specSlug: 'orders' },
    body: { source: { text: specification('Lists all orders') } },
  },
  { call: 'getOpenAPISpecBySlug', until: { processingState: 'complete' }, save: { versionId: 'lastVersion' } },
  {
    call: 'ingestConversation',
    body: [
      {
        id: 'ticket-1043',
        subject: 'Card has not arrived',
        parts: [{ type: 'message', role: 'user', body: 'Hello! Where is my card?' }],
      },
    ],
  },
  {
    call: 'updateGlossaryEntries',
    body: { operations: [{ type: 'insert', translations: { en: 'merge', fr: 'fusion' } }] },
  },
];

/**
 * Steps that fill a database. `call` is an operation of `/v1` and `run` a command; `{name}` is a saved value. `save` has
 * the names of values and their places in the result. A step is skipped if the version lacks the operation, or if a
 * skipped step would have saved a value of it.
 */
export const steps = [...content, ...review, ...publication];
