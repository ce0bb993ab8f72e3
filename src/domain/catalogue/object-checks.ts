// Checks that creating and updating an object share: name, permalinks, categories.
import { refuse, DONE, ok, shown } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import { composed } from '../../kernel/text.ts';
import type { AttributeDefinition, TextChanges } from '../attributes/attributes.ts';
import { checkPermalinks } from '../attributes/seo.ts';
import type { SeoChanges } from '../attributes/seo.ts';
import type { ShopRules } from '../rules.ts';
import type { Transaction } from '../transaction.ts';
import type { ClassType } from './shop-class.ts';
import type { Membership } from './shop-object.ts';
import { categoryIds } from './find-categories.ts';
import type { CategoryRef } from './find-categories.ts';

/** `ownId`: whose name it may be already. */
export const checkName = (tx: Transaction, name: string, ownId = 0): Result<void> => {
  if (name === '' || name.length > 255) return refuse('SHOPOBJECT_NAME_NOT_VALID', 'name');
  const holder = tx.index('shopobject').byName.get(name);
  if (holder === undefined || holder === ownId) return DONE;
  tx.trackAbsence('shopobject');
  return refuse('SHOPOBJECT_NAME_ALREADY_IN_USE', name);
};

export const checkLinks = (tx: Transaction, seo: SeoChanges, ownId = 0): Result<void> => {
  const links = checkPermalinks(tx.index('shopobject').permalinks, seo, ownId);
  if (!links.ok) tx.trackAbsence('shopobject');
  return links;
};

/** Those kept keep their positions, new ones go after the last of the category. Refuses: CATEGORY_NOT_FOUND. */
export const placesIn = (
  tx: Transaction,
  refs: readonly CategoryRef[],
  present: readonly Membership[],
): Result<Membership[]> => {
  const ids = categoryIds(tx, refs);
  if (!ids.ok) return ids;
  const { members } = tx.index('shopobject');
  const place = (categoryId: number): Membership =>
    present.find((membership) => membership.categoryId === categoryId) ?? {
      categoryId,
      position: members.of(categoryId).nextPosition,
    };
  return ok(ids.value.map(place));
};

/** Says why a price is none. */
const belowZero = (path: string, price: number): string => `${path}: ${price} is no price, which is never below zero.`;

/**
 * A product sells for no less than nothing. Only the setting `priceFields` says which numbers are prices: without it
 * nothing is refused. Refuses: SHOPOBJECT_ATTRIBUTE_INVALID.
 */
export const checkPrices = (
  { priceFields }: ShopRules,
  type: ClassType,
  definitions: readonly Pick<AttributeDefinition, 'number' | 'name'>[],
  changes: TextChanges,
): Result<void> => {
  if (type !== 'product' || priceFields.length === 0) return DONE;
  const prices = definitions.filter(({ name }) => priceFields.includes(composed(name)));
  for (const [language, values] of Object.entries(changes)) {
    for (const { number, name } of prices) {
      const price = values[number];
      if (typeof price === 'number' && price < 0)
        return refuse('SHOPOBJECT_ATTRIBUTE_INVALID', name, belowZero(`${shown(language)}.${name}`, price));
    }
  }
  return DONE;
};
