import { jsonScalar, textScalar } from '../../../api/graphql/schema/declare-scalars.js';
import type { Json } from '../../../engine/base/types.js';

/** Title of a page. */
export const PageTitle = textScalar('PageTitle', { description: 'Title of a page.', minLength: 1 });

/** Slug of a page. */
export const PageSlug = textScalar('PageSlug', {
  description: 'Last segment of the path of a page; if empty, made from the title.',
  minLength: 0,
  maxLength: 100,
});

/** A text as a tree of blocks. */
export const JSONDocument = jsonScalar('JSONDocument', {
  type: 'object',
  description: 'A rich-text document: blocks as in docs/document-format.md.',
  required: ['object', 'data', 'nodes'],
  properties: {
    object: { type: 'string', enum: ['document'] },
    data: { type: 'object', properties: { schemaVersion: { type: 'integer' } }, additionalProperties: true },
    nodes: { type: 'array', items: { type: 'object' } },
  },
  additionalProperties: true,
});

/** JSON Schema of a reference. */
const contentRef = {
  type: 'object',
  description: 'Reference to an object; `kind` says which kind.',
  required: ['kind'],
  properties: {
    kind: {
      type: 'string',
      enum: ['file', 'url', 'page', 'anchor', 'user', 'collection', 'space', 'reusable-content', 'openapi'],
    },
  },
  additionalProperties: { type: 'string', maxLength: 2048 },
};

/** Reference to an object or a URL (`ContentRef` in `openapi.json`). */
export const ContentReference = jsonScalar<{ kind: string; [key: string]: Json }>('ContentRef', contentRef);

/** JSON Schema of the value of a variable. */
export const variableValue = { type: ['string', 'number', 'boolean'], maxLength: 256 };

/** Variables of a space or of a page. */
export const Variables = jsonScalar<{ [key: string]: Json }>('Variables', {
  type: 'object',
  description: 'Variables by name.',
  additionalProperties: variableValue,
});
