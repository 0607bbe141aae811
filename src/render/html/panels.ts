import { type DocumentNode, dataText, displayedTitle } from '../../engine/text/document/node-shape.js';
import { iconHtml, inlinesHtml } from './inlines.js';
import { type Content, element, type Html, isEmpty } from './markup.js';
import { classes, wideClass } from './presentation.js';
import { authorId, type RenderState, rendererId } from './render-state.js';

/** Renders a hint. Its color shows its style; screen readers read a word for the style instead. */
export function hintHtml(renderState: RenderState, node: DocumentNode): Content {
  const style = hintWords.has(dataText(node, 'style')) ? dataText(node, 'style') : 'info';
  const word = element('span', { class: 'visually-hidden' }, `${hintWords.get(style)!}: `);
  return element('div', { class: `hint hint-${style}`, role: 'note' }, word, renderState.blocks(node.nodes));
}

/** Renders tabs without a script: one radio button is checked, and CSS shows the panel next to it. */
export function tabsHtml(renderState: RenderState, node: DocumentNode): Content {
  renderState.tabs += 1;
  const group = `tabs-${renderState.tabs}`;
  const tabs = (node.nodes ?? []).map((tab, index) => tabHtml(renderState, tab, { group, index }));
  if (tabs.length === 0) return null;
  const legend = element('legend', { class: 'visually-hidden' }, 'Tabs');
  return element('fieldset', classes('tabs', wideClass(node)), legend, tabs);
}

/** Renders numbered steps. */
export function stepperHtml(renderState: RenderState, node: DocumentNode): Content {
  const steps = (node.nodes ?? []).map((step) =>
    element('li', { class: 'step' }, iconHtml(dataText(step, 'icon')), renderState.blocks([step])),
  );
  return steps.length > 0 && element('ol', { class: 'stepper' }, steps);
}

/** Renders an expandable block: its title, and the content below it. */
export function expandableHtml(renderState: RenderState, node: DocumentNode): Content {
  const fragments = node.fragments ?? [];
  const isTitle = ({ type, fragment }: DocumentNode): boolean => [type, fragment].includes('expandable-title');
  const title = inlinesHtml(renderState, fragments.filter(isTitle));
  const body = [...fragments.filter((one) => !isTitle(one)), node];
  return element(
    'details',
    { class: 'expandable', id: authorId(renderState, node.meta?.id), open: node.data?.open === true },
    element('summary', {}, isEmpty(title) ? 'Details' : title),
    element(
      'div',
      {},
      body.map(({ nodes }) => renderState.blocks(nodes)),
    ),
  );
}

const hintWords: ReadonlyMap<string, string> = new Map([
  ['info', 'Information'],
  ['success', 'Success'],
  ['warning', 'Warning'],
  ['danger', 'Danger'],
]);

function tabHtml(
  renderState: RenderState,
  tab: DocumentNode,
  { group, index }: { group: string; index: number },
): Html {
  const id = rendererId(`${group}-${index + 1}`);
  const isTab = tab.type === 'tabs-item';
  const title = (isTab && displayedTitle(tab).trim()) || `Tab ${index + 1}`;
  return element(
    'div',
    { class: 'tab' },
    element('input', { type: 'radio', name: rendererId(group), id, checked: index === 0 }),
    element('label', { for: id }, title),
    element('div', { class: 'panel' }, renderState.blocks(isTab ? tab.nodes : [tab])),
  );
}
