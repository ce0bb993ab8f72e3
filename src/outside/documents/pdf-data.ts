// Data of a document that the PDF layout reads (docs/sell/document-templates.md). Amounts and dates are texts as shown.

import type { EInvoice } from '../../domain/orders/e-invoice.ts';

type Texts = { readonly [name: string]: string };

export interface PdfLine {
  readonly position: string;
  readonly name: string;
  readonly description: string;
  readonly element_number: string;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  readonly quantity: string;
  readonly price: string;
  readonly rate: string;
  readonly sum: string;
}

export interface PdfData {
  readonly language: string;
  /** BCP 47. */
  readonly locale: string;
  /** Labels in the document's language. */
  readonly text: Texts;
  readonly title: string;
  readonly greeting: string;
  readonly intro: string;
  readonly closing: string;
  readonly number: string;
  readonly invoice_number?: string;
  readonly order_number: string;
  readonly date: string;
  readonly payment_method: string;
  readonly delivery_method: string;
  /** URL of the invoice, on a confirmation. */
  readonly invoice_link?: string;
  readonly created_ms: number;
  readonly canceled: boolean;
  readonly company: readonly string[];
  readonly company_foot: readonly string[];
  readonly sender: string;
  readonly invoice_address: readonly string[];
  readonly delivery_address: readonly string[];
  readonly note_lines: readonly string[];
  readonly lines: readonly PdfLine[];
  readonly sum: string;
  readonly coupons: readonly { readonly label: string; readonly code: string; readonly amount: string }[];
  readonly delivery_costs: readonly { readonly label: string; readonly rate: string; readonly amount: string }[];
  readonly total: string;
  readonly taxes: readonly Texts[];
  /** The same as integers, for electronic formats; absent: the shop makes none. */
  readonly e_invoice?: EInvoice;
}

/** A document of one order that programs read. */
type EFormat = 'zugferd' | 'xrechnung' | 'ubl';

/** What is made: a document of one order, slips of several, or the list of what to fetch for them. */
export type PdfLayoutName = 'order' | EFormat | 'packing_slips' | 'pick_list';

interface PdfSlipLine {
  readonly position: string;
  readonly name: string;
  readonly element_number: string;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  /** Pieces to send; `ordered`: pieces that were ordered. */
  readonly quantity: string;
  readonly ordered: string;
  /** Names of the places where its pieces lie; '' for none. */
  readonly storage: string;
}

export interface PdfSlip {
  readonly text: Texts;
  readonly title: string;
  readonly intro: string;
  readonly closing: string;
  readonly order_number: string;
  readonly date: string;
  readonly delivery_method: string;
  readonly address: readonly string[];
  readonly note_lines: readonly string[];
  /** The order's number as a barcode, in modules from its left edge. */
  readonly bars: readonly { readonly x: number; readonly width: number }[];
  readonly bars_width: number;
  readonly lines: readonly PdfSlipLine[];
}

export interface SlipsData {
  readonly language: string;
  readonly title: string;
  readonly created_ms: number;
  readonly company: readonly string[];
  readonly slips: readonly PdfSlip[];
}

export interface PickListData {
  readonly language: string;
  readonly text: Texts;
  readonly title: string;
  readonly intro: string;
  readonly closing: string;
  readonly date: string;
  readonly created_ms: number;
  readonly company: readonly string[];
  /** Numbers of the orders, with commas. */
  readonly orders: string;
  readonly rows: readonly {
    readonly storage: string;
    readonly element_number: string;
    readonly name: string;
    readonly attributes: PdfSlipLine['attributes'];
    readonly quantity: string;
  }[];
}
