import { imageSize } from 'image-size';
import type { File } from '../../base/types.js';
import { svgDimensions } from './svg-dimensions.js';

/** Size at which an image is displayed, in whole pixels. */
export type Dimensions = NonNullable<File['dimensions']>;

/** An image format: a pattern for its first bytes, and the maximum number of bytes to read. */
interface Format {
  magic: RegExp;
  most: number;
}

/**
 * Formats that browsers display, recognized by their first bytes. The image library recognizes more formats, and reads
 * some of them in quadratic time. Therefore it is called only for these formats, and gets only the bytes that may
 * contain the size.
 */
const formats: Format[] = [
  { magic: /^\x89PNG\r\n/, most: 64 },
  { magic: /^GIF8[79]a/, most: 64 },
  { magic: /^RIFF[\s\S]{4}WEBPVP8/, most: 64 },
  { magic: /^BM/, most: 64 },
  // JPEG: metadata of 64 kB per segment may precede the size.
  { magic: /^\xff\xd8\xff/, most: 1_048_576 },
  // AVIF and HEIF: the time is quadratic in the number of boxes.
  { magic: /^[\s\S]{4}ftyp(?:avif|mif1|msf1|hei[cx]|hev[cx])/, most: 8192 },
];

/** Maximum length of a side in pixels: the maximum of PNG. */
const maxSide = 2 ** 31 - 1;

/**
 * Returns the size of an image: PNG, GIF, WebP, BMP, JPEG (rotated by its EXIF orientation), AVIF, HEIF and SVG.
 * Returns undefined for other formats and for broken files. Never throws, and reads at most 1 MiB.
 */
export function dimensionsOf(bytes: Uint8Array): Dimensions | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const format = formats.find(({ magic }) => magic.test(start));
  const found = format ? rasterDimensions(new Uint8Array(bytes.subarray(0, format.most))) : svgDimensions(bytes);
  return found && isSize(found.width) && isSize(found.height) ? found : undefined;
}

/**
 * Reads the size of a raster image.
 * @param bytes bytes in a separate buffer, because the library would read past the end of a view into adjacent memory
 */
function rasterDimensions(bytes: Uint8Array): Dimensions | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    return orientation >= 5 && orientation <= 8 ? { width: height, height: width } : { width, height };
  } catch {
    // The library throws various errors for broken images. A file without a size is still valid.
    return undefined;
  }
}

function isSize(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value <= maxSide;
}
