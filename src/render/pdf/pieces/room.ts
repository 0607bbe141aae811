import type { DocumentNode } from '../../../engine/text/document/node-shape.js';

/**
 * How much a page may still print, in characters. It bounds what a page takes before anything is laid out: shared texts
 * that hold each other can make millions of blocks of a few kilobytes.
 */
export interface Room {
  left: number;
}

/** Half as much again as the largest page that can be stored; as short lines it fills some 500 sheets. */
export const pageRoom = 1_500_000;

/** Lines that a page may have: narrow columns make more of them than its text alone tells. */
export const pageLines = 25_000;

/** A block takes a line of its own, however little it says. */
const blockCost = 50;

/** The nodes for which there is room; each takes the room of a line and of its own data. */
export function* whileRoom(room: Room, nodes: readonly DocumentNode[] = []): Generator<DocumentNode> {
  for (const node of nodes) {
    if (room.left <= 0) return;
    room.left -= blockCost + (node.data ? JSON.stringify(node.data).length : 0);
    yield node;
  }
}

/** Takes the room of a text; each line break in it takes that of a line. */
export function takeText(room: Room, text: string): void {
  room.left -= text.length;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) room.left -= blockCost;
}
