/** A section or a group as the model has it. */
export interface ModelNode {
  id: string;
  /** What is in a group; absent for a section. */
  children?: ModelNode[];
  /** Site spaces of a section. */
  spaces: string[];
}

/** The structure of a site in the simplest form: lists in lists, by ids. */
export interface Model {
  /** Site spaces of a site without sections. */
  plain: string[];
  nodes: ModelNode[];
}

/** How deep groups may nest. */
const deepest = 5;

/** All sections and groups, as one reads them. */
export const allNodes = (nodes: readonly ModelNode[]): ModelNode[] =>
  nodes.flatMap((node) => [node, ...allNodes(node.children ?? [])]);

export const sectionsOf = ({ nodes }: Model): ModelNode[] => allNodes(nodes).filter(({ children }) => !children);
export const groupsOf = ({ nodes }: Model): ModelNode[] => allNodes(nodes).filter(({ children }) => children);
export const spacesOf = (model: Model): string[] => [
  ...model.plain,
  ...sectionsOf(model).flatMap(({ spaces }) => spaces),
];

/** The list that a section or group stands in. */
export const listWith = (model: Model, id: string): ModelNode[] =>
  [model.nodes, ...groupsOf(model).map(({ children }) => children!)].find((list) =>
    list.some((node) => node.id === id),
  )!;

/** The list that a site space stands in. */
export const placeWith = (model: Model, id: string): string[] =>
  [model.plain, ...sectionsOf(model).map(({ spaces }) => spaces)].find((list) => list.includes(id))!;

const heightOf = ({ children }: ModelNode): number => (children ? 1 + Math.max(0, ...children.map(heightOf)) : 0);

const depthOf = (nodes: readonly ModelNode[], list: readonly ModelNode[], depth = 0): number =>
  nodes === list
    ? depth
    : Math.max(-1, ...nodes.map(({ children }) => (children ? depthOf(children, list, depth + 1) : -1)));

/** Whether a new group, or one that moves, may stand in a list. */
export function fits({ nodes }: Model, list: readonly ModelNode[], node: ModelNode): boolean {
  const isInside =
    node.children && (list === node.children || allNodes(node.children).some((one) => one.children === list));
  return !isInside && depthOf(nodes, list) + heightOf(node) <= deepest;
}

/** Takes an item out of its list and puts it beside another one. */
export function putBeside<Item>(from: Item[], to: Item[], { item, beside, side }: Beside<Item>): void {
  from.splice(from.indexOf(item), 1);
  to.splice(to.indexOf(beside) + (side === 'after' ? 1 : 0), 0, item);
}

export interface Beside<Item> {
  item: Item;
  beside: Item;
  side: 'before' | 'after';
}

/** Takes something out of a list, and puts others in its place. */
export function replace<Item>(list: Item[], item: Item, others: Item[] = []): void {
  list.splice(list.indexOf(item), 1, ...others);
}
