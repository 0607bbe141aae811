import { listAt, membersAt, refuse, textAt } from './shape.js';

/** Returns the text of nodes. The nodes must be text without marks; `rule` is the error message for other nodes. */
export function plainTextAt(value: unknown, pointer: string, rule: string): string {
  const texts = listAt(value, pointer).flatMap((entry, index) => {
    const at = `${pointer}/${index}`;
    const node = membersAt(entry, at);
    if (node.object !== 'text') refuse(at, rule, node.type ?? node.object);
    return listAt(node.leaves, `${at}/leaves`).map((leaf, leafIndex) =>
      leafTextAt(leaf, { pointer: `${at}/leaves/${leafIndex}`, rule }),
    );
  });
  return texts.join('');
}

function leafTextAt(value: unknown, { pointer, rule }: { pointer: string; rule: string }): string {
  const leaf = membersAt(value, pointer);
  if (listAt(leaf.marks, `${pointer}/marks`).length > 0) refuse(`${pointer}/marks`, rule, leaf.marks);
  return textAt(leaf.text, `${pointer}/text`);
}
