import { inflateSync } from 'node:zlib';
import { imageSize } from 'image-size';
import type { Picture } from './layout-boxes.js';
import type { Document } from './page-canvas.js';

/** Maximum number of pixels of an image to decode. Photographs of good cameras have fewer. */
const maxPixels = 24_000_000;

/** An image that pdfkit has opened. `obj` is its object in the document after it was embedded. */
interface Opened {
  width: number;
  height: number;
  embed(document: Document): void;
  obj: unknown;
}

type Opener = Document & {
  openImage(bytes: Uint8Array): Opened;
  image(image: Opened, x: number, y: number, size: object): void;
  _waiting: number;
};

/**
 * Opens PNG and JPEG images one after another, so that their order in the document is deterministic. Omits images that
 * are unreadable or too large.
 */
export async function openPictures(
  document: Document,
  images: ReadonlyMap<string, Uint8Array>,
): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>();
  for (const [id, bytes] of images) {
    const picture = await openPicture(document as Opener, bytes);
    if (picture) pictures.set(id, picture);
  }
  return pictures;
}

async function openPicture(document: Opener, bytes: Uint8Array): Promise<Picture | null> {
  try {
    if (!isReadable(bytes)) return null;
    const image = document.openImage(bytes);
    const waiting = document._waiting;
    image.embed(document);
    // After `embed`, pdfkit separates the transparency asynchronously. Waiting for this before the next image makes the
    // order deterministic.
    await waitUntil(() => document._waiting <= waiting);
    return {
      width: image.width * 0.75,
      height: image.height * 0.75,
      draw: ({ x, y, width, height }) => document.image(image, x, y, { width, height }),
    };
  } catch {
    return null;
  }
}

/** Waits until a condition is met, at most about half a minute. Decoding an image takes far less time. */
async function waitUntil(isDone: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 6000 && !isDone(); attempt++)
    await new Promise((resolve) => setTimeout(resolve, attempt < 50 ? 0 : 5));
}

/** Reports whether pdfkit can open an image safely: it is a PNG or JPEG, not too large, and complete. */
function isReadable(bytes: Uint8Array): boolean {
  const { type, width, height } = imageSize(bytes);
  if (!(width > 0 && height > 0 && width * height <= maxPixels)) return false;
  return type === 'jpg' || (type === 'png' && hasAllPixels(bytes, width, height));
}

const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Checks pixels in advance, because pdfkit decompresses them where errors cannot be caught. */
function hasAllPixels(bytes: Uint8Array, width: number, height: number): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [depth, color, interlaced] = [view[24]!, view[25]!, view[28]! === 1];
  if (!channels[color] || interlaced) return false;
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= view.length; at += 12 + view.readUInt32BE(at)) {
    if (view.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(view.subarray(at + 8, at + 8 + view.readUInt32BE(at)));
  }
  const expected = (1 + Math.ceil((width * depth * channels[color]) / 8)) * height;
  return inflateSync(Buffer.concat(parts), { maxOutputLength: expected + 1024 }).length === expected;
}
