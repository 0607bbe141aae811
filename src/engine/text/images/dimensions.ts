import { imageSize } from 'image-size';
import type { File } from '../../base/types.js';
import { svgDimensions } from './svg-dimensions.js';

/** Displayed size of an image in whole pixels. */
export type Dimensions = NonNullable<File['dimensions']>;

/** An image format: a pattern for its first bytes, and the maximum number of bytes to read. */
interface Format {
  magic: RegExp;
  most: number;
}

/**
 * Formats that browsers display, recognized by their first bytes. The image library guesses formats from any bytes, and
 * reads some in quadratic time. So it only gets these formats, and only the part with the size.
 */
const formats: Format[] = [
  { magic: /^\x89PNG\r\n/, most: 64 },
  { magic: /^GIF8[79]a/, most: 64 },
  { magic: /^RIFF[\s\S]{4}WEBPVP8/, most: 64 },
  { magic: /^BM/, most: 64 },
  // JPEG: the size may follow metadata of 64 kB per segment.
  { magic: /^\xff\xd8\xff/, most: 1_048_576 },
  // AVIF and HEIF: the time to read is quadratic in the number of boxes.
  { magic: /^[\s\S]{4}ftyp(?:avif|mif1|msf1|hei[cx]|hev[cx])/, most: 8192 },
];

/** Maximum length of a side in pixels: the maximum of PNG. */
const largest = 2 ** 31 - 1;

/**
 * Returns the size of an image from its bytes: PNG, GIF, WebP, BMP, JPEG (rotated by its EXIF orientation), AVIF, HEIF
 * and SVG. Returns undefined for other formats and broken files. Never throws, and reads at most 1 MiB.
 */
export function dimensionsOf(bytes: Uint8Array): Dimensions | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const format = formats.find(({ magic }) => magic.test(start));
  const found = format ? rasterDimensions(new Uint8Array(bytes.subarray(0, format.most))) : svgDimensions(bytes);
  return found && isSize(found.width) && isSize(found.height) ? found : undefined;
}

/**
 * Reads the size of a raster image.
 * @param bytes bytes in a buffer of their own: the library reads past the end of a view, into adjacent memory
 */
function rasterDimensions(bytes: Uint8Array): Dimensions | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    return orientation >= 5 && orientation <= 8 ? { width: height, height: width } : { width, height };
  } catch {
    // The library throws all kinds of errors for broken images; a file without a size is still valid.
    return undefined;
  }
}

function isSize(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value <= largest;
}
