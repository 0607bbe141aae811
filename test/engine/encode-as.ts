import { TextDecoder } from '@exodus/bytes/encoding.js';

const tables = new Map<string, Map<string, number[]>>();

/** Encodes a text in an encoding of one or two bytes per character. Node can only decode such encodings. */
export function encodeAs(encoding: string, text: string): Uint8Array {
  if (!tables.has(encoding)) tables.set(encoding, tableOf(encoding));
  return Uint8Array.from([...text].flatMap((character) => tables.get(encoding)!.get(character) ?? refuse(character)));
}

function refuse(character: string): never {
  throw new Error(`The encoding has no ${character}`);
}

function tableOf(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding);
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const pairs = bytes.slice(0x81).flatMap((lead) => bytes.slice(0x40).map((trail) => [lead, trail]));
  const table = new Map<string, number[]>();
  for (const sequence of [...bytes.map((byte) => [byte]), ...pairs]) {
    const decoded = decoder.decode(Uint8Array.from(sequence));
    if ([...decoded].length === 1 && decoded !== '\uFFFD' && !table.has(decoded)) table.set(decoded, sequence);
  }
  return table;
}
