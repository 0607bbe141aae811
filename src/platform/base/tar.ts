/** Bytes of a block. Headers and contents of a tar file begin at multiples of it. */
export const tarBlock = 512;

/** Blocks that end a tar file. */
export const tarEnd: Uint8Array = new Uint8Array(2 * tarBlock);

/** Fields of a header as POSIX.1-1988 (ustar) defines them: offset, length and value. Other bytes are zero. */
const constantFields: readonly (readonly [offset: number, value: string])[] = [
  [100, '0000644\0'],
  [108, '0000000\0'],
  [116, '0000000\0'],
  [136, '00000000000\0'],
  [156, '0'],
  [257, 'ustar\x0000'],
];

const nameField = { offset: 0, length: 100 };
const sizeField = { offset: 124, digits: 11 };
const checksumField = { offset: 148, digits: 6 };

/**
 * Returns the header of a file in a tar archive. It has mode 0644, owner 0 and time 0, so that the same files give the
 * same archive.
 * @throws Error for a name above 100 bytes or a file of 8 GiB or more
 */
export function tarHeader(name: string, size: number): Uint8Array {
  const digits = octal(size, sizeField.digits);
  if (Buffer.byteLength(name) > nameField.length) throw new Error(`The name ${name} is too long for a tar file`);
  if (digits.length > sizeField.digits) throw new Error(`${name} is too large for a tar file (${size} bytes)`);
  const header = Buffer.alloc(tarBlock);
  header.write(name, nameField.offset);
  for (const [offset, value] of constantFields) header.write(value, offset, 'latin1');
  header.write(digits, sizeField.offset);
  header.write(`${octal(headerChecksum(header), checksumField.digits)}\0 `, checksumField.offset, 'latin1');
  return header;
}

/** Returns the zero bytes that follow a content of this size, so that the next header begins at a block. */
export function tarPadding(size: number): Uint8Array {
  return new Uint8Array((tarBlock - (size % tarBlock)) % tarBlock);
}

/** Adds all bytes of a header whose checksum field has zeros; they count as spaces. */
function headerChecksum(header: Uint8Array): number {
  return header.reduce((sum, byte) => sum + byte, 8 * ' '.charCodeAt(0));
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}
