import { dataAt, membersAt, refuse, textAt } from '../nodes/shape.js';
import { openTag } from '../syntax/html-tree.js';
import type { WriteKind } from './kind.js';

/** Writes a drawing as an image with GitBook's class for drawings. */
export const writeDrawing: WriteKind = ({ writeState, block, pointer }) => {
  const { ref, alt } = dataAt(block, pointer, ['ref', 'alt']);
  const at = `${pointer}/data/ref`;
  if (ref && membersAt(ref, at).kind !== 'file') refuse(`${at}/kind`, 'must be file', membersAt(ref, at).kind);
  const src = ref ? writeState.destination(ref, at) : undefined;
  const text = alt ? textAt(alt, `${pointer}/data/alt`) : '';
  return [{ type: 'html', value: openTag('img', { src, alt: text, class: 'gitbook-drawing' }) }];
};
