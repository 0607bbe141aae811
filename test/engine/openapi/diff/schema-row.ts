import type { Json } from '../../../../src/engine/base/types.js';

/** Whether and where a change of a schema breaks who sends it, and who gets it; `-` where nothing differs. */
export type SchemaRow = readonly [title: string, before: Json, after: Json, sent: string, got: string];
