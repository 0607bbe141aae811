import type { DocumentNode } from '../../engine/text/document/node-shape.js';
import { type Content, element, type Html } from './markup.js';
import type { RenderState } from './render-state.js';

/** Renders a numbered list, a bullet list or a task list. */
export function listHtml(renderState: RenderState, node: DocumentNode): Content {
  const items = (node.nodes ?? []).map((item) => itemHtml(renderState, item, node.type === 'list-tasks'));
  if (node.type !== 'list-ordered') {
    return element('ul', node.type === 'list-tasks' ? { class: 'tasks' } : {}, items);
  }
  return element('ol', { start: startAttribute(node) }, items);
}

/**
 * Renders an item of a list. A task has a checkbox, with a text alternative for its state. A node of another type is
 * also rendered as an item.
 */
export function itemHtml(renderState: RenderState, node: DocumentNode, isTask = false): Html {
  const isItem = node.type === 'list-item';
  const checked = isItem ? node.data?.checked : undefined;
  const box = isTask || typeof checked === 'boolean' ? [boxHtml(checked === true, ['To do', 'Done']), ' '] : null;
  return element('li', box ? { class: 'task' } : {}, box, renderState.blocks(isItem ? node.nodes : [node]));
}

/** Renders a checkbox, with a text alternative for its state. */
export function boxHtml(isChecked: boolean, [no, yes]: readonly [string, string]): Html {
  return element('span', { class: 'box', role: 'img', 'aria-label': isChecked ? yes : no }, isChecked ? '☑' : '☐');
}

/** Returns the `start` attribute of a list: the number of its first item, or undefined if it is 1. */
function startAttribute({ data }: DocumentNode): string | undefined {
  const start = data?.start;
  return Number.isInteger(start) && start !== 1 && Math.abs(start as number) < 2 ** 31 ? String(start) : undefined;
}
