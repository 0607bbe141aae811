import type { Block } from '../nodes/nodes.js';
import { code, writeCodeKind } from './code.js';
import { hint, stepper, tabs, writeHint, writeStepper, writeTabs } from './containers.js';
import { writeDrawing } from './drawing.js';
import { expandable, writeExpandable } from './expandable.js';
import type { TagKind, WriteKind } from './kind.js';
import { writeMath } from './math.js';
import {
  contentRef,
  embed,
  file,
  include,
  openApi,
  openApiSchemas,
  swagger,
  writeContentRef,
  writeEmbed,
  writeFile,
  writeInclude,
  writeOpenApi,
  writeOpenApiSchemas,
  writeSwagger,
} from './references.js';
import { writeTableOrHtml } from './table.js';

/** Readers of tags by the tag's name. */
export const tagKinds: ReadonlyMap<string, TagKind> = new Map(
  [hint, tabs, stepper, code, expandable, embed, file, contentRef, include, ...swagger, ...openApi, openApiSchemas].map(
    (kind) => [kind.tag, kind],
  ),
);

/**
 * Writers of the block types that CommonMark and GFM do not have. Also contains writers of code and tables, which
 * Markdown cannot always express.
 */
export const kindWriters: { readonly [Type in Block['type']]?: WriteKind } = {
  hint: writeHint,
  tabs: writeTabs,
  stepper: writeStepper,
  code: writeCodeKind,
  expandable: writeExpandable,
  embed: writeEmbed,
  file: writeFile,
  'content-ref': writeContentRef,
  'reusable-content': writeInclude,
  swagger: writeSwagger,
  ...writeOpenApi,
  'openapi-schemas': writeOpenApiSchemas,
  math: writeMath,
  drawing: writeDrawing,
  table: writeTableOrHtml,
};
