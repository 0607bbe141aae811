/** An element of HTML, or a text in it. */
export type HtmlNode = string | HtmlElement;

/** An element of HTML. */
export interface HtmlElement {
  name: string;
  attributes: Map<string, string>;
  children: HtmlNode[];
}

/** Character references that the renderer and KaTeX write; any other `&` is a fault. */
const references: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

const voidElements = new Set(['br', 'hr', 'img', 'input']);

const token = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"<>]*")?)*)(\/?)>|[^<>]+/y;

/**
 * Parses HTML in a strict form that every parser reads in the same way. Tags are lower-case and closed in order,
 * attributes are quoted, and `<`, `>`, `"` and `&` are escaped.
 * @throws Error if the HTML has another form
 */
export function readHtml(html: string): HtmlNode[] {
  const root: HtmlElement = { name: '', attributes: new Map(), children: [] };
  const open = [root];
  token.lastIndex = 0;
  while (token.lastIndex < html.length) {
    const at = token.lastIndex;
    const [whole, slash, name, attributes, end] = token.exec(html) ?? fault(html, at);
    const parent = open.at(-1)!;
    if (name === undefined) parent.children.push(decoded(whole, html, at));
    else if (slash) {
      if (parent.name !== name) fault(html, at);
      open.pop();
    } else {
      const element = { name, attributes: attributesIn(attributes!, html, at), children: [] };
      parent.children.push(element);
      // Of all elements, only `mspace` of MathML may be self-closing.
      if (end && name !== 'mspace') fault(html, at);
      if (!end && !voidElements.has(name)) open.push(element);
    }
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)!.name}> is not closed`);
  return root.children;
}

/** Returns the text of HTML, with spaces around each element except marks, which can begin and end within words. */
export function textIn(nodes: readonly HtmlNode[]): string {
  const texts = nodes.map((node) => {
    if (typeof node === 'string') return node;
    const text = textIn(node.children);
    return isMark(node) ? text : ` ${text} `;
  });
  return texts.join('');
}

/** Yields all elements of HTML, each with its ancestors, the innermost last. */
export function* elementsIn(
  nodes: readonly HtmlNode[],
  within: readonly HtmlElement[] = [],
): Generator<[HtmlElement, readonly HtmlElement[]]> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    yield [node, within];
    yield* elementsIn(node.children, [...within, node]);
  }
}

function isMark({ name, attributes }: HtmlElement): boolean {
  const className = attributes.get('class') ?? '';
  if (name === 'span' || name === 'mark') return /^(?:color|background|token)-/.test(className);
  return /^(?:strong|em|del|code|kbd|sub|sup)$/.test(name) && className === '';
}

function attributesIn(source: string, html: string, at: number): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, value = ''] of source.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
    if (attributes.has(name!)) fault(html, at);
    attributes.set(name!, decoded(value, html, at));
  }
  return attributes;
}

function decoded(text: string, html: string, at: number): string {
  // HTML forbids control characters (except tab, line feed and form feed), surrogates and noncharacters.
  if (/(?![\t\n\f])\p{Cc}|\p{Cs}|\p{NChar}/u.test(text)) fault(html, at);
  return text.replace(/&(?:[a-z]+;|#x27;)?/g, (reference) => references[reference] ?? fault(html, at));
}

function fault(html: string, at: number): never {
  throw new Error(`no strict HTML at ${at}: ${JSON.stringify(html.slice(at, at + 120))}`);
}
