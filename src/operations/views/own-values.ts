// The values that something has itself, in all languages at once, as a change takes them.
import type { AttributeValue } from '../../domain/attributes/attributes.ts';
import type { ShopObject } from '../../domain/catalogue/shop-object.ts';
import type { Reader } from '../../domain/transaction.ts';
import { Keyed } from '../../kernel/json.ts';
import type { Json } from '../../kernel/json.ts';

/** By language, and by the names of attributes. */
export const viewOwnValues = (shop: Reader, { classId, attributes }: Pick<ShopObject, 'classId' | 'attributes'>) => {
  const definitions = shop.read('class', classId)?.attributes ?? [];
  return new Keyed(
    Object.entries(attributes).map(([language, values]) => [
      language,
      new Keyed(
        // A value under an attribute that was taken out of the class shows nowhere.
        definitions.flatMap(({ name, number }): [string, Json][] => {
          const value = (values as { readonly [number: string]: AttributeValue })[number];
          return value === undefined ? [] : [[name, value as Json]];
        }),
      ),
    ]),
  );
};
