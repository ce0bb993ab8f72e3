// Texts of bookings and closed months, which are loaded with their dialogs.
import { language } from '../preferences.ts';

const en = {
  title: 'For accounting',
  month: 'Month',
  monthHint: 'Of the shop. Its documents and its money, as they are dated.',
  what: 'What is to be done',
  does: {
    datev: 'Download for DATEV',
    plain: 'Download as a table',
    close: 'Close the month',
    open: 'Open the month again',
  },
  saved: (bookings: string, sums: string) => `${bookings} bookings. ${sums}`,
  sum: (gross: string, tax: string, received: string, refunded: string) =>
    `Documents ${gross}, tax in them ${tax}, received ${received}, given back ${refunded}.`,
  closed: (month: string) => `${month} is closed.`,
  opened: (month: string) => `${month} is open.`,
  lastClosed: (month: string) => `Closed until ${month}.`,
  closeHint: 'Nothing is dated in it any more, and its figures stay as they are. Months close one after the other.',
  openHint: 'Only the month that was closed last can be opened. If no other is closed, all before it open as well.',
  fields: {
    chart: 'Chart of accounts',
    consultant: 'Number of the tax consultant',
    client: 'Number of the shop at the consultant',
    fiscal_year: 'A fiscal year begins on (MM-DD)',
    account_digits: 'Digits of an account',
    debtor: 'Account of buyers',
    transit: 'Account of money in transit',
  },
  transitHint: 'Empty: that of the chart.',
  money: (method: string) => `Account of money by ${method}`,
  rest: 'Accounts of revenue are those of the chart; others are told by a call: docs/sell/accounting.md.',
};

const de: typeof en = {
  title: 'Für die Buchhaltung',
  month: 'Monat',
  monthHint: 'Des Shops. Seine Belege und Zahlungen, nach ihrem Datum.',
  what: 'Was getan werden soll',
  does: {
    datev: 'Für DATEV herunterladen',
    plain: 'Als Tabelle herunterladen',
    close: 'Monat abschließen',
    open: 'Monat wieder öffnen',
  },
  saved: (bookings, sums) => `${bookings} Buchungen. ${sums}`,
  sum: (gross, tax, received, refunded) =>
    `Belege ${gross}, Steuer darin ${tax}, erhalten ${received}, zurückgezahlt ${refunded}.`,
  closed: (month) => `${month} ist abgeschlossen.`,
  opened: (month) => `${month} ist offen.`,
  lastClosed: (month) => `Abgeschlossen bis ${month}.`,
  closeHint: 'Nichts wird mehr auf ihn datiert, und seine Zahlen bleiben. Monate werden der Reihe nach abgeschlossen.',
  openHint: 'Nur der zuletzt abgeschlossene Monat. Ist kein anderer abgeschlossen, öffnen sich alle davor mit.',
  fields: {
    chart: 'Kontenrahmen',
    consultant: 'Beraternummer',
    client: 'Mandantennummer',
    fiscal_year: 'Ein Wirtschaftsjahr beginnt am (MM-TT)',
    account_digits: 'Länge der Sachkonten',
    debtor: 'Konto der Käufer (Debitor)',
    transit: 'Konto Geldtransit',
  },
  transitHint: 'Leer: das des Kontenrahmens.',
  money: (method) => `Konto für Geld über ${method}`,
  rest: 'Erlöskonten sind die des Kontenrahmens; andere nennt ein Aufruf: docs/sell/accounting.md.',
};

/** In the language that is chosen now. */
export const accountingTexts = (): typeof en => ({ en, de })[language.value];
