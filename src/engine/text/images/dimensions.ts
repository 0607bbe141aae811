import { imageSize } from 'image-size';
import type { File } from '../../base/types.js';
import { svgDimensions } from './svg-dimensions.js';

/** Size of an image in whole pixels, as it is shown. */
export type Dimensions = NonNullable<File['dimensions']>;

/** A format by how its bytes start, and how many of them are looked at. */
interface Format {
  magic: RegExp;
  most: number;
}

/**
 * The library guesses formats from any bytes, and reads some in quadratic time: it is only asked about what browsers show
 * and what starts like it, and sees no more than the part in which the size stands.
 */
const formats: Format[] = [
  { magic: /^\x89PNG\r\n/, most: 64 },
  { magic: /^GIF8[79]a/, most: 64 },
  { magic: /^RIFF[\s\S]{4}WEBPVP8/, most: 64 },
  { magic: /^BM/, most: 64 },
  // Behind metadata of 64 kB a segment.
  { magic: /^\xff\xd8\xff/, most: 1_048_576 },
  // The time goes with the square of the number of boxes.
  { magic: /^[\s\S]{4}ftyp(?:avif|mif1|msf1|hei[cx]|hev[cx])/, most: 8192 },
];

/** Most pixels of a side: what a PNG can say. */
const largest = 2 ** 31 - 1;

/**
 * The size of an image, told by its bytes alone: PNG, GIF, WebP, BMP, JPEG (turned as its EXIF says), AVIF, HEIF and SVG.
 * Undefined for anything else and for what is broken; it never throws, and looks at no more than 1 MiB.
 */
export function dimensionsOf(bytes: Uint8Array): Dimensions | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  const format = formats.find(({ magic }) => magic.test(start));
  const found = format ? rasterDimensions(new Uint8Array(bytes.subarray(0, format.most))) : svgDimensions(bytes);
  return found && isSize(found.width) && isSize(found.height) ? found : undefined;
}

/** @param bytes of their own: the library reads past the end of a part, into whatever lies behind it in memory. */
function rasterDimensions(bytes: Uint8Array): Dimensions | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    return orientation >= 5 && orientation <= 8 ? { width: height, height: width } : { width, height };
  } catch {
    // The library throws errors of all kinds for broken images; a file without a size is still a file.
    return undefined;
  }
}

function isSize(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value <= largest;
}
