import type { ContentRef } from '../../../base/types.js';
import type { Block, BlockType } from '../nodes/nodes.js';
import { dataAt, membersAt, refuse, scalarText, textAt } from '../nodes/shape.js';
import { writeTag } from '../syntax/tag-text.js';
import { type AttributeKinds, attributesAt, readAttributes } from './attributes.js';
import { captionBetween, captionParagraph, isRepeatedLink, paragraphBetween } from './captions.js';
import { type TagContext, type TagKind, tagBlock, type WriteKind } from './kind.js';
import { closingTag, openingTag, standaloneTag } from './tag-nodes.js';

/** An embed: `{% embed url="…" %}`, alone or with a caption and `{% endembed %}`. */
export const embed: TagKind = {
  tag: 'embed',
  type: 'embed',
  alone: true,
  read(site) {
    const data = readAttributes(site.tag.attributes, { url: 'text', fullWidth: 'flag' });
    const caption = paragraphBetween(site);
    if (data.url === undefined || caption === undefined) return undefined;
    return { ...tagBlock(site, 'embed'), data, isVoid: true, ...captionBetween(site, caption) };
  },
};

/** Writes an embed. */
export const writeEmbed: WriteKind = (site) => {
  const { block, pointer } = site;
  const data = dataAt(block, pointer, ['url', 'fullWidth']);
  const url = textAt(data.url, `${pointer}/data/url`);
  const { fullWidth } = attributesAt(data, `${pointer}/data`, { fullWidth: 'flag' });
  return withCaption(site, 'embed', writeTag('embed', { url, fullWidth }));
};

/**
 * A file: `{% file src="…" %}`, alone or with a caption and `{% endfile %}`. The tag is text if `src` is not a file of
 * the revision.
 */
export const file: TagKind = {
  tag: 'file',
  type: 'file',
  alone: true,
  read(site) {
    const data = readAttributes(site.tag.attributes, { src: 'text' });
    const caption = paragraphBetween(site);
    const ref = data.src === undefined ? undefined : allowedRef(site, data.src, ['file']);
    if (!ref || caption === undefined) return undefined;
    return { ...tagBlock(site, 'file'), data: { ref }, isVoid: true, ...captionBetween(site, caption) };
  },
};

/** Writes a file. */
export const writeFile: WriteKind = (site) => {
  const { block, pointer, writeState } = site;
  const { ref } = dataAt(block, pointer, ['ref']);
  checkRef(ref, `${pointer}/data/ref`, ['file']);
  return withCaption(site, 'file', writeTag('file', { src: writeState.destination(ref, `${pointer}/data/ref`) }));
};

/** A reference: `{% content-ref url="…" %}` around a link to the same target. */
export const contentRef: TagKind = {
  tag: 'content-ref',
  type: 'content-ref',
  read(site) {
    const data = readAttributes(site.tag.attributes, { url: 'text' });
    if (data.url === undefined || !isRepeatedLink(paragraphBetween(site))) return undefined;
    const ref = site.readState.resolve(String(data.url));
    return { ...tagBlock(site, 'content-ref'), data: { ref }, isVoid: true };
  },
};

/** Writes a reference to a page or another target. Adds a link for Markdown renderers that do not know the tag. */
export const writeContentRef: WriteKind = ({ writeState, block, pointer }) => {
  const { ref } = dataAt(block, pointer, ['ref']);
  const url = writeState.destination(ref, `${pointer}/data/ref`);
  const link = { type: 'link', url, children: [{ type: 'text', value: url }] } as const;
  const repeated = url ? [{ type: 'paragraph' as const, children: [{ ...link, children: [...link.children] }] }] : [];
  return [openingTag(writeTag('content-ref', { url })), ...repeated, closingTag('content-ref')];
};

/** An inclusion of reusable content: `{% include "…" %}`. Other inclusions are text. */
export const include: TagKind = {
  tag: 'include',
  type: 'reusable-content',
  alone: true,
  read(site) {
    const data = readAttributes(site.tag.attributes, { '': 'text' });
    const ref = data[''] === undefined ? undefined : allowedRef(site, data[''], ['reusable-content']);
    if (!ref || site.end !== site.start) return undefined;
    return { ...tagBlock(site, 'reusable-content'), data: { ref }, isVoid: true };
  },
};

/** Writes an inclusion of reusable content. */
export const writeInclude: WriteKind = ({ writeState, block, pointer }) => {
  const { ref } = dataAt(block, pointer, ['ref']);
  checkRef(ref, `${pointer}/data/ref`, ['reusable-content']);
  return [standaloneTag(writeTag('include', { '': writeState.destination(ref, `${pointer}/data/ref`) }))];
};

const swaggerAttributes: AttributeKinds = { path: 'text', method: 'text', expanded: 'flag', fullWidth: 'flag' };

/**
 * An operation of a specification in a file: `{% openapi src="…" path="…" method="…" %}`, and GitBook's older `{%
 * swagger … %}`.
 */
export const swagger: readonly TagKind[] = ['openapi', 'swagger'].map((tag) => ({
  tag,
  type: 'swagger',
  read(site) {
    const data = readAttributes(site.tag.attributes, { ...swaggerAttributes, src: 'text' });
    if (!isRepeatedLink(paragraphBetween(site))) return undefined;
    const { src, ...rest } = data;
    const ref = src === undefined ? undefined : allowedRef(site, src, ['file', 'url']);
    if (!ref || rest.path === undefined || rest.method === undefined) return undefined;
    return { ...tagBlock(site, 'swagger'), data: { ...rest, ref }, isVoid: true };
  },
}));

/** Writes an operation of a specification in a file or at a URL. */
export const writeSwagger: WriteKind = ({ writeState, block, pointer }) => {
  const data = dataAt(block, pointer, ['ref', ...Object.keys(swaggerAttributes)]);
  checkRef(data.ref, `${pointer}/data/ref`, ['file', 'url']);
  const src = writeState.destination(data.ref, `${pointer}/data/ref`);
  const { path, method, ...rest } = attributesAt(data, `${pointer}/data`, swaggerAttributes);
  textAt(path, `${pointer}/data/path`);
  textAt(method, `${pointer}/data/method`);
  return [openingTag(writeTag('openapi', { src, path, method, ...rest })), closingTag('openapi')];
};

/** A block that shows a part of a specification of the organization; `names` are its attributes. */
interface OpenApiPartKind {
  type: BlockType;
  names: readonly string[];
}

const openApiPartKinds: readonly OpenApiPartKind[] = [
  { type: 'openapi-operation', names: ['path', 'method'] },
  { type: 'openapi-webhook', names: ['name', 'method'] },
];

/**
 * An operation or webhook of a specification of the organization: `{% openapi-operation spec="…" path="…" method="…"
 * %}` and `{% openapi-webhook spec="…" name="…" method="…" %}`.
 */
export const openApi: readonly TagKind[] = openApiPartKinds.map(({ type, names }) => ({
  tag: type,
  type,
  read(site) {
    const kinds = Object.fromEntries(['spec', ...names].map((name) => [name, 'text' as const]));
    const { spec, ...data } = readAttributes(site.tag.attributes, kinds);
    if (spec === undefined || names.some((name) => data[name] === undefined)) return undefined;
    return openApiBlock(site, type, { ...data, ref: { kind: 'openapi', spec } });
  },
}));

/** Writes an operation or a webhook. */
export const writeOpenApi: { readonly [type: string]: WriteKind } = Object.fromEntries(
  openApiPartKinds.map(({ type, names }) => [
    type,
    ({ block, pointer }) => {
      const data = dataAt(block, pointer, ['ref', ...names]);
      const attributes = names.map((name) => [name, textAt(data[name], `${pointer}/data/${name}`)]);
      const spec = specAt(data.ref, `${pointer}/data/ref`);
      return [openingTag(writeTag(type, { spec, ...Object.fromEntries(attributes) })), closingTag(type)];
    },
  ]),
);

/** Schemas of a specification: `{% openapi-schemas spec="…" schemas="A,B" grouped="false" %}`. */
export const openApiSchemas: TagKind = {
  tag: 'openapi-schemas',
  type: 'openapi-schemas',
  read(site) {
    const data = readAttributes(site.tag.attributes, { spec: 'text', schemas: 'text', grouped: 'text' });
    if (data.spec === undefined || data.schemas === undefined) return undefined;
    const schemas = data.schemas === '' ? [] : String(data.schemas).split(',');
    const grouped = /^(?:true|false)$/.test(String(data.grouped)) ? { grouped: data.grouped === 'true' } : {};
    return openApiBlock(site, 'openapi-schemas', { ...grouped, schemas, ref: { kind: 'openapi', spec: data.spec } });
  },
};

/** Writes schemas of a specification. Refuses names that contain a comma, because the tag cannot express them. */
export const writeOpenApiSchemas: WriteKind = ({ block, pointer }) => {
  const data = dataAt(block, pointer, ['ref', 'schemas', 'grouped']);
  const at = `${pointer}/data/schemas`;
  if (!Array.isArray(data.schemas)) refuse(at, 'must be a list', data.schemas);
  const schemas = data.schemas.map((name, index) => {
    const text = textAt(name, `${at}/${index}`);
    if (text === '' || text.includes(',')) refuse(`${at}/${index}`, 'must be a name without a comma', text);
    return text;
  });
  const { grouped } = attributesAt(data, `${pointer}/data`, { grouped: 'flag' });
  const spec = specAt(data.ref, `${pointer}/data/ref`);
  const attributes = { spec, schemas: schemas.join(','), grouped: grouped === undefined ? undefined : String(grouped) };
  return [openingTag(writeTag('openapi-schemas', attributes)), closingTag('openapi-schemas')];
};

function openApiBlock(site: TagContext, type: BlockType, data: Block['data']): Block | undefined {
  return isRepeatedLink(paragraphBetween(site)) ? { ...tagBlock(site, type), data, isVoid: true } : undefined;
}

/** Returns the target of a tag's address if its kind is allowed. The address may be in angle brackets. */
function allowedRef(
  { readState }: TagContext,
  address: string | boolean | number,
  kinds: readonly string[],
): ContentRef | undefined {
  const ref = readState.resolve(String(address).replace(/^<(.*)>$/s, '$1'));
  return kinds.includes(ref.kind) ? ref : undefined;
}

function checkRef(value: unknown, pointer: string, kinds: readonly string[]): void {
  const { kind } = membersAt(value, pointer);
  if (!kinds.includes(scalarText(kind))) refuse(`${pointer}/kind`, `must be ${kinds.join(' or ')}`, kind);
}

function specAt(value: unknown, pointer: string): string {
  checkRef(value, pointer, ['openapi']);
  return textAt(membersAt(value, pointer).spec, `${pointer}/spec`);
}

function withCaption(site: Parameters<WriteKind>[0], name: string, tag: string) {
  const caption = captionParagraph(site);
  return caption ? [openingTag(tag), caption, closingTag(name)] : [standaloneTag(tag)];
}
