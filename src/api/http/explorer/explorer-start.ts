import type { Example } from './explorer-examples.js';
import { tokenKey } from './explorer-page.js';
import { arrangeTabs } from './explorer-tabs.js';
import { exampleValuesIn, exampleVariables, visibleObjectsQuery } from './explorer-variables.js';

/** Key under which GraphiQL stores its tabs in the browser's local storage. */
const tabsKey = 'graphiql:tabState';

/**
 * Returns the script that starts the explorer. The token is in the tab's session storage and is sent with every query
 * of the page. Without a token, the queries use the browser's session, if there is one. The header `GraphQL-Preflight`
 * shows that they come from this page. The caller's name next to the token shows whether the token works. When a new
 * token works, the page reloads, because GraphiQL reads its tabs only when it starts. The script removes the query from
 * the URL and keeps GraphiQL from writing it there. Otherwise the next reload would open it as a requested query.
 */
export function startScript(examples: Example[]): string {
  return `const arrangeTabs = ${arrangeTabs};
const seenIn = ${exampleValuesIn};
const variablesOf = ${exampleVariables};
const examples = ${JSON.stringify(examples).replaceAll('<', '\\u003c')};
const firstSeenQuery = ${JSON.stringify(visibleObjectsQuery)};
const [tokenKey, tabsKey] = ${JSON.stringify([tokenKey, tabsKey])};
${script}`;
}

const script = `const field = document.getElementById('token');
const caller = document.getElementById('caller');
field.value = sessionStorage.getItem(tokenKey) ?? '';
const send = window.fetch.bind(window);
window.fetch = (input, init = {}) => {
  const headers = new Headers(init.headers);
  if (field.value && !headers.has('authorization')) headers.set('authorization', 'Bearer ' + field.value.trim());
  headers.set('graphql-preflight', '1');
  return send(input, { ...init, headers });
};
async function ask(query) {
  const body = JSON.stringify({ query });
  const response = await fetch('graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return response.json();
}
const account = document.getElementById('account');
async function askCaller() {
  const { data, errors } = await ask('{ viewer { displayName } }');
  account.hidden = Boolean(field.value);
  account.textContent = data?.viewer ? 'Sign out' : 'Sign in';
  account.href = data?.viewer ? 'logout' : 'login?redirect=/graphql';
  if (data?.viewer) return { known: true, text: 'Signed in as ' + data.viewer.displayName + '.' };
  return { text: errors?.[0]?.message ?? 'Sign in or paste a token. Without them only the schema can be read.' };
}
async function askSeen() {
  const { data } = await ask(firstSeenQuery).catch(() => ({}));
  return seenIn(data ?? null);
}
field.addEventListener('input', async () => {
  const token = field.value;
  sessionStorage.setItem(tokenKey, token);
  const { known, text } = await askCaller();
  if (token !== field.value) return;
  if (known) location.reload();
  else caller.textContent = text;
});
document.getElementById('access').addEventListener('submit', (event) => event.preventDefault());
self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => 'explorer/' + ({ graphql: 'graphql', json: 'json' }[label] ?? 'editor') + '-worker.js',
};
function leftTabs() {
  try {
    return JSON.parse(localStorage.getItem(tabsKey));
  } catch {
    return null;
  }
}
async function start() {
  const seen = await askSeen();
  const filled = examples.map((example) => ({ ...example, variables: variablesOf(example, seen) }));
  const requestedQuery = new URLSearchParams(location.search).get('query');
  const tabs = arrangeTabs({ left: leftTabs(), examples: filled, requestedQuery });
  localStorage.setItem(tabsKey, JSON.stringify(tabs));
  history.replaceState(null, '', location.pathname);
  const { query, variables, headers } = tabs.tabs[tabs.activeTabIndex];
  YogaGraphiQL.renderYogaGraphiQL(document.getElementById('graphiql'), {
    title: 'docgraph explorer',
    endpoint: 'graphql',
    logo: null,
    query: query ?? '',
    variables: variables ?? '',
    initialHeaders: headers ?? '',
    onEditQuery() {},
  });
  caller.textContent = (await askCaller()).text;
}
start();
`;
