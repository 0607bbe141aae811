import type { DocumentNode } from '../../engine/text/document/node-shape.js';
import { type Content, element, type Html } from './markup.js';
import type { Rendering } from './rendering.js';

/** A list of any kind: numbered from where it starts, with dots, or of tasks. */
export function listHtml(rendering: Rendering, node: DocumentNode): Content {
  const items = (node.nodes ?? []).map((item) => itemHtml(rendering, item, node.type === 'list-tasks'));
  if (node.type !== 'list-ordered') {
    return element('ul', node.type === 'list-tasks' ? { class: 'tasks' } : {}, items);
  }
  return element('ol', { start: startOf(node) }, items);
}

/** An item of a list; a task says in words whether it is done, a box shows it. What is no item is one of its own. */
export function itemHtml(rendering: Rendering, node: DocumentNode, isTask = false): Html {
  const isItem = node.type === 'list-item';
  const checked = isItem ? node.data?.checked : undefined;
  const box = isTask || typeof checked === 'boolean' ? [boxHtml(checked === true, ['To do', 'Done']), ' '] : null;
  return element('li', box ? { class: 'task' } : {}, box, rendering.blocks(isItem ? node.nodes : [node]));
}

/** A box that is checked or not, and the words for either. */
export function boxHtml(isChecked: boolean, [no, yes]: readonly [string, string]): Html {
  return element('span', { class: 'box', role: 'img', 'aria-label': isChecked ? yes : no }, isChecked ? '☑' : '☐');
}

/** The number of the first item, where that is not 1. */
function startOf({ data }: DocumentNode): string | undefined {
  const start = data?.start;
  return Number.isInteger(start) && start !== 1 && Math.abs(start as number) < 2 ** 31 ? String(start) : undefined;
}
