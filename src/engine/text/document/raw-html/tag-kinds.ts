import { expandableFragments } from '../kinds/expandable.js';
import { type TagContext, type TagKind, tagBlock } from '../kinds/kind.js';
import type { Block, ReaderBlockType } from '../nodes/nodes.js';
import type { Attributes } from '../syntax/tag-text.js';

// Tags of GitBook's syntax that become blocks only in trees for readers. In documents, they are text.

/**
 * Creates the reader of a tag that becomes a block of the given type, with data from its attributes and the blocks
 * between its tags.
 */
function containerKind(
  tag: string,
  type: ReaderBlockType | Block['type'],
  data: (attributes: Attributes) => Block['data'] = () => ({}),
): TagKind {
  return {
    tag,
    type,
    read: (site) => ({ ...tagBlock(site, type), data: data(site.tag.attributes), nodes: blocksInside(site) }),
  };
}

function blocksInside({ start, end, readBlocks }: TagContext): Block[] {
  return readBlocks(start + 1, end, 'document');
}

/** A link to a page: `{% page-ref page="…" %}`. */
const pageRef: TagKind = {
  tag: 'page-ref',
  type: 'content-ref',
  alone: true,
  read(site) {
    const page = site.tag.attributes.get('page');
    return page === undefined
      ? undefined
      : { ...tagBlock(site, 'content-ref'), data: { ref: site.readState.resolve(page) }, isVoid: true };
  },
};

/** A prompt for a language model, shown as an expandable with its description as title. */
const prompt: TagKind = {
  tag: 'prompt',
  type: 'expandable',
  read(site) {
    const title = site.tag.attributes.get('description') || 'Prompt';
    return {
      ...tagBlock(site, 'expandable'),
      isVoid: true,
      fragments: expandableFragments(site, title, blocksInside(site)),
    };
  },
};

/** Creates the reader of a parameter or response of an API operation, in GitBook's older syntax. */
function operationPartKind(tag: string, names: readonly string[]): TagKind {
  return containerKind(tag, 'response', (attributes) => ({
    terms: names.flatMap((name) => attributes.get(name) ?? []),
    isRequired: attributes.get('required') === 'true',
  }));
}

/** Creates the reader of an API operation: its method, path and summary, and the blocks between its tags. */
function operationKind(tag: string): TagKind {
  return containerKind(tag, 'response', (attributes) => ({
    terms: [
      attributes.get('method')?.toUpperCase(),
      `${attributes.get('baseUrl') ?? attributes.get('host') ?? ''}${attributes.get('path') ?? ''}`,
    ].filter((term): term is string => Boolean(term)),
    summary: attributes.get('summary') ?? '',
  }));
}

/** Readers of the tags by name. If documents have a reader for the same tag, that reader is used. */
export const readerTagKinds: ReadonlyMap<string, TagKind> = new Map(
  [
    containerKind('columns', 'columns'),
    containerKind('column', 'column'),
    containerKind('updates', 'updates'),
    containerKind('update', 'update', (attributes) => ({
      date: attributes.get('date') ?? '',
      tags: attributes.get('tags') ?? '',
    })),
    containerKind('code-tabs', 'tabs'),
    containerKind('code-tabs-item', 'tabs-item', (attributes) => ({ title: attributes.get('title') ?? '' })),
    pageRef,
    prompt,
    operationKind('swagger'),
    operationKind('api-method'),
    operationPartKind('swagger-parameter', ['in', 'name', 'type']),
    operationPartKind('swagger-response', ['status', 'description']),
    operationPartKind('api-method-parameter', ['name', 'type']),
    operationPartKind('api-method-response-example', ['httpCode']),
  ].map((kind) => [kind.tag, kind]),
);
