// Finds images whose size nobody sent, and writes down a size that was read from the image itself. Reading images is
// not done here.
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { saidOf } from './attributes.ts';
import type { AttributeDefinition, AttributeValue, ImageValue, TextChanges } from './attributes.ts';
import type { Transaction } from '../transaction.ts';

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** What has images: a product or a content, and a class by its defaults. */
export type ImageKind = 'shopobject' | 'class';

/** The URL of an image without a size; '' for all other values. */
const unsizedUrl = (value: AttributeValue | null): string => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('value' in value)) return '';
  return value.width === 0 || value.height === 0 ? value.value : '';
};

const imagesOf = (definitions: readonly AttributeDefinition[]): readonly AttributeDefinition[] =>
  definitions.filter(({ type }) => type === 'IMG');

/** The URLs of images without a size in the values of an object, or in changes of them. */
export const unsizedImages = (texts: TextChanges, definitions: readonly AttributeDefinition[]): string[] => {
  const images = imagesOf(definitions);
  if (images.length === 0) return [];
  const urls = Object.values(texts).flatMap((values) => images.map(({ number }) => unsizedUrl(values[number] ?? null)));
  return urls.filter((url) => url !== '');
};

/** Those in the defaults of attributes. */
export const unsizedDefaults = (definitions: readonly AttributeDefinition[]): string[] =>
  imagesOf(definitions)
    .flatMap(({ defaults }) => Object.values(defaults).map(unsizedUrl))
    .filter((url) => url !== '');

/** The entries that are this image without a size, with its size; what is said of it stays. */
const sizedEntries = <K extends string>(
  values: { readonly [key in K]: AttributeValue },
  image: ImageValue,
): [string, ImageValue][] =>
  Object.entries<AttributeValue>(values)
    .filter(([, value]) => unsizedUrl(value) === image.value)
    .map(([key, value]) => [key, { ...image, ...saidOf(value) }]);

const sizeObject = (tx: Transaction, id: number, image: ImageValue): Result<void> => {
  const object = tx.read('shopobject', id);
  const numbers = new Set(
    imagesOf(tx.read('class', object?.classId ?? 0)?.attributes ?? []).map(({ number }) => String(number)),
  );
  if (object === undefined || numbers.size === 0) return DONE;
  const changes = Object.entries(object.attributes).map(
    ([language, values]): [string, { [number: number]: ImageValue }] => {
      return [language, Object.fromEntries(sizedEntries(values, image).filter(([number]) => numbers.has(number)))];
    },
  );
  return tx.ask('shopobject', id, { type: 'update_shopobject', attributes: Object.fromEntries(changes) });
};

const sizeDefaults = (tx: Transaction, id: number, image: ImageValue): Result<void> => {
  for (const { number, defaults } of imagesOf(tx.read('class', id)?.attributes ?? [])) {
    const sized = sizedEntries(defaults, image);
    if (sized.length === 0) continue;
    const set = tx.ask('class', id, {
      type: 'set_defaults',
      number,
      defaults: { ...defaults, ...Object.fromEntries(sized) },
    });
    if (!set.ok) return set;
  }
  return DONE;
};

/** Gives the image its size wherever the object, as it is now, still has it without one. */
export const sizeImage = (
  tx: Transaction,
  kind: ImageKind,
  id: number,
  url: string,
  { width, height }: ImageSize,
): Result<void> => {
  const image = { value: url, width, height };
  return kind === 'class' ? sizeDefaults(tx, id, image) : sizeObject(tx, id, image);
};
