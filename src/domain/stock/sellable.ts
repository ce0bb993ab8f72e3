// What stock knows of a product: enough to say whether it may be sold and from which stock items.
import type { Reader } from '../transaction.ts';

/** How the stock of a product counts; the quantity itself belongs to stock items. */
export interface AvailabilityRule {
  /** False: the product is always available. */
  readonly managed: boolean;
  /** True: it may be sold past zero. */
  readonly override: boolean;
  readonly warningMilli: number;
}

/** Always available. */
export const UNMANAGED: AvailabilityRule = { managed: false, override: false, warningMilli: 0 };

/** A warehouse entity that a product consists of. */
export interface Binding {
  readonly entityId: number;
  /** Pieces of the entity in one piece of the product, in 1/1,000. */
  readonly perPieceMilli: number;
}

export interface Sellable {
  readonly active: boolean;
  /** The product that this is a variation of; 0: none. */
  readonly productId: number;
  readonly availability: AvailabilityRule;
  readonly bindings: readonly Binding[];
}

/** Whether a product and all products above it are active: an inactive one hides its variations from the shop. */
export const isActive = (shop: Reader, { active, productId }: Sellable): boolean => {
  if (!active) return false;
  if (productId === 0) return true;
  const parent = shop.read('shopobject', productId);
  return parent === undefined || isActive(shop, parent);
};
