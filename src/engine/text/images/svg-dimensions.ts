import type { File } from '../../base/types.js';

/** Maximum number of bytes to read. The opening tag of the root element must end within them. */
const maxReadBytes = 65_536;
const maxAttributes = 200;

/** Content allowed before the root element: a byte-order mark, spaces, declarations, comments. */
const prolog = /\uFEFF?(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>)/iy;
const rootElement = /<(?:svg:)?svg(?=[\s/>])/y;
const attribute = /\s+([^\s=>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

/**
 * Returns the size of an SVG: `width` and `height` of its root element, otherwise those of its `viewBox`. If only one
 * is given, the other is computed from the proportions of the `viewBox`. Percentages count as missing. Returns
 * undefined if the text is not an SVG or has no size. The time is linear in the first 64 KiB. The image is not
 * executed, and nothing is fetched.
 */
export function svgDimensions(bytes: Uint8Array): File['dimensions'] {
  const text = new TextDecoder().decode(bytes.subarray(0, maxReadBytes));
  const start = rootStart(text);
  if (start === undefined) return undefined;
  const attributes = attributesAt(text, start);
  const [width, height] = [parseLength(attributes.get('width')), parseLength(attributes.get('height'))];
  if (width && height) return roundedSize(width, height);
  const box =
    attributes
      .get('viewBox')
      ?.trim()
      .split(/[\s,]+/)
      .map(Number) ?? [];
  const [boxWidth = 0, boxHeight = 0] = box.slice(2);
  if (box.length !== 4 || !(boxWidth > 0 && boxHeight > 0)) return undefined;
  if (width) return roundedSize(width, (width * boxHeight) / boxWidth);
  if (height) return roundedSize((height * boxWidth) / boxHeight, height);
  return roundedSize(boxWidth, boxHeight);
}

/** Returns the offset of the root element's attributes. */
function rootStart(text: string): number | undefined {
  prolog.lastIndex = 0;
  let at = 0;
  while (prolog.test(text)) at = prolog.lastIndex;
  rootElement.lastIndex = at;
  return rootElement.test(text) ? rootElement.lastIndex : undefined;
}

function attributesAt(text: string, start: number): Map<string, string> {
  const attributes = new Map<string, string>();
  attribute.lastIndex = start;
  while (attributes.size < maxAttributes) {
    const match = attribute.exec(text);
    if (!match) break;
    attributes.set(match[1]!, match[2] ?? match[3]!);
  }
  return attributes;
}

/** Number of pixels per CSS unit. */
const units: Record<string, number> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  pt: 4 / 3,
  pc: 16,
  em: 16,
  ex: 8,
};

/**
 * Parses a length. Trims spaces first, because matching the pattern against thousands of spaces would take quadratic
 * time.
 */
function parseLength(written = ''): number | undefined {
  const match = /^\+?(\d{0,15}(?:\.\d{0,15})?(?:e[+-]?\d{1,2})?)(px|in|cm|mm|pt|pc|em|ex|)$/i.exec(written.trim());
  const value = match ? Number.parseFloat(match[1]!) * units[match[2]!.toLowerCase()]! : 0;
  return value > 0 ? value : undefined;
}

function roundedSize(width: number, height: number): File['dimensions'] {
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}
