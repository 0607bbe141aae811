import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  Source,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { withDirectives } from './directives.js';

/** A file of stored operations. `name` is the tag of its operations in OpenAPI. */
export interface RestDocument {
  name: string;
  text: string;
}

/** Parsed stored operations, with the fragments of all documents. */
export interface StoredOperations {
  operations: { node: OperationDefinitionNode; tag: string | undefined; comment: string | undefined }[];
  fragments: readonly FragmentDefinitionNode[];
}

/** The fragment that `...List` spreads on a connection. It is defined here so that no document has to define it. */
const listFragment = 'fragment List on PagedList { totalCount pageInfo { hasNextPage endCursor } }';

/**
 * Parses documents together, so that they share their fragments.
 * @throws Error if a document is not valid GraphQL
 */
export function readDocuments(documents: readonly (string | RestDocument)[]): StoredOperations {
  const parsed = documents.map((document) => parseDocument(document));
  return {
    operations: parsed.flatMap(({ document, tag }) =>
      operationsIn(document).map((node) => ({ node, tag, comment: commentAbove(node) })),
    ),
    fragments: parsed.flatMap(({ document }) =>
      document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION),
    ),
  };
}

/**
 * Validates stored operations against a schema with the directives of this engine.
 * @throws Error with every fault and its position
 */
export function validateDocuments(schema: GraphQLSchema, { operations, fragments }: StoredOperations): void {
  const definitions = [...operations.map(({ node }) => node), ...fragments];
  const faults = validate(withDirectives(schema), { kind: Kind.DOCUMENT, definitions }, specifiedRules);
  if (faults.length) throw new Error(`Stored operations are not valid:\n${faults.join('\n\n')}`);
}

function parseDocument(document: string | RestDocument): { document: DocumentNode; tag: string | undefined } {
  const { name, text } = typeof document === 'string' ? { name: undefined, text: document } : document;
  try {
    return { document: expandList(parse(new Source(text, name && `${name}/rest.graphql`))), tag: name };
  } catch (error) {
    throw new Error(`Stored operations cannot be read: ${error}`);
  }
}

const listDefinition = parse(listFragment).definitions[0] as FragmentDefinitionNode;

/** Replaces `...List` by an inline fragment without a type condition, so that any connection type may use it. */
function expandList(document: DocumentNode): DocumentNode {
  return visit(document, {
    FragmentSpread: (node): SelectionNode | undefined =>
      node.name.value === listDefinition.name.value
        ? { kind: Kind.INLINE_FRAGMENT, directives: node.directives, selectionSet: listDefinition.selectionSet }
        : undefined,
  });
}

function operationsIn(document: DocumentNode): OperationDefinitionNode[] {
  return document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
}

/** Returns the `#` comment lines directly above a node. */
function commentAbove(node: ASTNode): string | undefined {
  const lines: string[] = [];
  let line = node.loc?.startToken.line ?? 0;
  for (
    let token = node.loc?.startToken.prev;
    token?.kind === '<SOF>' || token?.kind === 'Comment';
    token = token.prev
  ) {
    if (token.kind !== 'Comment' || token.line !== --line) break;
    lines.unshift(token.value.trim());
  }
  return lines.length ? lines.join(' ') : undefined;
}
