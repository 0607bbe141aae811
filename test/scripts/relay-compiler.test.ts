import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const page = '@argumentDefinitions(first: { type: "Int", defaultValue: 10 }, after: { type: "String" })';

/** Fragments, and operations that use fragments, as in a front end with Relay. Each is in its own module. */
const documents: Record<string, string> = {
  Spaces: `fragment Spaces_organization on Organization @refetchable(queryName: "SpacesQuery") ${page} {
    spaces(first: $first, after: $after, orderBy: { field: TITLE }) @connection(key: "Spaces_spaces") {
      edges { node { id ...Space_space } } } }`,
  Space: 'fragment Space_space on Space { title emoji urls { app } changeRequestCounts { open } }',
  Requests: `fragment Requests_space on Space @refetchable(queryName: "RequestsQuery") ${page} {
    changeRequests(first: $first, after: $after, filter: { status: OPEN }) @connection(key: "Requests_changeRequests") {
      totalCount edges { node { number subject ...Author_user @arguments(size: 20) } } } }`,
  Author: `fragment Author_user on ChangeRequest @argumentDefinitions(size: { type: "Int", defaultValue: 40 }) {
    createdBy { displayName } comments(first: $size) { nodes { ...Comment_comment } } }`,
  Comment: 'fragment Comment_comment on Comment { body { markdown } postedBy { displayName } permissions { edit } }',
  Page: 'fragment Page_page on Page { id title __typename ... on DocumentPage { path content { markdown } } }',
  Tree: 'fragment Tree_revision on Revision { pages(first: 100) { edges { node { ...Page_page } } } }',
  Node: 'fragment Node_node on Node @refetchable(queryName: "NodeQuery") { id ... on Site { title } }',
  Members: 'fragment Members_members on Member @relay(plural: true) { role user { displayName email } }',
  Viewer: 'fragment Viewer_user on User { displayName permissions organizations(first: 5) { nodes { title } } }',
  Home: `query HomeQuery($organization: ID!) { viewer { ...Viewer_user } organization(id: $organization) {
    ...Spaces_organization members(first: 10) { nodes { ...Members_members } } } }`,
  Merge: `mutation MergeMutation($input: MergeChangeRequestInput!) { mergeChangeRequest(input: $input) {
    outcome changeRequest { status } space { ...Space_space revision { ...Tree_revision } } } }`,
  Remove: `mutation RemoveMutation($input: DeleteSpaceInput!, $connections: [ID!]!) { deleteSpace(input: $input) {
    deletedId @deleteEdge(connections: $connections) organization { ...Spaces_organization } } }`,
};

it('the Relay compiler accepts fragments, connections and mutations of the schema without changes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-relay-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'src'));
  cpSync(join(root, 'schema.graphql'), join(folder, 'schema.graphql'));
  const config = { src: './src', schema: './schema.graphql', language: 'typescript' };
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config));
  for (const [name, text] of Object.entries(documents))
    writeFileSync(join(folder, `src/${name}.ts`), `import { graphql } from 'relay-runtime';\ngraphql\`${text}\`;\n`);
  const compiler = join(root, 'node_modules/.bin/relay-compiler');
  const { status, stdout, stderr } = spawnSync(compiler, ['relay.config.json'], { cwd: folder, encoding: 'utf8' });
  expect([status, `${stdout}${stderr}`]).toEqual([0, expect.not.stringContaining('[ERROR]')]);
  const written = readdirSync(join(folder, 'src/__generated__'));
  expect(written).toContain('Spaces_organization.graphql.ts');
  expect(written.length).toBeGreaterThanOrEqual(Object.keys(documents).length);
});
