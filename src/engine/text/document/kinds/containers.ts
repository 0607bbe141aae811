import type { Json } from '../../../base/types.js';
import type { Block, BlockContainer, BlockType } from '../nodes/nodes.js';
import { dataAt, listAt, membersAt, refuse, textAt } from '../nodes/shape.js';
import { writeTag } from '../syntax/tag-text.js';
import { type AttributeKinds, attributesAt, readAttributes } from './attributes.js';
import { type BlockContext, type TagContext, type TagKind, tagBlock, type WriteKind } from './kind.js';
import { closingTag, openingTag } from './tag-nodes.js';

const styles = new Set(['info', 'warning', 'danger', 'success']);

/** A hint: `{% hint style="info" %}` … `{% endhint %}`. */
export const hint: TagKind = {
  tag: 'hint',
  type: 'hint',
  read(site) {
    const data = readAttributes(site.tag.attributes, { style: 'text' });
    const style = styles.has(String(data.style)) ? data.style! : 'info';
    return { ...tagBlock(site, 'hint'), data: { style }, nodes: site.readBlocks(site.start + 1, site.end, 'hint') };
  },
};

/** Writes a hint. */
export const writeHint: WriteKind = (site) => {
  const { block, pointer } = site;
  const style = textAt(dataAt(block, pointer, ['style']).style, `${pointer}/data/style`);
  if (!styles.has(style)) refuse(`${pointer}/data/style`, `must be one of ${[...styles].join(', ')}`, style);
  const children = site.writeBlocks(block.nodes, `${pointer}/nodes`, 'hint');
  return [openingTag(writeTag('hint', { style })), ...children, closingTag('hint')];
};

/** A block that can only contain blocks of one type, such as tabs. */
interface ItemContainer {
  tag: string;
  type: BlockType;
  attributes: AttributeKinds;
  item: { tag: string; type: BlockType; attributes: AttributeKinds; place: BlockContainer };
}

const tabsPanels: ItemContainer = {
  tag: 'tabs',
  type: 'tabs',
  attributes: { fullWidth: 'flag' },
  item: { tag: 'tab', type: 'tabs-item', attributes: { title: 'text' }, place: 'tab' },
};

const stepperPanels: ItemContainer = {
  tag: 'stepper',
  type: 'stepper',
  attributes: {},
  item: { tag: 'step', type: 'stepper-step', attributes: { icon: 'text' }, place: 'step' },
};

/** Tabs: `{% tabs %}` with `{% tab title="…" %}` … `{% endtab %}` in it. */
export const tabs = itemContainerKind(tabsPanels);

/** A stepper: `{% stepper %}` with `{% step %}` … `{% endstep %}` in it. */
export const stepper = itemContainerKind(stepperPanels);

/** Writes tabs. */
export const writeTabs: WriteKind = (site) => writeItemContainer(site, tabsPanels);

/** Writes a stepper. */
export const writeStepper: WriteKind = (site) => writeItemContainer(site, stepperPanels);

function itemContainerKind(panels: ItemContainer): TagKind {
  return {
    tag: panels.tag,
    type: panels.type,
    read(site) {
      const data = readAttributes(site.tag.attributes, panels.attributes);
      const items = readItems(site, panels);
      if (!items) return undefined;
      const block = tagBlock(site, panels.type);
      return { ...block, data, nodes: items.map((item) => readItem(site, panels, item)) };
    },
  };
}

interface Item {
  start: number;
  end: number;
  data: { [name: string]: Json };
  /** Ranges of the sibling indexes that belong to the item; `to` is exclusive. */
  ranges: [from: number, to: number][];
}

/**
 * Returns the items between the tags. In a document, returns undefined if there is other content between them. In a
 * tree for readers, other content belongs to the item before it; returns undefined if there are no items.
 */
function readItems({ readState, siblings, start, end }: TagContext, { item }: ItemContainer): Item[] | undefined {
  const items: Item[] = [];
  const stray: Item['ranges'] = [];
  for (let at = start + 1; at < end; ) {
    const tag = siblings.tags[at];
    const last = siblings.ends[at];
    const data = tag?.name === item.tag && !tag.closing ? readAttributes(tag.attributes, item.attributes) : undefined;
    if (data && last !== undefined) {
      items.push({ start: at, end: last, data, ranges: [...stray.splice(0), [at + 1, last]] });
    } else if (!readState.forReaders) return undefined;
    else (items.at(-1)?.ranges ?? stray).push([at, (last ?? at) + 1]);
    at = (last ?? at) + 1;
  }
  return items.length > 0 || !readState.forReaders ? items : undefined;
}

function readItem(site: TagContext, { item }: ItemContainer, { start, end, data, ranges }: Item): Block {
  const block = tagBlock({ ...site, start, end }, item.type);
  return { ...block, data, nodes: ranges.flatMap(([from, to]) => site.readBlocks(from, to, item.place)) };
}

function writeItemContainer(site: BlockContext, panels: ItemContainer) {
  const { block, pointer } = site;
  const data = dataAt(block, pointer, Object.keys(panels.attributes));
  const items = listAt(block.nodes, `${pointer}/nodes`).flatMap((entry, index) => {
    const at = `${pointer}/nodes/${index}`;
    const item = membersAt(entry, at);
    if (item.type !== panels.item.type) refuse(at, `must be a ${panels.item.type}`, item.type);
    const attributes = attributesAt(
      dataAt(item, at, Object.keys(panels.item.attributes)),
      `${at}/data`,
      panels.item.attributes,
    );
    const children = site.writeBlocks(item.nodes, `${at}/nodes`, panels.item.place);
    return [openingTag(writeTag(panels.item.tag, attributes)), ...children, closingTag(panels.item.tag)];
  });
  const attributes = attributesAt(data, `${pointer}/data`, panels.attributes);
  return [openingTag(writeTag(panels.tag, attributes)), ...items, closingTag(panels.tag)];
}
