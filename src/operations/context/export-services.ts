// Products as a file that other programs read (docs/sell/import.md), made product by product.
import type { Booking, BookingQuery } from '../../domain/reports/accounting-export.ts';
import type { ShopObject } from '../../domain/catalogue/shop-object.ts';
import type { Reader } from '../../domain/transaction.ts';
import type { Result } from '../../kernel/result.ts';

export const PRODUCT_FORMATS = ['csv', 'shopify', 'google-merchant'] as const;
export type ProductFormat = (typeof PRODUCT_FORMATS)[number];

export interface ExportRequest {
  readonly format: ProductFormat;
  /** Language of the texts; '': the shop's own, or in a table of Kontor's own all that the shop offers. */
  readonly language: string;
  /** Channel whose name and description a feed has; '': the shop's. */
  readonly channel: string;
  /** The attribute that holds the price; '': the first of the setting `priceFields`, else `price`. */
  readonly priceField: string;
  /** Address of a product's page; '' where the format needs none. */
  readonly link: string;
}

/** A request that means something. */
export interface CheckedExport extends ExportRequest {
  /** What a feed calls itself. */
  readonly title: string;
  readonly description: string;
}

/** A file of products that is being written. */
export interface ProductExport {
  readonly head: string;
  readonly foot: string;
  /** What the file has of a product and its variations; '' for one that is left out. */
  of(id: number, product: ShopObject): string;
}

export const BOOKING_FORMATS = ['datev', 'plain'] as const;
type BookingFormat = (typeof BOOKING_FORMATS)[number];

export interface BookingRequest extends BookingQuery {
  readonly format: BookingFormat;
}

/** A file of bookings that is being written. */
export interface BookingFile {
  readonly name: string;
  /** What it begins with. */
  readonly head: string;
  /** '' for a booking that the file leaves out. */
  line(booking: Booking): string;
  bytes(text: string): Uint8Array;
}

export interface ExportServices {
  /** Refuses: PARAMETER_INVALID for what a file of DATEV cannot say. */
  bookings(shop: Reader, request: BookingRequest): Result<BookingFile>;
  /**
   * Reads the classes of the shop, and nothing of a product before it is asked for.
   *
   * Refuses: PARAMETER_INVALID for the attribute of the price.
   */
  open(shop: Reader, request: CheckedExport): Result<ProductExport>;
}
