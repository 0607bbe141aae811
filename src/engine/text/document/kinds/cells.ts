import type { ContentRef, Json } from '../../../base/types.js';
import type { ReadState } from '../nodes/read-state.js';
import { listAt, type Members, membersAt, refuse, scalarText, textAt } from '../nodes/shape.js';
import type { WriteState } from '../nodes/write-state.js';
import { type HtmlElement, isElement, openTag, withoutBlanks } from '../syntax/html-tree.js';
import { decodeReferences } from '../syntax/tag-text.js';

/** Reads and writes the HTML cells of a column whose type is not text. */
export interface CellKind {
  /**
   * Returns the value of the cell, or null for an empty cell. Returns undefined if the content does not fit the
   * column's type.
   */
  read(readState: ReadState, cell: HtmlElement): Json | undefined;
  /** Returns the content of the cell, and attributes of its tag. */
  write(
    writeState: WriteState,
    value: unknown,
    pointer: string,
  ): { html: string; attributes?: { [name: string]: string } };
}

const number: CellKind = {
  read: (_, cell) => {
    const text = cellText(cell);
    if (text === '' || text === 'null') return null;
    return text !== undefined && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
  },
  write: (_, value, pointer) => {
    const text = scalarText(value);
    if (typeof value !== 'number' || !/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text))
      refuse(pointer, 'must be a plain number', value);
    return { html: text };
  },
};

const checkboxValues = new Map<string | undefined, boolean | null>([
  ['', null],
  ['true', true],
  ['false', false],
]);

const checkbox: CellKind = {
  read: (_, cell) => checkboxValues.get(cellText(cell)),
  write: (_, value, pointer) => {
    if (typeof value !== 'boolean') refuse(pointer, 'must be true or false', value);
    return { html: String(value) };
  },
};

/**
 * Cells with a link. The REST API accepts a URL or file here only within a `ref`, because otherwise the value would
 * match two kinds of references.
 */
const contentRef: CellKind = {
  read: (readState, cell) => {
    const [link, ...more] = withoutBlanks(cell.children);
    if (!link) return null;
    if (more.length > 0 || !isElement(link, 'a') || !link.attributes.has('href')) return undefined;
    return wrapRef(readState.resolve(link.attributes.get('href')!));
  },
  write: (writeState, value, pointer) => {
    const ref = unwrapRef(value, pointer);
    return { html: linkTo(writeState.destination(ref, pointer)) };
  },
};

const image: CellKind = {
  read: (readState, cell) => {
    const [element, ...more] = withoutBlanks(cell.children);
    if (!element) return null;
    const src = isElement(element) ? element.attributes.get(element.name === 'img' ? 'src' : 'href') : undefined;
    const objectFit = cell.attributes.get('data-object-fit');
    if (more.length > 0 || src === undefined || !isElement(element)) return undefined;
    const resolved = readState.resolve(src);
    const ref = resolved.kind === 'file' ? resolved : { kind: 'url', url: src };
    const alt = element.name === 'img' ? element.attributes.get('alt') : undefined;
    return { ref, ...(alt && { alt }), ...(objectFit && { objectFit }) };
  },
  write: (writeState, value, pointer) => {
    const record = membersAt(value, pointer);
    const src = writeState.destination(unwrapRef(value, pointer), pointer);
    const alt = record.alt ? textAt(record.alt, `${pointer}/alt`) : undefined;
    const fit = record.objectFit ? textAt(record.objectFit, `${pointer}/objectFit`) : undefined;
    if (fit !== undefined && !isObjectFit(fit)) refuse(`${pointer}/objectFit`, 'must be contain, fill or cover', fit);
    return {
      html: alt ? openTag('img', { src, alt }) : linkTo(src),
      ...(fit && { attributes: { 'data-object-fit': fit } }),
    };
  },
};

const files: CellKind = {
  read: (readState, cell) => {
    const links = withoutBlanks(cell.children);
    const ids = links.map((link) => {
      const ref = isElement(link, 'a') ? readState.resolve(link.attributes.get('href') ?? '') : undefined;
      return ref?.kind === 'file' ? (ref.file as string) : undefined;
    });
    if (!ids.every((id) => id !== undefined)) return undefined;
    return ids.length > 0 ? ids : null;
  },
  write: (writeState, value, pointer) => {
    const links = listAt(value, pointer).map((file, index) =>
      linkTo(
        writeState.destination({ kind: 'file', file: textAt(file, `${pointer}/${index}`) }, `${pointer}/${index}`),
      ),
    );
    return { html: links.join('') };
  },
};

/**
 * Column types other than text, with their readers and writers. Users and choices are missing, because HTML contains
 * too little data about them.
 */
export const cellKinds: ReadonlyMap<string, CellKind> = new Map([
  ['number', number],
  ['rating', number],
  ['checkbox', checkbox],
  ['content-ref', contentRef],
  ['image', image],
  ['files', files],
]);

/** Reports whether text is a valid `objectFit` of a card's image. */
export function isObjectFit(text: string): boolean {
  return ['contain', 'fill', 'cover'].includes(text);
}

function cellText({ children }: HtmlElement): string | undefined {
  if (children.some((child) => isElement(child))) return undefined;
  return decodeReferences(children.map((child) => (isElement(child) ? '' : child.text)).join('')).trim();
}

function linkTo(url: string): string {
  const tag = openTag('a', { href: url });
  return `${tag}${tag.slice('<a href="'.length, -'">'.length)}</a>`;
}

function wrapRef(ref: ContentRef): Json {
  return ref.kind === 'url' || ref.kind === 'file' ? { ref } : ref;
}

function unwrapRef(value: unknown, pointer: string): Members {
  const record = membersAt(value, pointer);
  return record.kind === undefined ? membersAt(record.ref, `${pointer}/ref`) : record;
}
