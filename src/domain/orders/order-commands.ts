// What an order can be asked for.
import type { RecordedAnswer } from '../../kernel/extensions.ts';
import type { Cart } from '../cart/cart.ts';
import type { DetailsChange, namesChanged } from '../cart/order-details.ts';
import type { Mode } from '../lifecycles/lifecycle.ts';
import type { OrderMove } from '../lifecycles/order-lifecycles.ts';
import type { Taken, WantedPieces } from '../stock/pieces.ts';
import type { Credit } from './credits.ts';
import type { Cancellation, PackedParcel } from './order-parts.ts';
import type { PartialInvoice } from './partial-invoice.ts';
import type { InvoiceNumber, PlacedOrder } from './placed-order.ts';

export type OrderCommand =
  | ({ readonly type: 'place_order' } & PlacedOrder)
  | ({
      readonly type: 'change_details';
      readonly subject: number;
      readonly by: number;
      readonly names: ReturnType<typeof namesChanged>;
    } & DetailsChange)
  /**
   * `byHand`: the back office says so; otherwise the move follows from something that happened. `expired`: that it was
   * not paid in time.
   */
  | ({
      readonly type: 'move';
      readonly mode: Mode;
      readonly byHand: boolean;
      readonly by: number;
      readonly expired?: boolean;
      /** What came; absent: what it comes to. */
      readonly receivedMinor?: number;
      /** On which it counts; absent: nobody knows. */
      readonly day?: number;
      /** The payment method of what came; absent: by hand. */
      readonly methodId?: number;
      /** The month of its invoice is closed. */
      readonly isLate?: boolean;
    } & OrderMove)
  /** `untilMs`: 0: it is never cancelled by itself. */
  | { readonly type: 'set_deadline'; readonly untilMs: number; readonly by: number }
  | ({ readonly type: 'add_parcel'; readonly by: number } & PackedParcel)
  | { readonly type: 'deliver_parcel'; readonly parcelId: number; readonly by: number }
  | { readonly type: 'note'; readonly subject: number; readonly userId: number; readonly text: string }
  | ({ readonly type: 'cancel_invoice' } & Cancellation)
  | ({ readonly type: 'credit' } & Omit<Credit, 'atMs'>)
  | ({ readonly type: 'invoice_part' } & Omit<PartialInvoice, 'atMs'>)
  /** Below 0: what had gone back is here after all. */
  | {
      readonly type: 'refund';
      readonly minor: number;
      readonly by: number;
      readonly day?: number;
      readonly methodId?: number;
    }
  /** Extensions that were asked about it when it was placed. */
  | { readonly type: 'note_answers'; readonly answers: readonly RecordedAnswer[] }
  | { readonly type: 'exchange'; readonly returnId: number; readonly minor: number; readonly by: number }
  /** More came for it, while its payment is received. */
  | { readonly type: 'receive'; readonly minor: number; readonly day: number; readonly methodId: number }
  /** Its cart has been credited as a whole. `products`: as `PlacedOrder` has them. */
  | {
      readonly type: 'edit';
      readonly cart: Cart;
      readonly invoice: InvoiceNumber;
      readonly products: readonly number[];
    }
  | { readonly type: 'set_stock'; readonly taken: readonly Taken[]; readonly backordered: readonly WantedPieces[] };
