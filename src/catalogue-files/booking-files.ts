// Bookings as files: a plain table, and DATEV's Buchungsstapel (EXTF 700, category 21, format 13).
//
// DATEV takes single bookings of positive amounts: what is taken back stands on the other side. It finds the tax in a
// gross amount by itself, from the account or the tax key. Not promised: that its tax is ours to the cent, which an
// order rounds line by line.
import { fiscalYearOf } from '../domain/accounting.ts';
import { dayText } from '../domain/date-time.ts';
import { decimalText } from '../domain/money.ts';
import { booksOf, daysName } from '../domain/reports/accounting-export.ts';
import type { Booking } from '../domain/reports/accounting-export.ts';
import { digitsOf } from '../domain/reports/made-report.ts';
import { closingOf } from '../domain/time/closed-month.ts';
import type { Reader } from '../domain/transaction.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { BookingFile, BookingRequest } from '../operations/context/export-services.ts';
import { Bare, datevLine, tableLine } from './csv-line.ts';
import { bytesIn1252 } from './text-encoding.ts';

/** Columns of the plain table. */
const BOOKING_COLUMNS = [
  'date',
  'kind',
  'number',
  'id_order',
  'currency',
  'digits',
  'gross_minor',
  'net_minor',
  'tax_minor',
  'rate',
  'category',
  'country',
  'account',
  'contra_account',
  'tax_code',
  'id_payment_method',
] as const;

const plainFile = ({ fromDay, toDay }: BookingRequest): BookingFile => {
  const line = tableLine(';');
  return {
    name: `bookings-${daysName(fromDay, toDay)}.csv`,
    head: line([...BOOKING_COLUMNS]),
    line: (booking) => {
      const { day, kind, number, orderId, currency, digits, grossMinor, netMinor, taxMinor, rateE6 } = booking;
      const { category, country, account, contraAccount, taxCode, methodId } = booking;
      const isMoney = methodId >= 0;
      return line([
        dayText(day),
        kind,
        number,
        orderId === 0 ? '' : orderId,
        currency,
        digits,
        grossMinor,
        isMoney ? '' : netMinor,
        isMoney ? '' : taxMinor,
        isMoney ? '' : decimalText(rateE6, 6),
        category,
        country,
        account,
        contraAccount,
        taxCode,
        isMoney ? methodId : '',
      ]);
    },
    bytes: (text) => Buffer.from(text),
  };
};

/** `art`, `inhalt`: names of a pair of columns. */
const pairs = (art: string, inhalt: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => [`${art} ${at + 1}`, `${inhalt} ${at + 1}`]).flat();

const words = (text: string): string[] => text.split(';');

/** Columns of DATEV by their names, as the format has them. */
const DATEV_COLUMNS: readonly string[] = [
  ...words('Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto'),
  ...words('Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext'),
  ...words('Postensperre;Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink'),
  ...pairs('Beleginfo - Art', 'Beleginfo - Inhalt', 8),
  ...words('KOST1 - Kostenstelle;KOST2 - Kostenstelle;Kost-Menge;EU-Land u. UStID (Bestimmung)'),
  ...words('EU-Steuersatz (Bestimmung);Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L'),
  ...words('BU 49 Hauptfunktionstyp;BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung'),
  ...pairs('Zusatzinformation - Art', 'Zusatzinformation- Inhalt', 20),
  ...words('Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp;Auftragsnummer'),
  ...words('Buchungstyp;USt-Schlüssel (Anzahlungen);EU-Land (Anzahlungen);Sachverhalt L+L (Anzahlungen)'),
  ...words('EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);Herkunft-Kz;Buchungs GUID;KOST-Datum'),
  ...words('SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername;Beteiligtennummer;Identifikationsnummer'),
  ...words('Zeichnernummer;Postensperre bis;Bezeichnung SoBil-Sachverhalt;Kennzeichen SoBil-Buchung;Festschreibung'),
  ...words('Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit;Generalumkehr (GU);Steuersatz;Land'),
  ...words('Abrechnungsreferenz;BVV-Position;EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung);Abw. Skontokonto'),
];

/** Places of the columns that bookings fill. */
const COLUMN = {
  amount: 0,
  side: 1,
  currency: 2,
  account: 6,
  contraAccount: 7,
  taxCode: 8,
  date: 9,
  number: 10,
  text: 13,
  country: 39,
  rate: 40,
  isFixed: 113,
};

const NUMBER_LENGTH_MAX = 36;
const NAMES: { readonly [K in Booking['kind']]: string } = {
  invoice: 'Rechnung',
  credit_note: 'Gutschrift',
  cancellation: 'Storno',
  reopening: 'Wiederaufnahme',
  received: 'Zahlungseingang',
  refunded: 'Rückzahlung',
};

const compact = (day: string): string => day.replaceAll('-', '');
/** With two decimals. */
const comma = (minor: number, digits: number): string => {
  const text = String(minor * 10 ** (2 - digits)).padStart(3, '0');
  return `${text.slice(0, -2)},${text.slice(-2)}`;
};
/** Characters that a document's number may have there. */
const numberOf = (number: string): string => number.replace(/[^A-Za-z0-9$&%*+/-]/g, '').slice(0, NUMBER_LENGTH_MAX);
const NONE = new Bare('');

/** `home`: country of the seller. */
const datevCells = (booking: Booking, home: string, isFixed: boolean): (string | Bare)[] => {
  const cells: (string | Bare)[] = DATEV_COLUMNS.map(() => NONE);
  const { day, kind, number, currency, digits, grossMinor, rateE6, category, country } = booking;
  const date = dayText(day);
  cells[COLUMN.amount] = new Bare(comma(Math.abs(grossMinor), digits));
  cells[COLUMN.side] = grossMinor > 0 ? 'S' : 'H';
  cells[COLUMN.currency] = currency;
  cells[COLUMN.account] = new Bare(booking.account);
  cells[COLUMN.contraAccount] = new Bare(booking.contraAccount);
  cells[COLUMN.taxCode] = booking.taxCode;
  cells[COLUMN.date] = new Bare(date.slice(8) + date.slice(5, 7));
  cells[COLUMN.number] = numberOf(number);
  cells[COLUMN.text] = `${NAMES[kind]} ${number}`.trim().slice(0, 60);
  cells[COLUMN.isFixed] = new Bare(isFixed ? '1' : '0');
  if (category === 'S' && country !== '' && country !== home) {
    cells[COLUMN.country] = country;
    cells[COLUMN.rate] = new Bare(comma(Math.round(rateE6 / 100), 2));
  }
  return cells;
};

/** Refuses: PARAMETER_INVALID for what a file of DATEV cannot say. */
const datevFile = (shop: Reader, request: BookingRequest): Result<BookingFile> => {
  const { fromDay, toDay } = request;
  const [from, to] = [dayText(fromDay), dayText(toDay)];
  const { accounting, seller } = booksOf(shop, toDay);
  const closing = closingOf(shop, toDay);
  const { chart, consultant, client, accountDigits } = accounting;
  const currency = request.currency || shop.rules.currency;
  if (consultant === 0 || client === 0)
    return refuse('PARAMETER_INVALID', 'format', 'The setting accounting does not say consultant and client.');
  if (digitsOf(shop, currency) > 2)
    return refuse('PARAMETER_INVALID', 'currency', `${currency} has more than the two decimals of a file of DATEV.`);
  const year = fiscalYearOf(accounting, from);
  if (year !== fiscalYearOf(accounting, to))
    return refuse('PARAMETER_INVALID', 'to', 'A file of DATEV is of one fiscal year.');
  const made = new Date(closing?.closedMs ?? shop.atMs).toISOString().replace(/[^0-9]/g, '');
  const numbers = (...values: readonly (number | string)[]): Bare[] => values.map((value) => new Bare(String(value)));
  const begins = ['EXTF', ...numbers(700, 21), 'Buchungsstapel', ...numbers(13, made), NONE, 'KO', '', ''];
  const whose = numbers(consultant, client, compact(year), accountDigits, compact(from), compact(to));
  const flags = numbers(1, 0, closing === undefined ? 0 : 1);
  const named = [`Shop ${daysName(fromDay, toDay)}`.slice(0, 30), '', ...flags, currency];
  const head = datevLine(begins.concat(whose, named, [NONE, '', NONE, NONE, chart.slice(3), NONE, NONE, '', '']));
  return ok({
    name: `EXTF_Buchungsstapel_${daysName(fromDay, toDay)}.csv`,
    head: head + datevLine(DATEV_COLUMNS.map((name) => new Bare(name))),
    line: (booking) =>
      booking.grossMinor === 0 ? '' : datevLine(datevCells(booking, seller.country, closing !== undefined)),
    bytes: bytesIn1252,
  });
};

/** Refuses: PARAMETER_INVALID for what a file of DATEV cannot say. */
export const openBookings = (shop: Reader, request: BookingRequest): Result<BookingFile> =>
  request.format === 'plain' ? ok(plainFile(request)) : datevFile(shop, request);
