import { curlOf, operationDetails } from './reference-shown.js';

/**
 * The script that starts Swagger UI. The token is discarded when the page is closed. Without a token, the forms use the
 * browser's session, if there is one, and the bar shows the signed-in person. The script removes the servers from the
 * description, so that forms send requests to the server of the page. The content security policy allows no other
 * server, such as `PUBLIC_URL`.
 */
export const startScript = `const curlOf = ${curlOf};
const textsOf = ${operationDetails};
let shown = {};
function besideForm(Original, { React }) {
  const element = React.createElement;
  return (props) => {
    const id = props.specSelectors.specJson().getIn(['paths', props.path, props.method, 'operationId']);
    const operation = shown[id];
    const texts = operation ? textsOf(operation, curlOf(operation, location.origin)) : [];
    const blocks = texts.map(({ title, text, open }) =>
      element('details', { key: title, open }, element('summary', null, title), element('pre', { tabIndex: 0 }, text)),
    );
    return element('div', null, element('div', { className: 'shown' }, blocks), element(Original, props));
  };
}
const withoutServers = (updateSpec) => (text) => updateSpec(JSON.stringify({ ...JSON.parse(text), servers: undefined }));
async function showCaller() {
  const body = JSON.stringify({ query: '{ viewer { displayName } }' });
  const headers = { 'content-type': 'application/json', 'graphql-preflight': '1' };
  const { data } = await (await fetch('../graphql', { method: 'POST', headers, body })).json();
  if (!data?.viewer) return;
  document.getElementById('caller').textContent = 'Signed in as ' + data.viewer.displayName + '.';
  const account = document.getElementById('account');
  account.textContent = 'Sign out';
  account.href = '../logout';
}
async function start() {
  shown = await (await fetch('docs/shown.json')).json();
  SwaggerUIBundle({
    url: 'openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    validatorUrl: null,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    plugins: [
      () => ({
        wrapComponents: { responses: besideForm },
        statePlugins: { spec: { wrapActions: { updateSpec: withoutServers } } },
      }),
    ],
  });
}
start();
showCaller();
`;
