// Which attribute of a product is its price, and what that is: one rule for lists, drafts and the product's own page.
import type { Product } from '../src/client/operations.ts';
import { signal } from './preact.ts';

/** Attributes that carts take as a price, as the shop names them; none: any, and `price` is meant. */
export const priceFields = signal<readonly string[]>([]);

/** The first of them that is a number in these attributes. */
export const priceFieldIn = (
  attributes: { readonly [name: string]: { readonly type: string } },
  fields: readonly string[] = priceFields.value,
): string => {
  const named = fields.length === 0 ? ['price'] : fields;
  return named.find((name) => attributes[name]?.type === 'FLOAT') ?? named[0]!;
};

/** Undefined: the product has none. */
export const priceOf = ({ attributes }: Product, fields?: readonly string[]): number | undefined => {
  const value = attributes[priceFieldIn(attributes, fields)]?.value;
  return typeof value === 'number' ? value : undefined;
};
