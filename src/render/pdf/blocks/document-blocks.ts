import { specificationPartOf } from '../../../engine/openapi/view/specification-view.js';
import { type DocumentNode, dataText, displayedTitle, refOf } from '../../../engine/text/document/node-shape.js';
import { elementBlocks, partBlocks, updateBlocks } from './element-blocks.js';
import { type InlineState, runsOf } from './inline-runs.js';
import type { SharedTexts, Specifications } from './input.js';
import {
  type Align,
  type Color,
  colors,
  type PrintBlock,
  plainRun,
  type Run,
  textPrintBlock,
  textSize,
} from './print-blocks.js';
import { withinBudget } from './size-budget.js';
import { specificationBlocks } from './specification-blocks.js';
import { tableBlock } from './table-block.js';

/** State for converting the blocks of one page. */
export interface BlockState extends InlineState {
  pageId: string;
  shared: SharedTexts;
  specifications: Specifications;
  /** Ids of the enclosing shared texts. They prevent a shared text from being inserted into itself. */
  within: readonly string[];
}

/**
 * Converts blocks to print blocks, up to the size limit of the page. If the type of a block is unknown, converts only
 * its content.
 */
export function printBlocksOf(blockState: BlockState, nodes: readonly DocumentNode[] = []): PrintBlock[] {
  const read = (node: DocumentNode): PrintBlock[] => {
    const known = Object.hasOwn(blocks, node.type ?? '') ? blocks[node.type!] : undefined;
    return (known ?? otherBlock)(blockState, node);
  };
  return Array.from(withinBudget(blockState.room, nodes), read).flat();
}

type ReadBlock = (blockState: BlockState, node: DocumentNode) => PrintBlock[];

const children: ReadBlock = (blockState, node) => printBlocksOf(blockState, node.nodes);

const blocks: Record<string, ReadBlock> = {
  paragraph: (blockState, node) => [textPrintBlock(runsOf(blockState, node.nodes), { align: alignOf(node) })],
  'heading-1': heading(18),
  'heading-2': heading(14),
  'heading-3': heading(11.5),
  'list-ordered': (blockState, node) => {
    const start = Number(node.data?.start ?? 1);
    return [list(blockState, node, (_, index) => `${start + index}.`)];
  },
  'list-unordered': (blockState, node) => [list(blockState, node, () => '•')],
  'list-tasks': (blockState, node) => [list(blockState, node, (item) => (item.data?.checked ? '[x]' : '[ ]'))],
  'list-item': children,
  divider: () => [{ kind: 'rule' }],
  blockquote: (blockState, node) => [{ kind: 'panel', bar: colors.line, pieces: children(blockState, node) }],
  hint: (blockState, node) => {
    const bar = hintColors.get(dataText(node, 'style')) ?? colors.info;
    return [{ kind: 'panel', bar, background: colors.shade, pieces: children(blockState, node) }];
  },
  if: children,
  images: (blockState, node) =>
    (node.nodes ?? []).flatMap((image) =>
      image.type === 'image' ? imagePieces(blockState, image, alignOf(node)) : printBlocksOf(blockState, [image]),
    ),
  image: (blockState, node) => imagePieces(blockState, node, 'left'),
  file: (blockState, node) => [card(blockState, node, 'File'), ...inFragments(blockState, node)],
  drawing: (blockState, node) => {
    const ref = refOf(node);
    if (ref?.kind !== 'file') return [card(blockState, node, 'Drawing')];
    const fallback = cardRuns(blockState, node, 'Drawing');
    return [{ kind: 'image', file: String(ref.file), align: 'center', fallback }];
  },
  embed: (blockState, node) => {
    const url = dataText(node, 'url');
    const target = blockState.references.targetOf({ kind: 'url', url });
    const run = plainRun(url, { color: target ? colors.link : colors.text }, target);
    return [panel([plainRun('Embedded: ', { bold: true }), run]), ...inFragments(blockState, node)];
  },
  code: (blockState, node) => [codePiece(blockState, node)],
  math: (_, node) => [textPrintBlock([plainRun(dataText(node, 'formula'), { mono: true })], { align: 'center' })],
  expandable: (blockState, node) => {
    const part = (type: string) => (node.fragments ?? []).filter((one) => one.type === type || one.fragment === type);
    const title = part('expandable-title').flatMap((one) => bold(printBlocksOf(blockState, one.nodes)));
    const rest = (node.fragments ?? []).filter((one) => !part('expandable-title').includes(one));
    const body = rest.flatMap((one) => printBlocksOf(blockState, one.nodes));
    return [{ kind: 'panel', bar: colors.line, pieces: [...title, ...body] }];
  },
  tabs: children,
  'tabs-item': (blockState, node) => [titledPanel(blockState, node, displayedTitle(node))],
  table: (blockState, node) => [tableBlock(blockState, node, (nodes) => printBlocksOf(blockState, nodes))],
  swagger: operation,
  'openapi-operation': operation,
  'openapi-webhook': operation,
  'openapi-schemas': operation,
  'content-ref': (blockState, node) => [card(blockState, node, '')],
  integration: (blockState, node) => {
    const name = [dataText(node, 'integration'), dataText(node, 'block')].filter(Boolean).join(' / ');
    const url = dataText(node, 'url');
    const target = blockState.references.targetOf({ kind: 'url', url });
    return [panel([plainRun(`Integration: ${name} `, { bold: true }), plainRun(url, {}, target)])];
  },
  'reusable-content': (blockState, node) => {
    const id = String(refOf(node)?.reusableContent ?? '');
    const document = blockState.within.includes(id) ? undefined : blockState.shared.get(id, blockState.pageId);
    if (!document) return [card(blockState, node, 'Shared text')];
    return printBlocksOf({ ...blockState, within: [...blockState.within, id] }, document.nodes);
  },
  stepper: (blockState, node) => {
    const items = Array.from(withinBudget(blockState.room, node.nodes), (step, index) => {
      return {
        marker: [plainRun(`${index + 1}`, { bold: true, color: colors.info })],
        pieces: printBlocksOf(blockState, [step]),
      };
    });
    return [{ kind: 'list', items }];
  },
  'stepper-step': children,
  // In print, columns are placed below each other.
  columns: children,
  column: children,
  // Blocks that exist only in trees for readers: raw HTML, and further blocks of the Markdown dialect.
  updates: children,
  update: (blockState, node) => updateBlocks(node, (nodes) => printBlocksOf(blockState, nodes)),
  response: (blockState, node) => partBlocks(node, (nodes) => printBlocksOf(blockState, nodes)),
  element: (blockState, node) => elementBlocks(node, (nodes) => printBlocksOf(blockState, nodes)),
};

const hintColors = new Map<string, Color>([
  ['info', colors.info],
  ['success', colors.success],
  ['warning', colors.warning],
  ['danger', colors.danger],
]);

/** Converts the content of an unknown node: blocks, fragments or text. If there is none, returns the node's type. */
function otherBlock(blockState: BlockState, node: DocumentNode): PrintBlock[] {
  const inside = [...(node.nodes ?? []), ...(node.fragments ?? [])];
  if (inside.length === 0) return [panel([plainRun(`[${node.type ?? node.object}]`, { color: colors.muted })])];
  const pieces: PrintBlock[] = [];
  let line: DocumentNode[] = [];
  const endLine = () => {
    if (line.length > 0) pieces.push(textPrintBlock(runsOf(blockState, line)));
    line = [];
  };
  for (const one of inside) {
    if (one.object === 'text' || one.object === 'inline') line.push(one);
    else {
      endLine();
      pieces.push(...printBlocksOf(blockState, [one]));
    }
  }
  endLine();
  return pieces;
}

function heading(size: number): ReadBlock {
  return (blockState, node) => {
    const ids = [node.meta?.id, dataText(node, 'id')].filter((id): id is string => !!id);
    const places = [...new Set(ids)].map((id) => `${blockState.pageId}#${id}`);
    const runs = runsOf(blockState, node.nodes).map((run) => ({ ...run, style: { ...run.style, bold: true } }));
    return [textPrintBlock(runs, { size, places, heading: true, align: alignOf(node) })];
  };
}

function list(
  blockState: BlockState,
  node: DocumentNode,
  marker: (item: DocumentNode, index: number) => string,
): PrintBlock {
  const items = Array.from(withinBudget(blockState.room, node.nodes), (item, index) => {
    const text = marker(item, index);
    return {
      marker: [plainRun(text, text.startsWith('[') ? { mono: true } : {})],
      pieces: printBlocksOf(blockState, [item]),
    };
  });
  return { kind: 'list', items };
}

function alignOf(node: DocumentNode): Align {
  const align = dataText(node, 'align');
  if (align === 'center') return 'center';
  return align === 'right' || align === 'end' ? 'right' : 'left';
}

function imagePieces(blockState: BlockState, node: DocumentNode, align: Align): PrintBlock[] {
  const ref = refOf(node);
  const fallback = cardRuns(blockState, node, 'Image');
  const width = Number.parseFloat(dataText(node, 'width'));
  const px = Number.isFinite(width) && !/%\s*$/.test(dataText(node, 'width')) ? { width: width * 0.75 } : {};
  const captions = inFragments(blockState, node).map((piece): PrintBlock => {
    if (piece.kind !== 'text') return piece;
    return {
      ...piece,
      size: textSize - 1,
      align,
      runs: piece.runs.map((run) => ({ ...run, style: { ...run.style, italic: true } })),
    };
  });
  const captioned = captions.length > 0;
  const image: PrintBlock =
    ref?.kind === 'file'
      ? { kind: 'image', file: String(ref.file), align, fallback, hasCaption: captioned, ...px }
      : panel(fallback);
  return [image, ...captions];
}

function inFragments(blockState: BlockState, node: DocumentNode): PrintBlock[] {
  return (node.fragments ?? []).flatMap((fragment) => printBlocksOf(blockState, fragment.nodes));
}

function codePiece(blockState: BlockState, node: DocumentNode): PrintBlock {
  const lines = Array.from(withinBudget(blockState.room, node.nodes), (line) => ({
    runs: runsOf(blockState, line.object === 'text' ? [line] : line.nodes, { style: { mono: true } }),
    highlighted: line.data?.highlighted === true,
  }));
  const title = displayedTitle(node);
  return { kind: 'code', lines, numbers: node.data?.lineNumbers === true, ...(title && { title }) };
}

/**
 * Returns the documentation of an API operation. If the specification is not available, returns a card with the names
 * that the block contains.
 */
function operation(blockState: BlockState, node: DocumentNode): PrintBlock[] {
  const [ref, part] = [refOf(node), specificationPartOf(node)];
  const view = ref && part && blockState.specifications.viewOf(ref, part);
  const { room } = blockState;
  return view
    ? specificationBlocks({ room, read: (nodes) => printBlocksOf(blockState, nodes) }, view)
    : operationCard(blockState, node);
}

function operationCard(blockState: BlockState, node: DocumentNode): PrintBlock[] {
  const schemas = Array.isArray(node.data?.schemas) ? node.data.schemas.map(String).join(', ') : '';
  const words = [dataText(node, 'method').toUpperCase(), dataText(node, 'path'), dataText(node, 'name'), schemas];
  const name = blockState.references.nameOf(refOf(node));
  const text = words.filter(Boolean).join(' ');
  return [panel([plainRun(`${text} `, { mono: true, bold: true }), plainRun(name, { color: colors.muted })])];
}

function titledPanel(blockState: BlockState, node: DocumentNode, title: string): PrintBlock {
  const head = title ? [textPrintBlock([plainRun(title, { bold: true })], { heading: true, size: textSize })] : [];
  return { kind: 'panel', bar: colors.line, pieces: [...head, ...children(blockState, node)] };
}

function bold(pieces: PrintBlock[]): PrintBlock[] {
  return pieces.map((piece) => {
    if (piece.kind !== 'text') return piece;
    return { ...piece, runs: piece.runs.map((run) => ({ ...run, style: { ...run.style, bold: true } })) };
  });
}

function card(blockState: BlockState, node: DocumentNode, label: string): PrintBlock {
  return panel(cardRuns(blockState, node, label));
}

/** Returns a label and the name of a node's target, for content that cannot be shown. */
function cardRuns({ references }: BlockState, node: DocumentNode, label: string): Run[] {
  const ref = refOf(node);
  const target = references.targetOf(ref);
  const name = dataText(node, 'alt') || references.nameOf(ref);
  const style = target ? { color: colors.link } : {};
  return [...(label ? [plainRun(`${label}: `, { bold: true })] : []), plainRun(name, style, target)];
}

function panel(runs: Run[]): PrintBlock {
  return { kind: 'panel', bar: colors.line, background: colors.shade, pieces: [textPrintBlock(runs)] };
}
