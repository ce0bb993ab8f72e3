// Something that lies on a shelf, as stock.ts reads it, and what follows from it.
import type { StorageStock } from '../../src/client/operations.ts';
import { sumOfPieces } from '../typed.ts';

export type StockKind = 'product' | 'warehouse_entity';

/** Something that lies on a shelf. */
export interface Stocked {
  readonly kind: StockKind;
  readonly id: number;
  readonly name: string;
  readonly elementNumber: string;
  /** Address of its picture; '': it has none here. */
  readonly picture: string;
  /** Pieces: of an entity in all storages, of a product those that can be sold. */
  readonly quantity: number;
  /** 0: no warning quantity is set. */
  readonly warning: number;
  /** Whether its stock is counted; always true for entities. */
  readonly isCounted: boolean;
  readonly storages: readonly StorageStock[];
  /** Record that changed it last, of an entity. */
  readonly seq?: number;
}

/** Its name in the change log and in the address of its page. */
export const objectOf = ({ kind, id }: Pick<Stocked, 'kind' | 'id'>): string => `${kind}/${id}`;

export const isLow = ({ quantity, warning, isCounted }: Stocked): boolean =>
  isCounted && (quantity <= 0 || quantity < warning);

/** Pieces of the product's own stock; a bound product can be sold as often as its entities suffice. */
export const ownQuantity = ({ storages }: Stocked): number => sumOfPieces(...storages.map(({ quantity }) => quantity));

export const isBound = (thing: Stocked): boolean => thing.kind === 'product' && ownQuantity(thing) !== thing.quantity;
