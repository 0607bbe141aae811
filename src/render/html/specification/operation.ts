import type { OperationView, ParameterView, ResponseView } from '../../../engine/openapi/view/views.js';
import { type Content, element } from '../markup.js';
import { methodHtml } from '../operations.js';
import { scrollableAttributes } from '../presentation.js';
import { descriptionHtml } from './description.js';
import { bodiesContent, factsHtml, membersHtml, nameLabels, typeHtml } from './members.js';

/** Renders an operation or a webhook: title, address, description, parameters, request and responses. */
export function operationContent(view: OperationView): Content {
  const { title, method, path, description, isDeprecated, servers, security, parameters, request, responses } = view;
  return [
    element('h2', { class: 'api-title' }, title || `${method} ${path}`),
    element(
      'p',
      { class: 'api-address' },
      methodHtml(method),
      element('code', {}, path),
      isDeprecated && [' ', element('span', { class: 'tag' }, 'deprecated')],
    ),
    descriptionHtml(description),
    facts('Servers', servers),
    facts('Credentials', security),
    parameters.length > 0 && [element('h3', {}, 'Parameters'), parametersHtml(parameters)],
    request && [
      element('h3', {}, 'Request body', nameLabels({ isRequired: request.isRequired, isDeprecated: false })),
      descriptionHtml(request.description),
      bodiesContent(request.bodies),
    ],
    responses.length > 0 && [element('h3', {}, 'Responses'), responses.map(responseContent)],
  ];
}

function facts(name: string, texts: readonly string[]): Content {
  if (texts.length === 0) return null;
  const codes = texts.map((text, index) => [index > 0 && ' or ', element('code', {}, text)]);
  return element('p', { class: 'api-facts' }, `${name}: `, codes);
}

function parametersHtml(parameters: readonly ParameterView[]): Content {
  const titles = ['Name', 'In', 'Type', 'Description'].map((title) => element('th', { scope: 'col' }, title));
  const rows = parameters.map((parameter) =>
    element(
      'tr',
      {},
      element('td', {}, element('code', {}, parameter.name), nameLabels(parameter)),
      element('td', {}, parameter.in),
      element('td', {}, typeHtml(parameter.type)),
      element('td', {}, descriptionHtml(parameter.description), factsHtml(parameter.facts)),
    ),
  );
  const table = element('table', {}, element('thead', {}, element('tr', {}, titles)), element('tbody', {}, rows));
  return element('div', { class: 'table', ...scrollableAttributes('Parameters') }, table);
}

function responseContent({ status, description, headers, bodies }: ResponseView): Content {
  return element(
    'details',
    { class: 'expandable api-response' },
    element('summary', {}, element('code', {}, status), ' ', firstLine(description)),
    element(
      'div',
      {},
      descriptionHtml(description),
      headers.length > 0 && [element('p', { class: 'api-type' }, 'Headers'), membersHtml(headers)],
      bodiesContent(bodies),
    ),
  );
}

/** Returns the label of a response: the first line of its description, shortened to 100 characters. */
function firstLine(description = ''): string {
  const [line = ''] = description.split('\n', 1);
  return line.length > 100 ? `${line.slice(0, 100).toWellFormed()}…` : line;
}
