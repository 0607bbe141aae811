import fc from 'fast-check';
import { inWorld } from '../contract/sample-requests.js';
import { namesOf } from '../contract/scene.js';
import type { Operation } from './described-operations.js';
import { type ValueContext, valuesOf } from './json-values.js';
import type { Request } from './send.js';
import { mutate, mutations } from './spoil.js';
import { idsFor, oddTexts, textsFor } from './texts.js';
import type { World } from './world.js';

/**
 * Generates requests of an operation. Most are nearly valid, some are wrong in one position, and some are entirely
 * invalid.
 */
export function requestsOf(operation: Operation, maker: Omit<ValueContext, 'name'>): fc.Arbitrary<Request> {
  const { method } = operation;
  return fc
    .tuple(
      urlsOf(operation, maker),
      fc.constantFrom(...authorizationHeaders(maker.world)),
      payloadsOf(operation, maker),
    )
    .map(([url, authorization, { headers, payload }]) => ({
      method,
      url,
      headers: { authorization, ...headers },
      ...(payload !== undefined && { payload }),
    }));
}

function authorizationHeaders({ tokens }: World): string[] {
  const { admin, ...others } = tokens;
  const texts = [...new Array(12).fill(admin), ...Object.values(others)].map((token) => `Bearer ${token}`);
  return texts;
}

/** Odd path segments. Excludes `.` and `..`, which the HTTP client resolves, so that it would request another path. */
const oddParts = [
  ...['%', '%zz', '%00', '%0d%0a', '%2f', '%c3', '%ff%fe', '%ed%a0%80', '%F0%9F%98%80', '%5c'],
  ...['', ' ', '+', "'", '"', '<x>', ';a=b', '__proto__', 'constructor', 'a'.repeat(300), 'a'.repeat(5000), '0', '-1'],
  ...['1e3', '01', '9'.repeat(40), ':id', '*', '{spaceId}', '%25', '%3F', '%23', '%E2%80%AE'],
];

function urlsOf({ path, parameters }: Operation, maker: Omit<ValueContext, 'name'>): fc.Arbitrary<string> {
  const parts = path.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return fc.constant(part);
    const fits = textsFor(name, maker.world);
    return fc.oneof({ weight: 24, arbitrary: fits }, { weight: 1, arbitrary: fc.constantFrom(...oddParts) });
  });
  const whole = fc.tuple(...parts).map((texts) => texts.join('/'));
  return fc.tuple(whole, queriesOf(parameters, maker)).map(([one, query]) => one + query);
}

function queriesOf(parameters: Operation['parameters'], maker: Omit<ValueContext, 'name'>): fc.Arbitrary<string> {
  const own = parameters.filter((one) => one.in === 'query');
  const fits = own.map(({ name, schema, required }) => {
    const values = isCursor(name, own) ? fc.constantFrom(...maker.world.cursors) : valuesOf(schema, { ...maker, name });
    const pair = values.map((value) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`);
    if (isCursor(name, own)) return fc.oneof({ weight: 9, arbitrary: fc.constant('') }, { weight: 1, arbitrary: pair });
    return required
      ? fc.oneof({ weight: 15, arbitrary: pair }, { weight: 1, arbitrary: fc.constant('') })
      : fc.option(pair, { nil: '' });
  });
  const names = [...own.map(({ name }) => name), 'unknown', '__proto__', 'limit'];
  const odd = fc.tuple(
    fc.constantFrom(...names),
    fc.constantFrom('=', '[]=', '[a]=', '', '%5B%5D=', '.x='),
    oddQueryValues(maker.world),
  );
  const extra = fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    odd.map((texts) => texts.join('')),
  );
  return fc.tuple(fc.tuple(...fits), extra).map(([pairs, one]) => {
    const texts = [...pairs, one].filter((text) => text !== '');
    return texts.length > 0 ? `?${texts.join('&')}` : '';
  });
}

const isCursor = (name: string, own: Operation['parameters']): boolean =>
  name === 'page' && own.some((one) => one.name === 'limit');

function oddQueryValues(world: World): fc.Arbitrary<string> {
  const written = oddTexts.map((text) => encodeURIComponent(text.toWellFormed()));
  const numbers = [
    '1',
    '0',
    '-1',
    '1001',
    '1e3',
    '0x10',
    '1.0',
    '+1',
    '٣',
    '9007199254740993',
    'true',
    'TRUE',
    'a,b',
    ',',
  ];
  return fc.oneof(
    fc.constantFrom(...written, ...numbers, ...oddParts),
    idsFor('space', world),
    fc.constantFrom(...world.cursors),
  );
}

interface Payload {
  headers: Record<string, string>;
  payload?: Request['payload'];
}

const oddTypes = [
  ...['', 'text/plain', 'application/xml', 'application/json; charset=utf-16', 'application/json;', 'APPLICATION/JSON'],
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/vnd.api+json',
    ';',
    '*/*',
    'json',
  ],
  'application/merge-patch+json',
];

const brokenBodies: Request['payload'][] = [
  ...[
    '{',
    '{"a":',
    "{'a':1}",
    '{"a":1,}',
    'NaN',
    '[1e999]',
    '{"a":NaN}',
    '\ufeff{}',
    '   ',
    'null',
    '0',
    '""',
    '[]',
    '[[{}]]',
  ],
  ...[
    '{"title":"a","title":"b"}',
    '{"__proto__":{"x":1}}',
    '{"constructor":{"prototype":{}}}',
    '{"\\ud800":1}',
    '{}{}',
  ],
  '['.repeat(5000) + ']'.repeat(5000),
  `{"title":${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}`,
  `{"title":"${'x'.repeat(1_048_576)}"}`,
  { base64: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]).toString('base64') },
  { base64: Buffer.from('{"title":"a"}', 'utf16le').toString('base64') },
];

function payloadsOf({ body, method, sample }: Operation, maker: Omit<ValueContext, 'name'>): fc.Arbitrary<Payload> {
  const json = { 'content-type': 'application/json' };
  const none = fc.constant<Payload>({ headers: {} });
  const broken = fc.constantFrom(...brokenBodies).map((payload): Payload => ({ headers: json, payload }));
  const mistyped = fc
    .constantFrom(...oddTypes)
    .map((type): Payload => ({ headers: { 'content-type': type }, payload: '{}' }));
  const odd = fc.oneof(none, broken, mistyped);
  if (!body)
    return method === 'GET'
      ? fc.oneof({ weight: 20, arbitrary: none }, odd)
      : fc.oneof({ weight: 5, arbitrary: none }, odd);
  const names = namesOf(maker.world.scene);
  const example = fc.constant(inWorld(sample, (name) => names[name]));
  const fits = fc.oneof({ weight: 4, arbitrary: valuesOf(body, { ...maker, name: 'body' }) }, example);
  const written = (value: unknown): Payload => ({ headers: json, payload: JSON.stringify(value) });
  return fc.oneof(
    { weight: 5, arbitrary: fits.map(written) },
    { weight: 6, arbitrary: fc.tuple(fits, mutations).map(([value, how]) => written(mutate(value, how) ?? null)) },
    { weight: 1, arbitrary: odd },
  );
}
