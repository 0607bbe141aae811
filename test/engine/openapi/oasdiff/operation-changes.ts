import type { Json } from '../../../../src/engine/base/types.js';
import { api, type JsonObject, object } from '../documents.js';
import type { Change } from './schema-changes.js';

const text: JsonObject = { type: 'string' };
const whole: JsonObject = { type: 'integer' };
const done: JsonObject = { '200': { description: 'OK' } };
const at = (more: JsonObject, document: JsonObject = {}): Json => api({ responses: done, ...more }, document);
const base = at({}) as JsonObject;
const back = ([before, after]: Change): Change => [after, before];
const removed = (operation: JsonObject, paths: Json): Change => [at(operation), { ...base, paths }];
const body = (content: JsonObject, more: JsonObject = {}): Json => at({ requestBody: { content, ...more } });
const responding = (response: JsonObject): Json => at({ responses: { '200': { description: 'OK', ...response } } });
const statuses = (...all: string[]): Json =>
  at({ responses: Object.fromEntries(all.map((status) => [status, { description: '' }])) });
const header = (one: JsonObject | null): Json => responding({ headers: one ? { 'X-A': one } : {} });
const asking = (more: JsonObject | null, name = 'a'): Json =>
  at({ parameters: more ? [{ name, in: 'query', schema: text, ...more }] : [] });
const shared = (more: JsonObject | null): Json => ({
  ...base,
  paths: {
    '/pets': { parameters: more ? [{ name: 'a', in: 'query', schema: text, ...more }] : [], post: { responses: done } },
  },
});
const inHeader = (schema: Json): Json => at({ parameters: [{ name: 'X-A', in: 'header', schema }] });
const secured = (security: Json, schemes: JsonObject = {}): Json =>
  at({ security }, { components: { securitySchemes: { key: oauth({ a: '' }), ...schemes } } });
const secures = (security: Json): Json =>
  at({}, { security, components: { securitySchemes: { key: oauth({ a: '' }) } } });
const oauth = (scopes: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'oauth2',
  flows: { authorizationCode: { authorizationUrl: 'https://a.test', tokenUrl: 'https://b.test', scopes, ...more } },
});
const scheme = (one: Json | null): Json =>
  at({}, { components: { securitySchemes: one === null ? {} : { key: one } } });
const hook = (...names: string[]): Json => ({
  ...base,
  webhooks: Object.fromEntries(names.map((name) => [name, { post: { responses: done } }])),
});
const past = { deprecated: true, 'x-sunset': '2026-06-14' };
const ahead = { deprecated: true, 'x-sunset': '2026-06-16' };
const later = { deprecated: true, 'x-sunset': '2027-01-01' };
const broken = { deprecated: true, 'x-sunset': 'soon' };
const version = (one: string, operation: JsonObject): Json => ({
  ...(at(operation) as JsonObject),
  info: { title: 'Pets', version: one },
});
const needs = { parameters: [{ name: 'a', in: 'query', required: true, schema: text }] };
const media = (...types: string[]): JsonObject => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: text }])),
});

/** Changes of operations and documents, by name of the oasdiff check that reports the change. */
export const operationChanges: ReadonlyMap<string, Change> = new Map<string, Change>([
  ['endpoint-added', [{ ...base, paths: {} }, base]],
  ['api-path-removed-without-deprecation', removed({}, {})],
  ['api-path-removed-with-deprecation', removed({ deprecated: true }, {})],
  ['api-path-sunset-parse', removed(broken, {})],
  ['api-path-removed-before-sunset', removed(ahead, {})],
  ['api-removed-without-deprecation', removed({}, { '/pets': {} })],
  ['api-removed-with-deprecation', removed({ deprecated: true }, { '/pets': {} })],
  ['api-removed-before-sunset', removed(ahead, { '/pets': {} })],
  ['sunset-deleted', [at(ahead), at({ deprecated: true })]],
  ['api-sunset-date-changed-too-small', [at(ahead), at(past)]],
  ['endpoint-deprecated', [base, at({ deprecated: true })]],
  ['endpoint-deprecated-with-sunset', [base, at(ahead)]],
  ['endpoint-reactivated', [at({ deprecated: true }), base]],
  ['api-deprecated-sunset-parse', [base, at(broken)]],
  ['api-deprecated-sunset-missing', [base, at({ deprecated: true })]],
  ['api-sunset-date-too-small', [base, at(past)]],
  [
    'api-invalid-stability-level',
    [at({ 'x-stability-level': 'new' }), at({ 'x-stability-level': 'new', summary: 'a' })],
  ],
  ['api-stability-decreased', [base, at({ 'x-stability-level': 'beta' })]],
  ['api-stability-increased', [at({ 'x-stability-level': 'beta' }), base]],
  ['api-version-not-bumped', [version('1', {}), version('1', needs)]],
  ['api-version-decreased', [version('2', {}), version('1', {})]],
  ['api-major-version-not-bumped', [version('1.0.0', {}), version('1.1.0', needs)]],
  ['api-operation-id-removed', [at({ operationId: 'a' }), base]],
  ['api-operation-id-added', [base, at({ operationId: 'a' })]],
  ['api-tag-removed', [at({ tags: ['a'] }), base]],
  ['api-tag-added', [base, at({ tags: ['a'] })]],
  ['webhook-added', [hook(), hook('a')]],
  ['webhook-removed', [hook('a'), hook()]],
  ['api-schema-removed', [at({}, { components: { schemas: { A: text } } }), base]],
  ...(['api', 'api-global'] as const).flatMap((name): [string, Change][] => {
    const of = name === 'api' ? secured : secures;
    const scopes: Change = [of([{ key: [] }]), of([{ key: ['a'] }])];
    const way: Change = [of([]), of([{ key: [] }])];
    return [
      [`${name}-security-added`, way],
      [`${name}-security-removed`, back(way)],
      [`${name}-security-scope-added`, scopes],
      [`${name}-security-scope-removed`, back(scopes)],
    ];
  }),
  ['api-security-component-added', [scheme(null), scheme(oauth({}))]],
  ['api-security-component-removed', [scheme(oauth({})), scheme(null)]],
  [
    'api-security-component-type-changed',
    [secured([{ key: [] }]), secured([{ key: [] }], { key: { type: 'http', scheme: 'basic' } })],
  ],
  [
    'api-security-component-oauth-url-changed',
    [scheme(oauth({})), scheme(oauth({}, { authorizationUrl: 'https://c.test' }))],
  ],
  [
    'api-security-component-oauth-token-url-changed',
    [scheme(oauth({})), scheme(oauth({}, { tokenUrl: 'https://c.test' }))],
  ],
  ['api-security-component-oauth-scope-added', [scheme(oauth({})), scheme(oauth({ a: '' }))]],
  ['api-security-component-oauth-scope-removed', [scheme(oauth({ a: '' })), scheme(oauth({}))]],
  ['api-security-component-oauth-scope-changed', [scheme(oauth({ a: '' })), scheme(oauth({ a: 'b' }))]],
  ['request-body-added-required', [base, body({ 'a/b': { schema: text } }, { required: true })]],
  ['request-body-added-optional', [base, body({ 'a/b': { schema: text } })]],
  ['request-body-removed', [body({ 'a/b': { schema: text } }), base]],
  ['request-body-became-required', [body({ 'a/b': {} }), body({ 'a/b': {} }, { required: true })]],
  ['request-body-became-optional', [body({ 'a/b': {} }, { required: true }), body({ 'a/b': {} })]],
  ['request-body-media-type-added', [body({ 'a/b': {} }), body({ 'a/b': {}, 'c/d': {} })]],
  ['request-body-media-type-removed', [body({ 'a/b': {}, 'c/d': {} }), body({ 'a/b': {} })]],
  ['request-body-media-type-schema-added', [body({ 'a/b': {} }), body({ 'a/b': { schema: text } })]],
  ['request-body-media-type-schema-removed', [body({ 'a/b': { schema: text } }), body({ 'a/b': {} })]],
  ['response-body-media-type-schema-added', [responding({ content: { 'a/b': {} } }), responding(media('a/b'))]],
  ['response-body-media-type-schema-removed', [responding(media('a/b')), responding({ content: { 'a/b': {} } })]],
  [
    'request-body-type-compatible',
    [body({ 'text/plain': { schema: whole } }), body({ 'text/plain': { schema: text } })],
  ],
  [
    'request-property-type-compatible',
    [
      body({ 'application/x-www-form-urlencoded': { schema: object({ a: whole }) } }),
      body({ 'application/x-www-form-urlencoded': { schema: object({ a: text }) } }),
    ],
  ],
  [
    'response-body-type-compatible',
    [
      responding({ content: { 'text/plain': { schema: text } } }),
      responding({ content: { 'text/plain': { schema: whole } } }),
    ],
  ],
  [
    'response-property-type-compatible',
    [
      responding({ content: { 'text/plain': { schema: object({ a: text }) } } }),
      responding({ content: { 'text/plain': { schema: object({ a: whole }) } } }),
    ],
  ],
  ['new-required-request-default-parameter-to-existing-path', [shared(null), shared({ required: true })]],
  ['new-optional-request-default-parameter-to-existing-path', [shared(null), shared({})]],
  ['new-required-request-parameter', [asking(null), asking({ required: true })]],
  ['new-optional-request-parameter', [asking(null), asking({})]],
  ['new-request-path-parameter', [base, at({ parameters: [{ name: 'a', in: 'path', required: true, schema: text }] })]],
  ['new-required-request-header-property', [inHeader(object({})), inHeader(object({ a: text }, ['a']))]],
  ['request-header-property-became-required', [inHeader(object({ a: text })), inHeader(object({ a: text }, ['a']))]],
  ['request-header-property-became-enum', [inHeader(object({ a: text })), inHeader(object({ a: { enum: ['a'] } }))]],
  ['request-parameter-removed', [asking({}), asking(null)]],
  ['request-parameter-removed-with-deprecation', [asking({ deprecated: true }), asking(null)]],
  ['request-parameter-removed-before-sunset', [asking(ahead), asking(null)]],
  ['request-parameter-sunset-parse', [asking(broken), asking(null)]],
  ['request-parameter-sunset-deleted', [asking(ahead), asking({ deprecated: true })]],
  ['request-parameter-sunset-date-changed-too-small', [asking(later), asking(past)]],
  ['request-parameter-sunset-date-too-small', [asking({}), asking(past)]],
  ['request-parameter-deprecated', [asking({}), asking({ deprecated: true })]],
  ['request-parameter-deprecated-sunset-missing', [asking({}), asking({ deprecated: true })]],
  ['request-parameter-reactivated', [asking({ deprecated: true }), asking({})]],
  ['request-parameter-became-required', [asking({}), asking({ required: true })]],
  ['request-parameter-became-optional', [asking({ required: true }), asking({})]],
  ['response-header-added', [header(null), header({ schema: text })]],
  ['optional-response-header-removed', [header({ schema: text }), header(null)]],
  ['required-response-header-removed', [header({ required: true, schema: text }), header(null)]],
  ['response-header-became-optional', [header({ required: true, schema: text }), header({ schema: text })]],
  ['response-header-type-compatible', [header({ schema: text }), header({ schema: whole })]],
  ['response-header-type-changed', [header({ schema: { type: 'boolean' } }), header({ schema: whole })]],
  ['response-media-type-added', [responding(media('a/b')), responding(media('a/b', 'c/d'))]],
  ['response-media-type-removed', [responding(media('a/b', 'c/d')), responding(media('a/b'))]],
  [
    'response-media-type-name-changed',
    [responding(media('application/json;charset=a')), responding(media('application/json;charset=b'))],
  ],
  [
    'response-media-type-name-generalized',
    [responding(media('application/problem+json')), responding(media('application/json'))],
  ],
  [
    'response-media-type-name-specialized',
    [responding(media('application/json')), responding(media('application/problem+json'))],
  ],
  ['response-success-status-removed', [statuses('200', '201'), statuses('200')]],
  ['response-success-status-added', [statuses('200'), statuses('200', '201')]],
  ['response-non-success-status-removed', [statuses('200', '404'), statuses('200')]],
  ['response-non-success-status-added', [statuses('200'), statuses('200', '404')]],
]);
