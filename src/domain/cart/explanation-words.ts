// The words of an explanation, in the languages that it speaks. Amounts come as texts.

export interface ExplanationWords {
  /** Between whole units and their decimals. */
  readonly point: string;
  readonly roundedHalfUp: string;
  /** Marks a sum that is not the line's own: lines of a product are summed before they are rounded. */
  readonly roundedTogether: string;
  readonly noTax: string;
  taxWithin(rate: string, amount: string): string;
  line(id: number, product: string, sum: string, tax: string): string;
  saidBy(extension: string, version: string): string;
  coupon(code: string, rule: string, borne: string, tax: string): string;
  nothingLeft(code: string): string;
  /** `of`: a percentage or an amount of what is left. */
  ofLeft(of: string, left: string, used: string): string;
  capped(amount: string, left: string, used: string): string;
  bears(lineId: number, part: string): string;
  refused(code: string): string;
  delivery(name: string, price: string, tax: string): string;
  /** What is left of a line's `sum` once `off` is taken off it. */
  worth(id: number, sum: string, off: string, left: string, tax: string): string;
  /** `promotions`: '' for none. */
  total(goods: string, promotions: string, coupons: string, delivery: string, total: string, tax: string): string;
}

const named = (word: string, name: string): string => (name === '' ? word : `${word} ${name}`);

const ENGLISH: ExplanationWords = {
  point: '.',
  roundedHalfUp: ' rounded half up',
  roundedTogether: ' rounded half up together with the lines of this product',
  noTax: 'no tax',
  taxWithin: (rate, amount) => `${rate} tax contained ${amount}`,
  line: (id, product, sum, tax) => `Line ${id}: ${product} = ${sum}, ${tax}.`,
  saidBy: (name, version) => ` The extension ${name} ${version} has said this price.`,
  coupon: (code, rule, borne, tax) => `Coupon ${code}: ${rule}${borne}; tax contained ${tax}.`,
  nothingLeft: (code) => `Coupon ${code}: nothing is left of the goods, so it takes 0.`,
  ofLeft: (of, left, used) => `${of} of ${left} left = ${used}`,
  capped: (amount, left, used) => `${amount}, capped by the ${left} left = ${used}`,
  bears: (lineId, part) => `, line ${lineId} bears ${part}`,
  refused: (code) => ` The checkout refuses this coupon: ${code}.`,
  delivery: (name, price, tax) => `${named('Delivery', name)}: ${price}, ${tax}.`,
  worth: (id, sum, off, left, tax) => `Line ${id} is worth ${sum} - ${off} taken off = ${left}, tax contained ${tax}.`,
  total: (goods, promotions, coupons, delivery, total, tax) =>
    `Total: goods ${goods}${promotions && ` - promotions ${promotions}`} - coupons ${coupons} + delivery ${delivery} = ${total}, tax contained ${tax}.`,
};

const GERMAN: ExplanationWords = {
  point: ',',
  roundedHalfUp: ' kaufmännisch gerundet',
  roundedTogether: ' kaufmännisch gerundet zusammen mit den Positionen dieses Produkts',
  noTax: 'keine Steuer',
  taxWithin: (rate, amount) => `darin ${rate} Steuer ${amount}`,
  line: (id, product, sum, tax) => `Position ${id}: ${product} = ${sum}, ${tax}.`,
  saidBy: (name, version) => ` Diesen Preis hat die Erweiterung ${name} ${version} genannt.`,
  coupon: (code, rule, borne, tax) => `Gutschein ${code}: ${rule}${borne}; darin Steuer ${tax}.`,
  nothingLeft: (code) => `Gutschein ${code}: Von den Waren ist nichts mehr übrig, also nimmt er 0.`,
  ofLeft: (of, left, used) => `${of} von ${left}, die übrig sind, = ${used}`,
  capped: (amount, left, used) => `${amount}, begrenzt auf ${left}, die übrig sind, = ${used}`,
  bears: (lineId, part) => `, Position ${lineId} trägt ${part}`,
  refused: (code) => ` Der Bestellabschluss lehnt diesen Gutschein ab: ${code}.`,
  delivery: (name, price, tax) => `${named('Lieferung', name)}: ${price}, ${tax}.`,
  worth: (id, sum, off, left, tax) =>
    `Position ${id} ist ${sum} - ${off} Nachlass = ${left} wert, darin Steuer ${tax}.`,
  total: (goods, promotions, coupons, delivery, total, tax) =>
    `Summe: Waren ${goods}${promotions && ` - Aktionen ${promotions}`} - Gutscheine ${coupons} + Lieferung ${delivery} = ${total}, darin Steuer ${tax}.`,
};

/** German for German, in whatever country it is spoken; English for all others. */
export const explanationWords = (language: string): ExplanationWords => (language.startsWith('de') ? GERMAN : ENGLISH);
