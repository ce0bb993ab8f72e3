// The size of an image from its first bytes.
import { disableTypes, imageSize } from 'image-size';
import type { ImageSize } from '../domain/attributes/image-attributes.ts';

// What no browser shows, some of which begins like anything.
disableTypes(['cur', 'dds', 'icns', 'j2c', 'jp2', 'jxl', 'jxl-stream', 'ktx', 'pnm', 'psd', 'tga', 'tiff']);

const PIXELS_MAX = 1_000_000;
/** Orientations of a photograph that stands on its side (EXIF). */
const TURNED = 5;

const isPixels = (value: number): boolean => Number.isFinite(value) && value >= 1 && value <= PIXELS_MAX;

/** In pixels, as it is shown; undefined where the bytes are no image, or not enough of one. */
export const sizeOfImage = (head: Uint8Array): ImageSize | undefined => {
  try {
    // A copy of its own: the library reads on behind a part of a buffer.
    const { width, height, orientation = 1 } = imageSize(Uint8Array.from(head));
    if (!isPixels(width) || !isPixels(height)) return undefined;
    const [across, down] = [Math.round(width), Math.round(height)];
    return orientation >= TURNED ? { width: down, height: across } : { width: across, height: down };
  } catch {
    return undefined;
  }
};
