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
const typeField = { offset: 156, length: 1 };
const magicField = { offset: 257, length: 5 };
/** Folder of a name that is too long for the field of the name. */
const prefixField = { offset: 345, length: 155 };

/**
 * Returns the header of a file in a tar archive. It has mode 0644, owner 0 and time 0, so that the same files give the
 * same archive.
 * @throws Error for a file of 8 GiB or more, or if the last part of the name exceeds 100 bytes or its folder 155 bytes
 */
export function tarHeader(path: string, size: number): Uint8Array {
  const digits = octal(size, sizeField.digits);
  const [folder, name] = splitName(path);
  if (Buffer.byteLength(name) > nameField.length || Buffer.byteLength(folder) > prefixField.length)
    throw new Error(`The name ${path} is too long for a tar file`);
  if (digits.length > sizeField.digits) throw new Error(`${path} is too large for a tar file (${size} bytes)`);
  const header = Buffer.alloc(tarBlock);
  header.write(name, nameField.offset);
  header.write(folder, prefixField.offset);
  for (const [offset, value] of constantFields) header.write(value, offset, 'latin1');
  header.write(digits, sizeField.offset);
  header.write(`${octal(headerChecksum(header), checksumField.digits)}\0 `, checksumField.offset, 'latin1');
  return header;
}

/** Splits a name that is too long for one field at its last slash. */
function splitName(path: string): [folder: string, name: string] {
  const slash = path.lastIndexOf('/');
  return Buffer.byteLength(path) <= nameField.length || slash === -1
    ? ['', path]
    : [path.slice(0, slash), path.slice(slash + 1)];
}

/** A file as its header in a tar archive describes it. */
export interface TarFile {
  name: string;
  /** Number of bytes. */
  size: number;
}

/** Reads a header. Returns `not a header` for other bytes, and `not a file` for a folder or a link. */
export function readTarHeader(header: Buffer): TarFile | 'not a header' | 'not a file' {
  const text = ({ offset, length }: { offset: number; length: number }): string =>
    header.toString('utf8', offset, offset + length).replace(/\0.*$/s, '');
  const number = ({ offset, digits }: { offset: number; digits: number }): number | null =>
    readOctal(text({ offset, length: digits + 1 }));
  const isIntact = text(magicField) === 'ustar' && number(checksumField) === checksumOf(header);
  if (!isIntact) return 'not a header';
  const [size, type, folder] = [number(sizeField), text(typeField), text(prefixField)];
  if (size === null || (type !== '0' && type !== '')) return 'not a file';
  return { name: folder === '' ? text(nameField) : `${folder}/${text(nameField)}`, size };
}

function readOctal(text: string): number | null {
  const digits = text.trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : null;
}

/** Returns the sum of the bytes of a header. The bytes of the checksum itself count as spaces. */
function checksumOf(header: Buffer): number {
  const space = ' '.charCodeAt(0);
  const fieldLength = checksumField.digits + 2;
  const field = header.subarray(checksumField.offset, checksumField.offset + fieldLength);
  const sum = (bytes: Buffer) => bytes.reduce((total, byte) => total + byte, 0);
  return sum(header) - sum(field) + fieldLength * space;
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
