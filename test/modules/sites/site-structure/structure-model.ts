/** A section or a group in the model. */
export interface ModelNode {
  id: string;
  /** Content of a group; absent for a section. */
  children?: ModelNode[];
  /** Site spaces of a section. */
  spaces: string[];
}

/** The structure of a site in its simplest form: nested lists of ids. */
export interface Model {
  /** Site spaces of a site without sections. */
  plain: string[];
  nodes: ModelNode[];
}

/** Maximum depth of nested groups. */
const maxGroupDepth = 5;

/** Returns all sections and groups in reading order. */
export const allNodes = (nodes: readonly ModelNode[]): ModelNode[] =>
  nodes.flatMap((node) => [node, ...allNodes(node.children ?? [])]);

export const sectionsOf = ({ nodes }: Model): ModelNode[] => allNodes(nodes).filter(({ children }) => !children);
export const groupsOf = ({ nodes }: Model): ModelNode[] => allNodes(nodes).filter(({ children }) => children);
export const spacesOf = (model: Model): string[] => [
  ...model.plain,
  ...sectionsOf(model).flatMap(({ spaces }) => spaces),
];

/** Returns the list that contains a section or group. */
export const listOfNode = (model: Model, id: string): ModelNode[] =>
  [model.nodes, ...groupsOf(model).map(({ children }) => children!)].find((list) =>
    list.some((node) => node.id === id),
  )!;

/** Returns the list that contains a site space. */
export const listOfSiteSpace = (model: Model, id: string): string[] =>
  [model.plain, ...sectionsOf(model).map(({ spaces }) => spaces)].find((list) => list.includes(id))!;

const heightOf = ({ children }: ModelNode): number => (children ? 1 + Math.max(0, ...children.map(heightOf)) : 0);

const depthOf = (nodes: readonly ModelNode[], list: readonly ModelNode[], depth = 0): number =>
  nodes === list
    ? depth
    : Math.max(-1, ...nodes.map(({ children }) => (children ? depthOf(children, list, depth + 1) : -1)));

/** Reports whether a new or moved group may be in a list. */
export function canContain({ nodes }: Model, list: readonly ModelNode[], node: ModelNode): boolean {
  const isInside =
    node.children && (list === node.children || allNodes(node.children).some((one) => one.children === list));
  return !isInside && depthOf(nodes, list) + heightOf(node) <= maxGroupDepth;
}

/** Removes an item from its list and inserts it next to another item. */
export function insertNextTo<Item>(from: Item[], to: Item[], { item, neighbor, side }: Insertion<Item>): void {
  from.splice(from.indexOf(item), 1);
  to.splice(to.indexOf(neighbor) + (side === 'after' ? 1 : 0), 0, item);
}

export interface Insertion<Item> {
  item: Item;
  neighbor: Item;
  side: 'before' | 'after';
}

/** Removes an item from a list and inserts others at its position. */
export function replace<Item>(list: Item[], item: Item, others: Item[] = []): void {
  list.splice(list.indexOf(item), 1, ...others);
}
