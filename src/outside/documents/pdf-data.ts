// What the PDF layout reads of a document's data (docs/sell/document-templates.md). Amounts and dates are texts as they
// are shown.

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
  /** The labels of the language. */
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
}
