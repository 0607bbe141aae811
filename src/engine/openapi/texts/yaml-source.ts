import { type Document, isAlias, isMap, isScalar, isSeq, type Node, visit } from 'yaml';
import { isMergeKey } from './yaml-merge.js';

type AnyNode = Node | null | undefined;

/**
 * Returns a function that finds the source text of a scalar by the member names from the root. It follows aliases and
 * merge keys.
 */
export function yamlSources(document: Document.Parsed): (names: readonly string[]) => string | undefined {
  const anchors = anchoredNodes(document);
  const followed = (node: AnyNode): AnyNode => {
    if (!isAlias(node)) return node;
    const start = node.range![0];
    // An alias refers to the last anchor before it.
    return anchors.get(node.source)?.findLast(({ range }) => range![0] < start);
  };
  return (names) => {
    let node: AnyNode = document.contents;
    for (const name of names) node = followed(memberOf(node, name, followed));
    return isScalar(node) ? node.source : undefined;
  };
}

function anchoredNodes(document: Document.Parsed): Map<string, Node[]> {
  const found = new Map<string, Node[]>();
  visit(document, {
    Value(_key, node) {
      if (node.anchor === undefined) return;
      const known = found.get(node.anchor);
      if (known) known.push(node);
      else found.set(node.anchor, [node]);
    },
  });
  return found;
}

function memberOf(node: AnyNode, name: string, followed: (node: AnyNode) => AnyNode): AnyNode {
  if (isSeq(node)) return node.items[Number(name)] as AnyNode;
  if (!isMap(node)) return undefined;
  const own = node.items.find(({ key }) => isScalar(key) && !isMergeKey(key) && String(key.value) === name);
  if (own) return own.value as AnyNode;
  for (const { key, value } of node.items) {
    if (!isMergeKey(key)) continue;
    const source = followed(value as AnyNode);
    for (const one of isSeq(source) ? source.items : [source]) {
      const found = memberOf(followed(one as AnyNode), name, followed);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
