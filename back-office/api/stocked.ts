// Something that lies on a shelf, as stock.ts reads it, and what is worked out from it.
import type { StorageStock } from '../../src/client/operations.ts';
import { sumOfPieces } from '../typed.ts';

export type StockKind = 'product' | 'warehouse_entity';

/** Something that lies on a shelf. */
export interface Stocked {
  readonly kind: StockKind;
  readonly id: number;
  readonly name: string;
  readonly elementNumber: string;
  /** Pieces: of an entity in all storages, of a product those that can be sold. */
  readonly quantity: number;
  /** 0: nobody said when there is little of it. */
  readonly warning: number;
  /** Whether the stock of it is counted; of entities always. */
  readonly isCounted: boolean;
  readonly storages: readonly StorageStock[];
}

/** The name of it in the change log, and in the address of its page. */
export const objectOf = ({ kind, id }: Pick<Stocked, 'kind' | 'id'>): string => `${kind}/${id}`;

export const isLow = ({ quantity, warning, isCounted }: Stocked): boolean =>
  isCounted && (quantity <= 0 || quantity < warning);

/** Pieces of a product's own; a product that is bound to entities can be sold as often as those suffice. */
export const ownQuantity = ({ storages }: Stocked): number => sumOfPieces(...storages.map(({ quantity }) => quantity));

export const isBound = (thing: Stocked): boolean => thing.kind === 'product' && ownQuantity(thing) !== thing.quantity;
