import type { Json } from '../../../../src/engine/base/types.js';

/**
 * Row of a test of a schema change. `sent` and `got` are the expected differences in a request and in a response, in
 * the format of `expected` in schemas.test.ts.
 */
export type SchemaRow = readonly [title: string, before: Json, after: Json, sent: string, got: string];
