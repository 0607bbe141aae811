import { elementsIn, type HtmlElement, readHtml } from './read-html.js';

/** Elements that are allowed in texts, with their attributes except `class` and `id`. */
const elements: Record<string, string> = {
  a: 'href target rel title aria-label',
  abbr: '',
  bdi: '',
  bdo: '',
  caption: '',
  cite: '',
  blockquote: '',
  br: '',
  code: '',
  dd: '',
  del: '',
  details: 'open',
  dfn: '',
  div: 'role aria-label tabindex',
  dl: '',
  dt: '',
  em: '',
  fieldset: '',
  figcaption: '',
  figure: '',
  h2: '',
  h3: '',
  h4: '',
  hr: '',
  img: 'src alt title width height loading decoding',
  input: 'type name checked',
  ins: '',
  kbd: '',
  label: 'for',
  legend: '',
  li: '',
  mark: '',
  ol: 'start',
  p: '',
  pre: 'role aria-label tabindex',
  q: '',
  rp: '',
  rt: '',
  ruby: '',
  s: '',
  samp: '',
  section: 'aria-label',
  small: '',
  span: 'role title aria-label aria-hidden',
  strong: '',
  sub: '',
  summary: '',
  sup: '',
  table: '',
  tbody: '',
  td: 'colspan rowspan',
  tfoot: '',
  th: 'scope colspan rowspan',
  thead: '',
  time: 'datetime',
  tr: '',
  tt: '',
  u: '',
  ul: '',
  var: '',
  wbr: '',
};

/** MathML elements that KaTeX generates for formulas, with their attributes. */
const mathElements: Record<string, string> = {
  math: 'xmlns display',
  annotation: 'encoding',
  menclose: 'notation',
  merror: '',
  mfrac: 'linethickness',
  mglyph: '',
  mi: 'mathvariant',
  mn: 'mathvariant',
  mo: 'accent fence form largeop linebreak lspace mathvariant maxsize minsize movablelimits rspace separator stretchy symmetric',
  mover: 'accent',
  mpadded: 'depth height lspace mathbackground voffset width',
  mphantom: '',
  mroot: '',
  mrow: '',
  ms: '',
  mspace: 'height linebreak mathbackground width',
  msqrt: '',
  mstyle: 'displaystyle mathbackground mathcolor mathsize scriptlevel',
  msub: '',
  msubsup: '',
  msup: '',
  mtable: 'columnalign columnlines columnspacing displaystyle rowlines rowspacing scriptlevel width',
  mtd: 'width',
  mtext: 'mathvariant',
  mtr: '',
  munder: 'accentunder',
  munderover: 'accent accentunder',
  semantics: '',
};

/** Values of MathML attributes; only colors, lengths and keywords are allowed. */
const plainValue = /^[#a-zA-Z0-9 .,%+-]*$/;

const address = /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/;

/** Elements that contain text and inline elements, but no blocks. */
const phrasing = new Set('a code del em h2 h3 h4 kbd label legend mark p span strong sub summary sup pre'.split(' '));
const blocks = new Set(
  'blockquote dd details div dl dt fieldset figcaption figure h2 h3 h4 hr li ol p pre section table ul'.split(' '),
);

/** Required parents of some elements. Browsers would move such an element out of any other parent. */
const parents: Record<string, string> = {
  dd: 'dl',
  dt: 'dl',
  figcaption: 'figure',
  legend: 'fieldset',
  li: 'ol ul',
  summary: 'details',
  tbody: 'table',
  td: 'tr',
  th: 'tr',
  thead: 'table',
  tr: 'thead tbody',
};

/** Allowed children of some elements, which cannot contain text directly. */
const children: Record<string, string> = {
  dl: 'dt dd',
  ol: 'li',
  table: 'thead tbody',
  tbody: 'tr',
  thead: 'tr',
  tr: 'td th',
  ul: 'li',
};

/**
 * Returns the faults of a text's HTML: elements, attributes and addresses that are not allowed, and elements that
 * browsers would move.
 */
export function htmlViolations(html: string): string[] {
  try {
    return [...elementsIn(readHtml(html))].flatMap(([element, within]) => faultsIn(element, within));
  } catch (error) {
    return [(error as Error).message];
  }
}

function faultsIn(element: HtmlElement, within: readonly HtmlElement[]): string[] {
  const { name, attributes } = element;
  const isMath = within.some((one) => one.name === 'math') || name === 'math';
  const known = isMath ? mathElements : elements;
  if (!Object.hasOwn(known, name)) return [`<${name}>`];
  const names = new Set([...known[name]!.split(' '), ...(isMath ? [] : ['class', 'id', 'title', 'dir', 'lang'])]);
  const faults = [...attributes].flatMap(([attribute, value]) => {
    if (!names.has(attribute)) return [`<${name} ${attribute}>`];
    if ((attribute === 'href' || attribute === 'src') && !address.test(value)) return [`${attribute}=${value}`];
    if (attribute === 'class' && !/^[\w+#. -]+$/.test(value)) return [`class=${value}`];
    if (isMath && attribute !== 'xmlns' && attribute !== 'encoding' && !plainValue.test(value))
      return [`${name} ${attribute}=${value}`];
    return [];
  });
  return isMath ? faults : [...faults, ...misplaced(element, within)];
}

function misplaced({ name, attributes, children: inside }: HtmlElement, within: readonly HtmlElement[]): string[] {
  const parent = within.at(-1)?.name ?? '';
  const faults: string[] = [];
  if (name === 'a' && within.some((one) => one.name === 'a')) faults.push('a link in a link');
  if (blocks.has(name) && phrasing.has(parent)) faults.push(`<${name}> in <${parent}>`);
  if (parents[name] && !parents[name].split(' ').includes(parent)) faults.push(`<${name}> in <${parent}>`);
  if (children[parent] && !children[parent].split(' ').includes(name)) faults.push(`<${name}> in <${parent}>`);
  if (children[name] && inside.some((one) => typeof one === 'string')) faults.push(`text in <${name}>`);
  if (name === 'img' && !attributes.has('alt')) faults.push('an image without alt');
  return faults;
}
