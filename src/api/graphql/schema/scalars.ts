import {
  DateTimeISOResolver,
  HexColorCodeResolver,
  JSONObjectResolver,
  JSONResolver,
  SafeIntResolver,
} from 'graphql-scalars';
import { builder } from './builder.js';
import { jsonScalar, textScalar } from './declare-scalars.js';

// Scalars that several modules use. A scalar of one module is declared next to its use.

builder.addScalarType(
  'DateTime',
  DateTimeISOResolver as never,
  {
    description: 'A time, ISO 8601 in UTC: `2026-01-02T03:04:05.678Z`.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
    serialize: String,
    extensions: { rest: { schema: { type: 'string', format: 'date-time' } } },
  } as never,
);

builder.addScalarType(
  'JSON',
  JSONResolver as never,
  {
    description: 'Any value of JSON.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-3',
    extensions: { rest: { schema: {} } },
  } as never,
);

builder.addScalarType(
  'JSONObject',
  JSONObjectResolver as never,
  {
    description: 'An object with any members.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
    extensions: { rest: { schema: { type: 'object', additionalProperties: true } } },
  } as never,
);

builder.addScalarType(
  'HexColorCode',
  HexColorCodeResolver as never,
  {
    description: 'A color: `#` and 3 or 6 hexadecimal digits.',
    specifiedByURL: 'https://www.w3.org/TR/css-color-4/#hex-notation',
    serialize: String,
    extensions: { rest: { schema: { type: 'string' } } },
  } as never,
);

builder.addScalarType(
  'SafeInt',
  SafeIntResolver as never,
  {
    description: 'An integer that JSON represents exactly: up to 2^53.',
    specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-6',
    // In `/v1`, values of this type are documented as numbers.
    extensions: { rest: { schema: { type: 'number' } } },
  } as never,
);

/**
 * Replaces the library's `URL`. That scalar accepts every scheme, although an address may become a link that people
 * click. It also prints `https://a.test` with an additional slash.
 */
textScalar(
  'URL',
  { description: 'An absolute address.', maxLength: 2048, format: 'uri' },
  {
    parse(value) {
      if (/^https?:$/.test(new URL(value as string).protocol)) return value;
      throw new TypeError('Neither http nor https');
    },
  },
);

jsonScalar('True', { type: 'boolean', enum: [true], description: 'True, or absent.' });
