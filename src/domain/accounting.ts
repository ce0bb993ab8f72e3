// How the shop's bookkeeping calls what the shop sells and receives: numbers of accounts, and whose books they are.
import { caseless, composed } from '../kernel/text.ts';

/** DATEV's two charts of accounts that most shops use. */
export const CHARTS = ['skr03', 'skr04'] as const;
type Chart = (typeof CHARTS)[number];

/** Standard rate, zero rate, exempt, reverse charge, supply within the Union, export: codes of UNTDID 5305. */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** Which account revenue is booked on. A member that is absent fits all. */
interface RevenueAccount {
  /** In 1/1,000,000. */
  readonly rateE6?: number;
  readonly category?: TaxCategory;
  /** Two letters: where the tax is owed. */
  readonly country?: string;
  readonly taxClass?: string;
  readonly account: string;
  /** DATEV's tax key (BU-Schlüssel); '': the account knows its tax by itself. */
  readonly taxCode: string;
}

interface MoneyAccount {
  /** Id of the payment method; 0: by hand. */
  readonly methodId: number;
  readonly account: string;
}

export interface Accounting {
  readonly chart: Chart;
  /** DATEV's number of the tax consultant; 0: not told. */
  readonly consultant: number;
  /** The consultant's number of the shop; 0: not told. */
  readonly client: number;
  /** Month and day on which a fiscal year begins: `01-01`. */
  readonly fiscalYear: string;
  /** Digits of an account that is no debtor's. */
  readonly accountDigits: number;
  /** Account of all buyers. */
  readonly debtor: string;
  /** Account of money that a method has taken and the bank does not have yet; '': that of the chart. */
  readonly transit: string;
  /** The first that fits counts; where none does, that of the chart. */
  readonly revenue: readonly RevenueAccount[];
  /** Methods whose money has an account of its own. */
  readonly money: readonly MoneyAccount[];
}

export const NO_ACCOUNTING: Accounting = Object.freeze({
  chart: 'skr03',
  consultant: 0,
  client: 0,
  fiscalYear: '01-01',
  accountDigits: 4,
  debtor: '10000',
  transit: '',
  revenue: [],
  money: [],
});

/** As people write it in the file: rates as parts of one. */
export interface WrittenAccounting extends Partial<Omit<Accounting, 'revenue' | 'money'>> {
  readonly revenue?: readonly (Omit<RevenueAccount, 'rateE6' | 'taxCode'> & {
    readonly rate?: number;
    readonly taxCode?: string;
  })[];
  readonly money?: readonly { readonly method: number; readonly account: string }[];
}

export const heldAccounting = ({ revenue = [], money = [], ...rest }: WrittenAccounting): Accounting => ({
  ...NO_ACCOUNTING,
  ...rest,
  revenue: revenue.map(({ rate, category, country, taxClass, account, taxCode = '' }) => ({
    ...(rate !== undefined && { rateE6: Math.round(rate * 1_000_000) }),
    ...(category !== undefined && { category }),
    ...(country !== undefined && { country }),
    ...(taxClass !== undefined && { taxClass: composed(taxClass) }),
    account,
    taxCode,
  })),
  money: money.map(({ method, account }) => ({ methodId: method, account })),
});

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isDayOfEachYear = (text: string): boolean => {
  const [month, day] = text.split('-').map(Number);
  return day! >= 1 && day! <= (DAYS_OF_MONTH[month! - 1] ?? 0);
};

/** What is wrong with it, as a phrase; '' for nothing. */
export const accountingProblem = ({ fiscalYear, money, accountDigits, debtor, ...rest }: Accounting): string => {
  if (!isDayOfEachYear(fiscalYear)) return `fiscal_year ${fiscalYear} is no day of each year`;
  if (debtor.length !== accountDigits + 1) return `debtor ${debtor} has not ${accountDigits + 1} digits`;
  const accounts = [...rest.revenue, ...money].map(({ account }) => account);
  const long = [rest.transit, ...accounts].find((account) => account.length > accountDigits);
  if (long !== undefined) return `the account ${long} has more than ${accountDigits} digits`;
  const methods = money.map(({ methodId }) => methodId);
  const twice = methods.find((id, at) => methods.indexOf(id) !== at);
  return twice === undefined ? '' : `money names the payment method ${twice} twice`;
};

/** What revenue is booked by. */
export interface Sold {
  readonly rateE6: number;
  readonly category: TaxCategory;
  /** Where its tax is owed; '': not known. */
  readonly country: string;
  readonly taxClass: string;
}

interface ChartAccounts {
  readonly transit: string;
  /** Tax of another country of the Union (One-Stop-Shop). */
  readonly abroad: string;
  /** By rate in 1/1,000,000. */
  readonly rates: { readonly [rateE6: number]: string };
  readonly small: string;
  /** Without tax, and with a rate of which the chart knows no account. */
  readonly others: { readonly [C in TaxCategory]: string };
}

const CHART_ACCOUNTS: { readonly [C in Chart]: ChartAccounts } = {
  skr03: {
    transit: '1360',
    abroad: '8320',
    rates: { 190_000: '8400', 70_000: '8300' },
    small: '8195',
    others: { S: '8200', Z: '8200', E: '8100', AE: '8337', K: '8125', G: '8120' },
  },
  skr04: {
    transit: '1460',
    abroad: '4320',
    rates: { 190_000: '4400', 70_000: '4300' },
    small: '4185',
    others: { S: '4200', Z: '4200', E: '4100', AE: '4337', K: '4125', G: '4120' },
  },
};

const fits = ({ rateE6, category, country, taxClass }: RevenueAccount, sold: Sold): boolean =>
  (rateE6 === undefined || rateE6 === sold.rateE6) &&
  (category === undefined || category === sold.category) &&
  (country === undefined || country === sold.country) &&
  (taxClass === undefined || caseless(taxClass) === caseless(sold.taxClass));

/** `home`: the seller's country; `isSmall`: the seller is a small business. */
export const revenueAccount = (
  { chart, revenue }: Accounting,
  sold: Sold,
  home: string,
  isSmall: boolean,
): Pick<RevenueAccount, 'account' | 'taxCode'> => {
  const own = revenue.find((one) => fits(one, sold));
  if (own !== undefined) return own;
  const { rates, others, small, abroad } = CHART_ACCOUNTS[chart];
  const { rateE6, category, country } = sold;
  if (category === 'E' && isSmall) return { account: small, taxCode: '' };
  if (category === 'S' && country !== '' && home !== '' && country !== home) return { account: abroad, taxCode: '' };
  return { account: (category === 'S' ? rates[rateE6] : undefined) ?? others[category], taxCode: '' };
};

/** The account of money that a payment method took; 0: by hand. */
export const moneyAccount = ({ chart, transit, money }: Accounting, methodId: number): string =>
  money.find((one) => one.methodId === methodId)?.account ?? (transit || CHART_ACCOUNTS[chart].transit);

/** First day of the fiscal year of a day, both as YYYY-MM-DD. */
export const fiscalYearOf = ({ fiscalYear }: Accounting, day: string): string => {
  const year = Number(day.slice(0, 4));
  return day.slice(5) >= fiscalYear ? `${day.slice(0, 4)}-${fiscalYear}` : `${year - 1}-${fiscalYear}`;
};
