// A row of another system's table: its cells by the fields that the format declares, read as what they are to be.
//
// A wrong cell is noted here, with its line and column, and its reader gets a harmless value. A row with a fault is
// refused, and with it the product that it is part of.
import { readDecimal } from '../kernel/decimal-text.ts';
import { isAllowedText } from '../kernel/params.ts';
import { refuse, shown } from '../kernel/result.ts';
import type { Refusal } from '../kernel/result.ts';
import { priceDoubt } from './doubts.ts';
import type { TableColumns } from './foreign-columns.ts';
import type { Fields } from './foreign-fields.ts';

/** `12`, `12.5` or `.5`. */
const NUMBER = /^(\d+(\.\d+)?|\.\d+)$/;
const SIGNED = /^-?(\d+(\.\d+)?|\.\d+)$/;
const ANY_NUMBER = { usualDecimals: 0, decimalsMax: Infinity, min: -Infinity, max: Infinity };
/** `12.50 EUR`, `EUR 12.50` or `1,299.00`. */
const MONEY = /^(?:([a-z]{3})\s*)?([\d.,]+)(?:\s*([a-z]{3}))?$/i;
/** `1,299` or `1,299.00`. */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/;
/** As a spreadsheet shows a long number: its last digits are gone. */
const SHORTENED = /^\d([.,]\d+)?E\+?\d+$/i;
const FORMULA_FAULT = /^#(REF|NAME|VALUE|N\/A|DIV\/0|NULL|NUM)[!?]?$|^#{3,}$/i;
/** UTF-8 that was read as windows-1252 before it was saved. */
const TWICE_ENCODED = /[ÂÃ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[\u0080-\u00bf™œ“”¢¦]/u;

const YES = new Set(['1', 'true', 'yes', 'y', 'on', 'ja', 'oui', 'si', 'wahr', 'published', 'enabled']);
const NO = new Set(['0', 'false', 'no', 'n', 'off', 'nein', 'non', 'falsch', 'draft', 'disabled']);

const commaHint = (cell: string): string => {
  const isNumber = cell.includes(',') && readDecimal(cell, ',', ANY_NUMBER).kind !== 'wrong';
  return isNumber ? ': digits behind a point are wanted, and no comma' : '';
};

const whyDoubtful = (cell: string): string => {
  if (FORMULA_FAULT.test(cell)) return 'a formula of a spreadsheet has failed here';
  if (cell.includes('\ufffd')) return 'a character was lost before the file was written';
  return TWICE_ENCODED.test(cell) ? 'it looks like UTF-8 that was read as windows-1252' : '';
};

/** Whether the last digit of a number of 8, 12, 13 or 14 digits is the one that the others ask for (GS1). */
const hasCheckDigit = (digits: string): boolean => {
  if (![8, 12, 13, 14].includes(digits.length)) return false;
  const sum = [...digits]
    .toReversed()
    .slice(1)
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
};

export class ForeignRow<F extends Fields = Fields> {
  readonly line: number;
  /** Why the row is refused; the first fault that was found. */
  fault: Refusal | undefined;
  private readonly cells: readonly string[];
  private readonly columns: TableColumns;
  /** The cells behind these are not known. */
  private readonly knownCells: number;

  /** `fault`: of the row as a whole. `knownCells`: how many of its cells are certain. */
  constructor(
    line: number,
    cells: readonly string[],
    columns: TableColumns,
    fault?: Refusal,
    knownCells = Number.POSITIVE_INFINITY,
  ) {
    this.line = line;
    this.knownCells = knownCells;
    this.cells = cells;
    this.columns = columns;
    this.fault = fault ?? this.unfit();
  }

  private unfit(): Refusal | undefined {
    const index = this.cells.findIndex((cell) => !isAllowedText(cell));
    if (index < 0) return undefined;
    const why = `Column ${index + 1} (${this.columns.shownName(index)}) holds characters that are not allowed.`;
    return refuse('PARAMETER_INVALID', this.columns.nameOf(index), why);
  }

  private read(index: number): string {
    const cell = this.cells[index] ?? '';
    this.columns.take(index);
    const why = cell === '' ? '' : whyDoubtful(cell);
    if (why !== '') this.doubt(index, why);
    return cell;
  }

  private doubt(index: number, why: string): void {
    const [column, cell] = [this.columns.nameOf(index), this.cells[index] ?? ''];
    this.columns.doubts.add({ line: this.line, column, cell, why });
  }

  /** The column that a field is read from here: the first one that has something, else the first one, else -1. */
  private place(field: keyof F & string, part = ''): number {
    const places = this.columns.placesOf(field, part);
    const filled = places.filter((index) => (this.cells[index] ?? '') !== '');
    const [first, ...others] = filled;
    if (first === undefined) return places[0] ?? -1;
    const sameName = (index: number): boolean => this.columns.keyOf(index) === this.columns.keyOf(first);
    const other = others.find((index) => sameName(index) && this.cells[index] !== this.cells[first]);
    if (other !== undefined)
      this.refuse(
        other,
        `columns ${first + 1} and ${other + 1} have one name, and say ${shown(JSON.stringify(this.cells[first]))} and ` +
          shown(JSON.stringify(this.cells[other])),
      );
    return first;
  }

  private refuse(index: number, why: string): void {
    const name = this.columns.nameOf(index);
    this.fault ??= refuse('PARAMETER_INVALID', name, `${why[0]!.toUpperCase()}${why.slice(1)}.`);
  }

  /** Refuses the row, by the column of a field. */
  reject(field: keyof F & string, why: string): void {
    this.refuse(this.place(field), why);
  }

  /** Refuses the row as a whole. */
  refuseWith(fault: Refusal): void {
    this.fault ??= fault;
  }

  /** Notes that what a field says is doubtful, and brings it. */
  suspect(field: keyof F & string, why: string, part = ''): void {
    const index = this.place(field, part);
    if (index >= 0) this.doubt(index, why);
  }

  /** Whether it is certain what the row says in a field, also where the row is refused. */
  knows(field: keyof F & string): boolean {
    return this.columns.indexesOf(field).every((index) => index < this.knownCells);
  }

  has(field: keyof F & string, part = ''): boolean {
    return this.peek(field, part) !== '';
  }

  /** Reads a cell only to decide something: its column does not count as read by that. */
  peek(field: keyof F & string, part = ''): string {
    return this.cells[this.place(field, part)] ?? '';
  }

  /** The cell without blanks around it; '' for none. `part`: what stands for `{n}` or `{}` in the column's name. */
  text(field: keyof F & string, part = ''): string {
    const index = this.place(field, part);
    return index < 0 ? '' : this.read(index);
  }

  /** Every filled cell of a field of several columns, by what stands for `{n}` or `{}`, in the order of the table. */
  each(field: keyof F & string): readonly (readonly [part: string, cell: string])[] {
    return this.columns
      .partsOf(field)
      .map((part) => [part, this.text(field, part)] as const)
      .filter(([, cell]) => cell !== '');
  }

  private number(field: keyof F & string, part: string, pattern: RegExp, what: string): string {
    const cell = this.text(field, part);
    if (cell === '' || pattern.test(cell)) return cell;
    this.refuse(this.place(field, part), `${shown(JSON.stringify(cell))} is no ${what}${commaHint(cell)}`);
    return '';
  }

  private amount(price: string, field: keyof F & string, part: string): string {
    const why = priceDoubt(price, this.columns.currencyDigits);
    if (why !== '') this.doubt(this.place(field, part), why);
    return price;
  }

  /** In the currency's main unit; '' for none. A row with another text is refused. */
  price(field: keyof F & string, part = ''): string {
    return this.amount(this.number(field, part, NUMBER, 'price'), field, part);
  }

  /** One comma before three digits, and nothing behind them, is a point to some. */
  private grouped(digits: string, field: keyof F & string): string {
    const plain = digits.replaceAll(',', '');
    const isDoubtful = readDecimal(digits, '.', ANY_NUMBER).kind === 'doubtful';
    if (!isDoubtful) return this.amount(plain, field, '');
    this.doubt(this.place(field), `it may be ${plain} or ${digits.replace(',', '.')}: it is brought as ${plain}`);
    return plain;
  }

  /** A price with the code of its currency, before or behind it. A row with another currency or text is refused. */
  money(field: keyof F & string, currency: string): string {
    const cell = this.text(field);
    if (cell === '') return '';
    const found = MONEY.exec(cell);
    const code = (found?.[1] ?? found?.[3] ?? currency).toUpperCase();
    const digits = found?.[2] ?? '';
    const isGrouped = GROUPED.test(digits);
    if (code !== currency)
      this.refuse(this.place(field), `${shown(JSON.stringify(cell))} is not in ${currency}, the shop's currency`);
    else if (isGrouped || NUMBER.test(digits))
      return isGrouped ? this.grouped(digits, field) : this.amount(digits, field, '');
    else
      this.refuse(
        this.place(field),
        `${shown(JSON.stringify(cell))} is no price such as "12.50 ${currency}"${commaHint(digits)}`,
      );
    return '';
  }

  /** A price in the currency's smallest unit, as one in its main unit: 1250 of a currency of two decimals is 12.50. */
  minor(field: keyof F & string, cell: string): string {
    const { currencyDigits } = this.columns;
    if (!/^\d+$/.test(cell)) {
      this.refuse(this.place(field), `${shown(JSON.stringify(cell))} is no price in the currency's smallest unit`);
      return '';
    }
    const digits = cell.padStart(currencyDigits + 1, '0');
    const whole = digits.slice(0, digits.length - currencyDigits);
    return currencyDigits === 0 ? whole : `${whole}.${digits.slice(-currencyDigits)}`;
  }

  /** Pieces; '' for none. Below 0 counts as 0. A row with another text is refused. */
  pieces(field: keyof F & string, part = ''): string {
    const pieces = this.number(field, part, SIGNED, 'number of pieces');
    if (!pieces.startsWith('-')) return pieces;
    this.doubt(this.place(field, part), 'below 0: it is brought as 0');
    return '0';
  }

  /**
   * Pieces of something that is counted. An empty cell means none, so that never more is sold than there is. '' where
   * the table has no such column.
   */
  countedPieces(field: keyof F & string): string {
    const pieces = this.pieces(field);
    if (pieces !== '' || this.fault !== undefined || this.place(field) < 0) return pieces;
    this.suspect(field, 'the stock is counted, and how much there is does not stand here: it is brought as 0');
    return '0';
  }

  /** A measure, divided by how many of its unit are one of Kontor's; '' for none, and for 0. */
  measure(field: keyof F & string, divisor = 1, part = ''): string {
    const measure = this.number(field, part, NUMBER, 'measure');
    const value = Math.round((Number(measure) / divisor) * 1e6) / 1e6;
    return measure === '' || value === 0 ? '' : String(value);
  }

  /** Yes or no in the words that systems write; `otherwise` for an empty cell. A row with another text is refused. */
  flag(field: keyof F & string, otherwise: boolean): boolean {
    const cell = this.text(field);
    const word = cell.toLowerCase();
    if (cell === '') return otherwise;
    if (YES.has(word)) return true;
    if (!NO.has(word)) this.refuse(this.place(field), `${shown(JSON.stringify(cell))} is neither yes nor no`);
    return false;
  }

  /** An article number. */
  code(field: keyof F & string): string {
    const cell = this.text(field);
    if (SHORTENED.test(cell)) this.suspect(field, 'a spreadsheet seems to have shortened a number');
    return cell;
  }

  /** The number of a bar code; '' for none, and for what a spreadsheet has made of one. */
  ean(field: keyof F & string): string {
    const cell = this.text(field).replace(/^'/, '');
    if (SHORTENED.test(cell)) {
      this.suspect(field, 'a spreadsheet has shortened a number, and its digits are lost: it is left out');
      return '';
    }
    if (cell !== '' && !hasCheckDigit(cell.replaceAll(/[\s-]/g, '')))
      this.suspect(field, 'no bar code number: its check digit is wrong, or digits are missing');
    return cell;
  }

  /** Values of a cell between `separator`, without blanks around them and without empty ones. */
  list(field: keyof F & string, separator: string | RegExp, part = ''): string[] {
    return listed(this.text(field, part), separator);
  }
}

export const listed = (cell: string, separator: string | RegExp): string[] =>
  cell
    .split(separator)
    .map((value) => value.trim())
    .filter((value) => value !== '');
