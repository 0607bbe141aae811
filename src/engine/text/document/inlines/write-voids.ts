import type { Html, PhrasingContent } from 'mdast';
import { isColor } from '../nodes/marks.js';
import { dataAt, type Members, refuse, textAt } from '../nodes/shape.js';
import type { WriteState } from '../nodes/write-state.js';
import { writeEndTag, writeTag } from '../syntax/html-tags.js';
import { emojiCode, inlineFormula } from '../syntax/inline-syntax.js';
import { mentionTitle } from './read-elements.js';

type Write = (writeState: WriteState, inline: Members, pointer: string) => PhrasingContent[];

/** Writers of inlines without content of their own, in GitBook's style. */
export const voidWriters: { readonly [type: string]: Write } = {
  'inline-image': writeImage,
  'inline-math': (_, inline, pointer) => {
    const { formula } = dataAt(inline, pointer, ['formula']);
    const value = textAt(formula, `${pointer}/data/formula`);
    if (!inlineFormula.test(value)) {
      refuse(`${pointer}/data/formula`, 'must be one line, without "$$" and without "$" at its edges', value);
    }
    return [{ type: 'inlineMath', value }];
  },
  emoji: (_, inline, pointer) => {
    const { code } = dataAt(inline, pointer, ['code']);
    const value = textAt(code, `${pointer}/data/code`);
    if (!emojiCode.test(value)) {
      refuse(`${pointer}/data/code`, 'must be a code of at most 50 of a-z0-9_+-, such as "rocket" or "1f680"', value);
    }
    return [{ type: 'emoji', value: `:${value}:` }];
  },
  icon: (_, inline, pointer) => {
    const { icon, color } = dataAt(inline, pointer, ['icon', 'color']);
    const name = textAt(icon, `${pointer}/data/icon`);
    if (!/^[a-z\d][a-z\d-]*$/.test(name)) refuse(`${pointer}/data/icon`, 'must consist of a-z0-9-', name);
    if (color && !isColor(color)) refuse(`${pointer}/data/color`, 'must be a colour of the documented format', color);
    const tag = writeTag('i', { class: `fa-${name}`, style: color ? `color:${color};` : undefined });
    return [{ type: 'html', value: `${tag.value}:${name}:</i>` }];
  },
  expression: (_, inline, pointer) => {
    const { expression } = dataAt(inline, pointer, ['expression']);
    const value = lineAt(expression, `${pointer}/data/expression`);
    return [writeTag('code', { class: 'expression' }), ...textNodes(value), writeEndTag('code')];
  },
  mention: (writeState, inline, pointer) => {
    const { ref } = dataAt(inline, pointer, ['ref']);
    const url = writeState.destination(ref, `${pointer}/data/ref`);
    const children = textNodes(mentionLabel(url)) as Extract<PhrasingContent, { type: 'link' }>['children'];
    return [{ type: 'link', url, title: mentionTitle, children }];
  },
  button: (writeState, inline, pointer) => {
    const { label, kind, icon, ref } = dataAt(inline, pointer, ['label', 'kind', 'icon', 'ref']);
    if (kind !== 'primary' && kind !== 'secondary') {
      refuse(`${pointer}/data/kind`, 'must be "primary" or "secondary"', kind);
    }
    const tag = writeTag('a', {
      href: writeState.destination(ref, `${pointer}/data/ref`),
      class: `button ${kind}`,
      'data-icon': icon ? textAt(icon, `${pointer}/data/icon`) : undefined,
    });
    return [tag, ...textNodes(lineAt(label, `${pointer}/data/label`)), writeEndTag('a')];
  },
};

function lineAt(value: unknown, pointer: string): string {
  const text = textAt(value, pointer);
  if (text.includes('\n')) refuse(pointer, 'must be one line', text);
  return text;
}

function textNodes(value: string): PhrasingContent[] {
  return value ? [{ type: 'text', value }] : [];
}

/** Returns the link text of a mention in Markdown, in GitBook's style. It is ignored when the Markdown is read. */
function mentionLabel(url: string): string {
  const anchor = /#[^#]+$/.exec(url)?.[0];
  return (anchor ?? /([^/]+)\/*$/.exec(url.slice(-200))?.[1] ?? '').replace(/\s+/g, ' ').trim();
}

/** Writes an image as HTML if it has a size or a second image for dark mode; otherwise as Markdown. */
function writeImage(writeState: WriteState, image: Members, pointer: string): PhrasingContent[] {
  const data = dataAt(image, pointer, ['ref', 'refDark', 'alt', 'caption', 'size']);
  const { size, refDark } = data;
  const alt = data.alt ? textAt(data.alt, `${pointer}/data/alt`) : null;
  const title = data.caption ? textAt(data.caption, `${pointer}/data/caption`) : null;
  const url = writeState.destination(data.ref, `${pointer}/data/ref`);
  if (size && size !== 'line' && size !== 'original') {
    refuse(`${pointer}/data/size`, 'must be "line" or "original"', size);
  }
  if (!size && !refDark) return [{ type: 'image', url, alt, title }];
  const attributes = {
    src: url,
    alt: alt ?? '',
    title: title ?? undefined,
    'data-size': (size as string) || undefined,
  };
  const tag = writeTag('img', attributes);
  return refDark ? [pictureHtml(tag, writeState.destination(refDark, `${pointer}/data/refDark`))] : [tag];
}

function pictureHtml(image: Html, dark: string): Html {
  const source = writeTag('source', { srcset: dark, media: '(prefers-color-scheme: dark)' });
  return { type: 'html', value: `<picture>${source.value}${image.value}</picture>` };
}
