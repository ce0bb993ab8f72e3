// Width and height of an image from its first bytes, in the formats that browsers show.
import { disableTypes, imageSize } from 'image-size';
import type { ImageSize } from '../domain/attributes/image-attributes.ts';

// Formats that no browser shows; some have a signature that other files begin with by chance.
disableTypes(['cur', 'dds', 'icns', 'j2c', 'jp2', 'jxl', 'jxl-stream', 'ktx', 'pnm', 'psd', 'tga', 'tiff']);

const PIXELS_MAX = 1_000_000;
/** EXIF orientations from this one on exchange width and height. */
const SIDEWAYS_FROM = 5;

const isPixels = (value: number): boolean => Number.isFinite(value) && value >= 1 && value <= PIXELS_MAX;

/** Pixels of the image as it is shown; undefined where the bytes are no image, or too few of one. */
export const sizeOfImage = (head: Uint8Array): ImageSize | undefined => {
  try {
    // A copy: the library reads past the end of a view into a larger buffer.
    const { width, height, orientation = 1 } = imageSize(Uint8Array.from(head));
    if (!isPixels(width) || !isPixels(height)) return undefined;
    const [across, down] = [Math.round(width), Math.round(height)];
    return orientation >= SIDEWAYS_FROM ? { width: down, height: across } : { width: across, height: down };
  } catch {
    return undefined;
  }
};
