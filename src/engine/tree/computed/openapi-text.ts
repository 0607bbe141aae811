import type { Members } from '../../base/members.js';
import type { ContentRef, Json } from '../../base/types.js';
import { documentFromMarkdown } from '../../text/document/from-markdown.js';
import { createKeyMaker } from '../../text/document/nodes/keys.js';
import { escapeMarkdown } from '../../text/expressions/escape.js';
import { type Operation, type Outline, outlineOf } from './openapi-groups.js';

/** A computed text, as Markdown and as a document. */
export interface ComputedText {
  markdown: string;
  document: Json;
}

/**
 * A part of a computed text: Markdown by the specification's author, or a block that shows a part of the specification.
 */
type Part = { markdown: string } | { type: string; data: { [name: string]: Json } };

/**
 * Returns the text of a page of a specification (`ComputedContentSourceDocumentOpenAPI`): its description, the
 * operations of a tag, or its models. Returns null if the specification has no such page.
 * @param props `doc` and `page` of the source
 * @param ref reference to the specification, from the source
 */
export function openApiText(content: Json, props: Members, ref: ContentRef): ComputedText | null {
  const parts = pageParts(outlineOf(content), props, ref);
  return parts && { markdown: markdownOf(parts), document: documentFromParts(parts) };
}

function pageParts(outline: Outline, { doc, page }: Members, ref: ContentRef): Part[] | null {
  if (doc === 'info') return infoParts(outline);
  if (doc === 'models') {
    return outline.models.length === 0
      ? null
      : [{ type: 'openapi-schemas', data: { grouped: true, schemas: outline.models, ref } }];
  }
  const group = outline.groups.find(({ tag }) => tag === page);
  if (doc !== 'operations' || !group) return null;
  const blocks = group.operations.map((operation) => operationPart(operation, ref));
  return group.description ? [{ markdown: group.description }, ...blocks] : blocks;
}

function infoParts({ description, version, servers }: Outline): Part[] {
  const facts = [
    ...(version ? [`Version ${escapeMarkdown(version)}`] : []),
    ...servers.map((url) => `Server ${escapeMarkdown(url)}`),
  ];
  return [
    ...(description ? [{ markdown: description }] : []),
    ...(facts.length > 0 ? [{ markdown: facts.map((fact) => `* ${fact.replace(/\s+/g, ' ')}`).join('\n') }] : []),
  ];
}

function operationPart({ kind, path, method }: Operation, ref: ContentRef): Part {
  return kind === 'operation'
    ? { type: 'openapi-operation', data: { path, method, ref } }
    : { type: 'openapi-webhook', data: { name: path, method, ref } };
}

function documentFromParts(parts: Part[]): Json {
  const key = createKeyMaker();
  const nodes = parts.flatMap((part): Json[] => {
    if ('markdown' in part) return documentFromMarkdown(part.markdown).nodes as unknown as Json[];
    const { type, data } = part;
    return [{ object: 'block', type, key: key(type, JSON.stringify(data)), data, isVoid: true }];
  });
  return { object: 'document', data: { schemaVersion: 1 }, nodes };
}

function markdownOf(parts: Part[]): string {
  return parts
    .map((part) => ('markdown' in part ? `${part.markdown.trim()}\n` : tagOf(part.type, part.data)))
    .join('\n');
}

/** Returns the GitBook tag for a block: `{% openapi-operation spec="petstore" path="/pets" method="get" %}`. */
function tagOf(type: string, { ref, ...data }: Members): string {
  const attributes = Object.entries({ spec: (ref as Members).spec!, ...data }).map(([name, value]) => {
    const text = Array.isArray(value) ? value.join(',') : String(value);
    return `${name}="${text.replaceAll('&', '&#x26;').replaceAll('"', '&#x22;')}"`;
  });
  return `{% ${type} ${attributes.join(' ')} %}\n{% end${type} %}\n`;
}
