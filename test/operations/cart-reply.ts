// The replies of cart and checkout, as tests read them.
import type { Json } from './shop.ts';

export interface CartLine {
  readonly type: string;
  readonly id: number;
  readonly id_product: number;
  readonly quantity: number;
  readonly price: number;
  readonly sum_price: number;
  readonly tax: number;
  readonly sum_tax: number;
  readonly name: string;
  readonly description: string;
  readonly attributes: { readonly [name: string]: { readonly name: string; readonly value: string | number } };
  readonly sub_elements?: { readonly contents: readonly CartLine[] };
}

export interface Cart {
  readonly object: string;
  readonly message?: string;
  readonly sum: number;
  readonly last_inserted_element_id?: number;
  readonly contents: readonly CartLine[];
  readonly coupons: { readonly sum: number; readonly positions: readonly Json[] };
  readonly delivery_costs: { readonly sum: number; readonly positions: readonly Json[] };
  readonly total: number;
  readonly sum_tax: number;
  readonly tax_positions: readonly {
    readonly rate: number;
    readonly net: number;
    readonly tax: number;
    readonly gross: number;
  }[];
}

export interface Checkout {
  readonly object: string;
  readonly status: string;
  readonly id_order: number;
  readonly session: string;
  readonly message: string;
  readonly param: string;
}
