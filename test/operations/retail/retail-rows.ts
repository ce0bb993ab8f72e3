// Rows of a retailer's invoices, and to which sales those that take something back belong: of the same buyer, product
// and price, the latest one before them that has pieces left, and then the one before that. Buyers whom nobody knows
// are one buyer.
//
// Of the 4,434 rows of half a year that take something back, 2,630 belong to sales. Of the others 651 have no price:
// stock that was written off. 923 are of what their buyer has not bought before in the file, which begins with an open
// shop, and 157 of them are no goods, such as a discount or postage. 195 were sold at another price, and a credit is
// what was paid. 35 take back more than was sold.
const COLUMNS = [
  'InvoiceNo',
  'StockCode',
  'Description',
  'Quantity',
  'InvoiceDate',
  'UnitPrice',
  'CustomerID',
] as const;

export interface RetailRow {
  readonly invoice: string;
  readonly product: string;
  readonly name: string;
  readonly pieces: number;
  /** As `2010-12-01`. */
  readonly day: string;
  readonly time: string;
  readonly priceText: string;
  /** Pence for all pieces; below zero as the pieces are. */
  readonly pence: number;
  /** '' for nobody who is known. */
  readonly buyer: string;
}

/** An invoice with what of it can be sold. */
export interface RetailSale {
  readonly invoice: string;
  readonly rows: readonly RetailRow[];
}

/** Pieces that came back of one sale. */
export interface RetailReturn {
  readonly of: RetailSale;
  readonly row: RetailRow;
  readonly pieces: number;
}

/** Why a row that takes something back belongs to no sale. */
const UNMATCHED = ['no price', 'no sale of it before', 'sold at another price', 'more than was sold'] as const;
type Unmatched = (typeof UNMATCHED)[number];

export interface RetailPlan {
  readonly sales: readonly RetailSale[];
  readonly returns: readonly RetailReturn[];
  readonly unmatched: ReadonlyMap<Unmatched, readonly RetailRow[]>;
  /** Sales and returns, in the order of the file. */
  readonly steps: readonly (RetailSale | RetailReturn)[];
}

/** Fields of a line of CSV; a field in quotation marks has commas, and its marks twice. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
  );

const TEN_THOUSANDTHS = 10_000;

/** A price in 1/10,000: no float is a price. Throws where there are more decimals. */
const priceE4Of = (text: string): number => {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d{0,4})0*)?$/.exec(text) ?? [];
  if (whole === '') throw new Error(`${text} is no price`);
  const e4 = Number(whole) * TEN_THOUSANDTHS + Number(decimals.padEnd(4, '0'));
  return sign === '' ? e4 : -e4;
};

/** Half a penny goes up. */
const penceOf = (priceE4: number, pieces: number): number =>
  Math.sign(priceE4 * pieces) * Math.floor((Math.abs(priceE4 * pieces) + 50) / 100);

/** Of a text whose first line names the columns. */
export const retailRows = (text: string): readonly RetailRow[] => {
  const [header = '', ...lines] = text.split('\n');
  const names = fieldsOf(header.trim());
  const at = COLUMNS.map((name) => names.indexOf(name));
  if (at.includes(-1)) throw new Error(`The first line names ${names.join()}, and not ${COLUMNS.join()}.`);
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const fields = fieldsOf(line.trimEnd());
      const [invoice, product, name, pieces, date, priceText, buyer] = at.map((place) => fields[place] ?? '') as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      const [day = '', time = ''] = date.split(' ');
      const priceE4 = priceE4Of(priceText);
      const count = Number(pieces);
      return { invoice, product, name, pieces: count, day, time, priceText, pence: penceOf(priceE4, count), buyer };
    });
};

interface Left {
  readonly sale: RetailSale;
  pieces: number;
}

const boughtBy = ({ buyer, product }: RetailRow): string => JSON.stringify([buyer, product]);
const keyOf = ({ buyer, product, priceText }: RetailRow): string => JSON.stringify([buyer, product, priceText]);

class Matching {
  readonly unmatched = new Map<Unmatched, RetailRow[]>(UNMATCHED.map((why) => [why, []]));
  private readonly sold = new Map<string, Left[]>();
  /** Buyers with products that they have bought, at whatever price. */
  private readonly bought = new Set<string>();

  sell(sale: RetailSale, row: RetailRow): void {
    const key = keyOf(row);
    const left = { sale, pieces: row.pieces };
    this.bought.add(boughtBy(row));
    const before = this.sold.get(key);
    if (before === undefined) this.sold.set(key, [left]);
    else before.push(left);
  }

  /** None where the row belongs to no sale. */
  takeBack(row: RetailRow): readonly RetailReturn[] {
    const why = this.whyNot(row);
    if (why !== undefined) {
      this.unmatched.get(why)!.push(row);
      return [];
    }
    let rest = -row.pieces;
    const returns = new Map<RetailSale, RetailReturn>();
    for (const left of this.sold.get(keyOf(row))!.toReversed()) {
      const pieces = Math.min(rest, left.pieces);
      if (pieces === 0) continue;
      left.pieces -= pieces;
      rest -= pieces;
      const before = returns.get(left.sale)?.pieces ?? 0;
      returns.set(left.sale, { of: left.sale, row, pieces: before + pieces });
    }
    return [...returns.values()];
  }

  private whyNot(row: RetailRow): Unmatched | undefined {
    if (row.pence >= 0) return 'no price';
    const sold = this.sold.get(keyOf(row));
    if (sold === undefined) return this.bought.has(boughtBy(row)) ? 'sold at another price' : 'no sale of it before';
    return sold.reduce((sum, { pieces }) => sum + pieces, 0) < -row.pieces ? 'more than was sold' : undefined;
  }
}

/** `onlyReturned`: of the sales those that something comes back of. */
export const retailPlan = (rows: readonly RetailRow[], onlyReturned = false): RetailPlan => {
  const matching = new Matching();
  const sales = new Map<string, { readonly invoice: string; readonly rows: RetailRow[] }>();
  const steps: (RetailSale | RetailReturn)[] = [];
  const returns: RetailReturn[] = [];
  for (const row of rows) {
    if (row.pieces < 0) {
      const back = matching.takeBack(row);
      returns.push(...back);
      steps.push(...back);
    } else if (row.pence > 0) {
      let sale = sales.get(row.invoice);
      if (sale === undefined) {
        sales.set(row.invoice, (sale = { invoice: row.invoice, rows: [] }));
        steps.push(sale);
      }
      sale.rows.push(row);
      matching.sell(sale, row);
    }
  }
  const returned = new Set(returns.map(({ of }) => of));
  const isSold = (sale: RetailSale): boolean => !onlyReturned || returned.has(sale);
  return {
    sales: [...sales.values()].filter(isSold),
    returns,
    unmatched: matching.unmatched,
    steps: steps.filter((step) => 'of' in step || isSold(step)),
  };
};

/** Month → pence of what is sold less what comes back, as the rows say it. */
export const monthsOf = ({ sales, returns }: RetailPlan): ReadonlyMap<string, { sold: number; back: number }> => {
  const months = new Map<string, { sold: number; back: number }>();
  const of = (day: string): { sold: number; back: number } => {
    const month = day.slice(0, 7);
    const known = months.get(month) ?? { sold: 0, back: 0 };
    months.set(month, known);
    return known;
  };
  for (const { rows } of sales) for (const { day, pence } of rows) of(day).sold += pence;
  for (const row of new Set(returns.map((one) => one.row))) of(row.day).back -= row.pence;
  return months;
};
