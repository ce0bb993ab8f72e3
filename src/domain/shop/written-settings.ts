// Forms that settings of the shop have where people write them: in the file, in calls, and in the back office.
import { Type } from '../../kernel/params.ts';
import { CHARTS, TAX_CATEGORIES } from '../accounting.ts';
import { EXEMPTION_KINDS } from '../seller.ts';
import { MAILS } from '../mail.ts';
import { nameIn } from '../rules.ts';
import { caseless } from '../../kernel/text.ts';
import type { Carrier, Method } from '../rules.ts';

/** One text for all languages, or one per language code. */
export const LocalizedName = Type.Union([
  Type.String({ minLength: 1 }),
  Type.Record(Type.String({ pattern: '^[A-Za-z0-9_-]{1,35}$' }), Type.String({ minLength: 1 }), {
    minProperties: 1,
    additionalProperties: false,
  }),
]);

/** Texts of what electronic invoices say of the shop. */
export const SellerText = Type.String({ maxLength: 255 });
/** Two letters; '' while it is not told. */
export const SellerCountry = Type.String({ pattern: '^([A-Z]{2})?$' });
export const SELLER_TEXTS = {
  name: SellerText,
  street: SellerText,
  zip: SellerText,
  city: SellerText,
  contact: SellerText,
  phone: SellerText,
  email: SellerText,
  iban: SellerText,
};
export const ExemptionKinds = Type.Union(EXEMPTION_KINDS.map((kind) => Type.Literal(kind)));
export const EXEMPTIONS_MAX = 100;

/** Numbers of accounts and keys, as DATEV has them. */
export const AccountNumber = Type.String({ pattern: '^[0-9]{1,9}$' });
export const TaxCode = Type.String({ pattern: '^[0-9]{0,4}$' });
export const TaxCategories = Type.Union(TAX_CATEGORIES.map((category) => Type.Literal(category)));
export const FiscalYear = Type.String({ pattern: '^(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' });
export const AccountDigits = Type.Integer({ minimum: 4, maximum: 8 });
/** What the setting has the same in the file and in calls. */
export const ACCOUNTING_TEXTS = {
  chart: Type.Union(CHARTS.map((chart) => Type.Literal(chart))),
  consultant: Type.Integer({ minimum: 0, maximum: 9_999_999 }),
  client: Type.Integer({ minimum: 0, maximum: 99_999 }),
  debtor: AccountNumber,
  transit: Type.String({ pattern: '^[0-9]{0,9}$' }),
};
export const ACCOUNTS_MAX = 200;

/** Longest time after which an unpaid order ends: ten years, in milliseconds. */
export const UNPAID_MS_MAX = 10 * 365 * 86_400_000;
/** Longest time for which a cart holds stock, in milliseconds. */
export const CART_HOLD_MS_MAX = 86_400_000;
/** Longest time for which a line keeps its price: a year. */
export const PRICE_HOLD_MS_MAX = 31_536_000_000;
/** Shortest and longest life of a session or a draft after its last use: a second and ten years, in milliseconds. */
export const LIFE_MS_MIN = 1000;
export const LIFE_MS_MAX = 10 * 365 * 86_400_000;
/** Highest first numbers of orders and of invoices. */
export const ORDER_ID_FIRST_MAX = 1_000_000_000;
export const INVOICE_FIRST_MAX = 1_000_000_000_000;
/** Nine digits: the route of payment notices accepts no more. */
export const METHOD_ID_MAX = 999_999_999;

/** Longest time after which a shopper is reminded of a cart: 30 days, in hours. */
export const CART_REMINDER_HOURS_MAX = 720;

/** A name or an address in what the shop says of its mails. */
export const MailText = Type.String({ maxLength: 255, pattern: '^[^\\p{C}]*$' });
export const MailNames = Type.Union(MAILS.map((mail) => Type.Literal(mail)));

/** Characters of a carrier's name, and carriers of a shop. */
export const CARRIER_LENGTH_MAX = 255;
export const CARRIERS_MAX = 100;
/** An https URL with one {number} behind its host: no user name, no blank, nothing that ends a text of HTML. */
export const TRACKING_URL_PATTERN =
  '^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?/[^\\s\\\\{}"\'<>]*\\{number\\}[^\\s\\\\{}"\'<>]*$';

/** What is wrong with carriers, as a phrase; '' for nothing. */
export const carrierProblem = (carriers: readonly Carrier[]): string => {
  const twice = twiceIn(carriers.map(({ name }) => caseless(name.trim())));
  if (twice !== undefined) return `the name ${twice} stands there twice`;
  const wrong = carriers.find(({ trackingUrl }) => !URL.canParse(trackingUrl.replace('{number}', '1')));
  return wrong === undefined ? '' : `${wrong.trackingUrl} is no https URL`;
};

/** Lines of a text in which a line ends with a newline or the two characters `\n`; blank lines are left out. */
export const linesOf = (text: string): readonly string[] =>
  text
    .split(/\r?\n|\\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const twiceIn = <T>(values: readonly T[]): T | undefined =>
  values.find((value, index) => values.indexOf(value) !== index);

/** What is wrong with the ids of methods, as a phrase; '' for nothing. */
export const idProblem = (methods: readonly Method[]): string => {
  const twice = twiceIn(methods.map(({ id }) => id));
  return twice === undefined ? '' : `the id ${twice} stands there twice`;
};

/**
 * What is wrong with payment methods, as a phrase; '' for nothing. get_payment_methods lists them by name in one
 * language, so names must differ in each. `language`: of the shop.
 */
export const paymentMethodProblem = (methods: readonly Method[], language: string): string => {
  // '' stands for all other languages.
  const languages = new Set([
    '',
    ...methods.flatMap(({ name }) => (typeof name === 'string' ? [] : Object.keys(name))),
  ]);
  for (const spoken of languages) {
    const names = methods.map(({ name }) => nameIn(name, spoken, language));
    if (names.includes('object')) return 'object is no name of a method';
    const twice = twiceIn(names);
    if (twice !== undefined) return `the name ${twice} stands there twice`;
  }
  return idProblem(methods);
};
