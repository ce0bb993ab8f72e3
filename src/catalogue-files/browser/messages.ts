// What the page of the back office and the worker that reads a catalogue file for it say to each other. It imports
// nothing, so that a page is compiled without the readers.

/** What records are of (record.ts, which it is held against where a file is read). */
export type RecordType =
  | 'class'
  | 'category'
  | 'warehouse_entity'
  | 'product'
  | 'content'
  | 'record'
  | 'references'
  | 'customer'
  | 'past_order';

/** As the shop says it: GET /admin/import-facts. */
export interface ImportFacts {
  readonly language: string;
  readonly languages: readonly string[];
  readonly country: string;
  readonly currency: string;
  readonly currencyDigits: number;
  /** Attributes that carts take as a price; none: any. */
  readonly priceFields: readonly string[];
  readonly taxClasses: readonly { readonly name: string; readonly percent: number }[];
  /** Names of the attributes that a table may have a column for. */
  readonly attributes: readonly string[];
  /** Longest record that the shop takes this way. */
  readonly recordBytesMax: number;
  /** Formats that are read; `system`: of another shop system, as its makers write it, else ''. */
  readonly formats: readonly { readonly name: string; readonly system: string }[];
  readonly encodings: readonly string[];
}

export interface ReadChoice {
  readonly format: string;
  /** '': what the file says. */
  readonly encoding: string;
  /** '': what the format has, or the file. */
  readonly delimiter: string;
  /** Tax class by what the file calls a tax. */
  readonly taxes: { readonly [label: string]: string };
}

export interface Chosen extends ReadChoice {
  readonly file: Blob;
  readonly facts: ImportFacts;
}

export interface PreviewProduct {
  readonly line: number;
  readonly name: string;
  readonly title: string;
  /** '' for none. */
  readonly price: string;
  /** Pieces; '' where the stock is not counted. */
  readonly quantity: string;
  readonly categories: readonly string[];
  readonly pictures: number;
  readonly variations: number;
}

export interface RefusedLine {
  readonly line: number;
  readonly code: string;
  readonly param: unknown;
  readonly detail: string;
}

interface PlacelessColumn {
  readonly column: string;
  readonly values: number;
  readonly line: number;
  readonly cell: string;
}

interface DoubtfulCell {
  readonly line: number;
  readonly column: string;
  readonly cell: string;
  readonly why: string;
}

/** What a file holds, as it is read; no shop was asked. */
export interface Preview {
  /** Records by their type. */
  readonly types: { readonly [type in RecordType]?: number };
  readonly products: readonly PreviewProduct[];
  readonly placeless: readonly PlacelessColumn[];
  readonly doubts: readonly DoubtfulCell[];
  /** What else a person should know, a line each. */
  readonly notes: readonly string[];
  readonly refused: number;
  /** The first of them. */
  readonly refusals: readonly RefusedLine[];
  /** What the file calls taxes that the shop has no class for. */
  readonly unknownTaxes: readonly string[];
}

type Outcome = 'created' | 'updated' | 'unchanged';
/** What the shop says of a record. */
export type ShopAnswer =
  | Outcome
  | { readonly code: string; readonly param: unknown; readonly detail: string; readonly there: boolean };

export interface ImportReport {
  readonly types: { readonly [type: string]: { readonly [outcome in Outcome]: number } };
  readonly refused: number;
  readonly refusals: readonly RefusedLine[];
}

export interface Step {
  /** Lines for the shop, each with its end; empty where there are none any more. */
  readonly lines: readonly string[];
  /** Records of the file so far, these included. */
  readonly records: number;
  readonly report: ImportReport;
}

/** Questions of the page, each with its answer. */
export interface Questions {
  recognise: { readonly asked: Pick<Chosen, 'file' | 'facts' | 'encoding'>; readonly told: ReadChoice | undefined };
  preview: { readonly asked: Chosen; readonly told: Preview };
  begin: {
    readonly asked: Chosen & { readonly batchRecords: number; readonly isDryRun: boolean };
    readonly told: undefined;
  };
  /** The next lines; `answers`: of the lines before them. */
  next: { readonly asked: { readonly answers: readonly ShopAnswer[] }; readonly told: Step };
  /** Every refused line and every note, as JSON Lines. */
  report: { readonly asked: undefined; readonly told: string };
}

export type QuestionName = keyof Questions;

export type Question = {
  readonly [name in QuestionName]: {
    readonly id: number;
    readonly name: name;
    readonly asked: Questions[name]['asked'];
  };
}[QuestionName];

/** `failed`: why the file cannot be read. */
export type Reply =
  | { readonly id: number; readonly told: Questions[QuestionName]['told'] }
  | { readonly id: number; readonly failed: string };
