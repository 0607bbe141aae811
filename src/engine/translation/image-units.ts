import type { Image, ImageReference, PhrasingContent } from 'mdast';
import { decodeString } from 'micromark-util-decode-string';
import { decodeReferences } from '../text/document/syntax/tag-text.js';
import type { Body } from './body.js';
import { type BlockPosition, type Host, hasWords, oneLine, type Unit } from './pieces.js';
import { hasTag } from './tagged-parts.js';

/**
 * Returns the texts of an image: its alternative text and its caption. Returns none for an image whose text contains
 * markup.
 */
export function imageUnits(body: Body, node: PhrasingContent): Unit[] {
  const start = node.position!.start.offset!;
  const written = body.slice(start, node.position!.end.offset!);
  if (node.type === 'html') return attributeUnits({ html: written, start, place: imagePosition(body, written, start) });
  if (node.type !== 'image' && node.type !== 'imageReference') return [];
  const place = imagePosition(body, written, start);
  return [altUnit(node, { written, start, place }), titleUnit(node, { written, start, place })].filter(isUnit);
}

/** Returns the texts in the attributes of an HTML image. */
export function attributeUnits({ html, start, place }: { html: string; start: number; place: BlockPosition }): Unit[] {
  if (!/^<img\s/i.test(html)) return [];
  return ['alt', 'title'].flatMap((name) => attributeUnit(name, { written: html, start, place }) ?? []);
}

/** Returns the text in an attribute of a tag; undefined if it contains no words. */
export function attributeUnit(name: string, { written, start, place }: Written): Unit | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(written);
  const value = found?.[1] ?? found?.[2];
  if (!found || value === undefined) return undefined;
  const from = start + found.index + found[0].length - value.length - 1;
  return plainUnit(decodeReferences(value), { host: 'attribute', start: from, end: from + value.length, place });
}

/** A piece of markup, and its offset in the body. */
interface Written {
  written: string;
  start: number;
  place: BlockPosition;
}

function imagePosition(body: Body, source: string, start: number): BlockPosition {
  return { type: 'image', source, line: body.lineOf(start) };
}

function altUnit(node: Image | ImageReference, { written, start, place }: Written): Unit | undefined {
  const alt = /^!\[((?:[^[\]\\`<]|\\.)*)\](?=[([])/s.exec(written)?.[1];
  if (alt === undefined || decodeString(alt) !== node.alt) return undefined;
  if (node.type === 'imageReference' && node.referenceType !== 'full') return undefined;
  return plainUnit(node.alt, { host: 'alt', start: start + 2, end: start + 2 + alt.length, place });
}

function titleUnit(node: Image | ImageReference, { written, start, place }: Written): Unit | undefined {
  const found = /\s(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*\)$/s.exec(written);
  const title = found?.[1] ?? found?.[2];
  if (!found || title === undefined || node.type !== 'image' || decodeString(title) !== node.title) return undefined;
  const from = start + found.index + found[0].search(/["']/) + 1;
  return plainUnit(node.title, { host: 'title', start: from, end: from + title.length, place });
}

function plainUnit(
  text: string,
  at: { host: Host; start: number; end: number; place: BlockPosition },
): Unit | undefined {
  const line = oneLine(text).trim();
  if (!hasWords(line) || hasTag(line) || /\{[{%]/.test(line)) return undefined;
  return { text: line, tags: [], ...at };
}

function isUnit(unit: Unit | undefined): unit is Unit {
  return unit !== undefined;
}
