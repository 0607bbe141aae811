import { type DocumentNode, dataText, displayedTitle } from '../../engine/text/document/node-shape.js';
import type { BlockType, ReaderBlockType } from '../../engine/text/document/nodes/nodes.js';
import { codeHtml } from './code.js';
import { operationPartHtml, updateHtml } from './dialect.js';
import { elementHtml } from './elements.js';
import { headingHtml } from './headings.js';
import { inlinesHtml } from './inlines.js';
import { itemHtml, listHtml } from './lists.js';
import { type Content, element, type Html, isEmpty, joinContent, placeholderHtml } from './markup.js';
import { formulaHtml } from './math.js';
import { cardBlock, drawingHtml, embedHtml, fileHtml, imageHtml, imagesHtml, integrationHtml } from './media.js';
import { operationHtml } from './operations.js';
import { expandableHtml, hintHtml, stepperHtml, tabsHtml } from './panels.js';
import { alignClass, classes } from './presentation.js';
import type { RenderState } from './render-state.js';
import { tableHtml } from './table.js';

/** Renders blocks one after the other. If the type of a block is unknown, renders only its content. */
export function blocksHtml(renderState: RenderState, nodes: readonly DocumentNode[]): Html {
  return joinContent(
    nodes.map((node) => {
      const known = Object.hasOwn(blocks, node.type ?? '') ? blocks[node.type!] : undefined;
      return (known ?? otherBlock)(renderState, node);
    }),
  );
}

type RenderBlock = (renderState: RenderState, node: DocumentNode) => Content;

const children: RenderBlock = (renderState, node) => renderState.blocks(node.nodes);

/** Renderers by block type. */
const blocks: Record<BlockType | ReaderBlockType, RenderBlock> & Record<string, RenderBlock> = {
  paragraph(renderState, node) {
    const text = inlinesHtml(renderState, node.nodes);
    return isEmpty(text) ? null : element('p', classes(alignClass(node)), text);
  },
  'heading-1': headingHtml(1),
  'heading-2': headingHtml(2),
  'heading-3': headingHtml(3),
  'list-ordered': listHtml,
  'list-unordered': listHtml,
  'list-tasks': listHtml,
  'list-item': (renderState, node) => element('ul', {}, itemHtml(renderState, node)),
  divider: () => element('hr', {}),
  blockquote: (renderState, node) => element('blockquote', {}, children(renderState, node)),
  hint: hintHtml,
  tabs: tabsHtml,
  'tabs-item': (renderState, node) => [
    displayedTitle(node) !== '' && element('p', {}, element('strong', {}, displayedTitle(node))),
    children(renderState, node),
  ],
  stepper: stepperHtml,
  'stepper-step': children,
  expandable: expandableHtml,
  code: codeHtml,
  'code-line': (renderState, node) => element('p', {}, element('code', {}, inlinesHtml(renderState, node.nodes))),
  math: (renderState, node) =>
    element(
      'div',
      { class: 'math', role: 'group', 'aria-label': 'Formula', tabindex: '0' },
      formulaHtml(renderState, dataText(node, 'formula'), 'display'),
    ),
  images: imagesHtml,
  image: (renderState, node) => imageHtml(renderState, node),
  drawing: drawingHtml,
  embed: embedHtml,
  file: fileHtml,
  'content-ref': (_, node) => cardBlock(node),
  'reusable-content': (_, { data }) =>
    data?.ref ? placeholderHtml({ placeholder: 'shared', ref: data.ref as { kind: string } }) : null,
  swagger: operationHtml,
  'openapi-operation': operationHtml,
  'openapi-webhook': operationHtml,
  'openapi-schemas': operationHtml,
  table: tableHtml,
  if: children,
  columns: (renderState, node) => element('div', { class: 'columns' }, children(renderState, node)),
  column: (renderState, node) => element('div', { class: 'column' }, children(renderState, node)),
  updates: children,
  update: updateHtml,
  response: operationPartHtml,
  element: elementHtml,
  // Documents to render do not contain this type, because `place-html.ts` has converted raw HTML to other nodes.
  html: () => null,
  integration: integrationHtml,
};

/** Renders the content of an unknown node: blocks, fragments or text. If there is none, renders the node's type. */
function otherBlock(renderState: RenderState, node: DocumentNode): Content {
  const inside = node.leaves ? [node] : [...(node.nodes ?? []), ...(node.fragments ?? [])];
  if (inside.length === 0) return node.object === 'fragment' ? null : element('p', {}, `[${node.type ?? node.object}]`);
  const parts: Content[] = [];
  let line: DocumentNode[] = [];
  const endLine = (): void => {
    if (line.length > 0) parts.push(element('p', {}, inlinesHtml(renderState, line)));
    line = [];
  };
  for (const one of inside) {
    if (one.object === 'text' || one.object === 'inline') line.push(one);
    else {
      endLine();
      parts.push(renderState.blocks([one]));
    }
  }
  endLine();
  return parts;
}
