// What creating a product, a variation and a content have in common.
import type { Given } from '../attributes/attributes.ts';
import { takenLinks } from '../attributes/seo.ts';
import type { SeoChanges } from '../attributes/seo.ts';
import type { CommandOf } from '../kind-types.ts';
import { fitNew } from './fit-references.ts';
import { freeLinks } from './free-links.ts';
import type { CategoryRef } from './find-categories.ts';
import type { Metadata } from '../attributes/metadata.ts';
import { UNMANAGED } from '../stock/sellable.ts';
import type { AvailabilityRule } from '../stock/sellable.ts';
import { ok } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Transaction } from '../transaction.ts';
import { checkName, checkLinks, checkPrices, placesIn } from './object-checks.ts';
import type { ShopClass } from './shop-class.ts';

export interface NewContent {
  readonly className: string;
  readonly name: string;
  readonly active: boolean;
  readonly attributes: Given;
  readonly seo: SeoChanges;
  readonly categories: readonly CategoryRef[];
}

export interface NewVariation extends Omit<NewContent, 'className'> {
  readonly metadata: Metadata;
  readonly availability: Partial<AvailabilityRule>;
  /** Undefined: no stock item of its own is opened until the product is managed. */
  readonly quantityMilli: number | undefined;
}

/** Nothing sent means that the stock is not managed; a quantity or a binding alone, that it is. */
export const ruleOf = (
  { availability, quantityMilli }: Pick<NewVariation, 'availability' | 'quantityMilli'>,
  isBound: boolean,
): AvailabilityRule => ({
  ...UNMANAGED,
  managed: isBound || quantityMilli !== undefined,
  ...availability,
});

/**
 * A command that makes an object, checked and not yet given, and the former permalinks that it takes; `found` is
 * refused after name and permalinks.
 */
export const described = (
  tx: Transaction,
  given: Omit<NewContent, 'className'>,
  namedClass: Result<[id: number, state: ShopClass]>,
) => {
  const named = checkName(tx, given.name);
  if (!named.ok) return named;
  const links = checkLinks(tx, given.seo);
  if (!links.ok) return links;
  if (!namedClass.ok) return namedClass;
  const [classId, { attributes: definitions, type: classType }] = namedClass.value;
  const attributes = fitNew(tx, definitions, given.attributes);
  if (!attributes.ok) return attributes;
  const prices = checkPrices(tx.rules, classType, definitions, attributes.value);
  if (!prices.ok) return prices;
  const places = placesIn(tx, given.categories, []);
  if (!places.ok) return places;
  const { name, active, seo } = given;
  const type = 'create_shopobject' as const;
  const taken = takenLinks(tx.index('shopobject').former, seo);
  const command = { type, name, classId, active, attributes: attributes.value, seo, memberships: places.value };
  return ok({ command, taken });
};

type Described = Extract<ReturnType<typeof described>, { readonly ok: true }>['value'];
type Rest = Omit<Extract<CommandOf<'shopobject'>, { type: 'create_shopobject' }>, keyof Described['command']>;

export const createDescribed = (tx: Transaction, { command, taken }: Described, rest: Rest): Result<number> => {
  const id = tx.create('shopobject', { ...command, ...rest });
  const freed = id.ok ? freeLinks(tx, 'shopobject', taken) : id;
  return freed.ok ? id : freed;
};

export const openStock = (
  tx: Transaction,
  productId: number,
  quantityMilli: number | undefined,
  isManaged: boolean,
  entityId: number,
): Result<number> => {
  if (entityId !== 0) {
    const bound = tx.ask('shopobject', productId, { type: 'bind', entityId, perPieceMilli: 1000 });
    if (!bound.ok) return bound;
  } else if (isManaged || quantityMilli !== undefined) {
    const opening = { storageId: 0, holderId: productId, quantityMilli: quantityMilli ?? 0 };
    const opened = tx.create('stock', { type: 'open_stock', ...opening });
    if (!opened.ok) return opened;
  }
  return ok(productId);
};
