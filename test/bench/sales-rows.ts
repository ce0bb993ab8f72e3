// Rows of a file of invoices as text, and the sales that the replay reads out of them.
import { Readable } from 'node:stream';
import { readSales } from '../../bench/replay/invoices.ts';
import type { Sales } from '../../bench/replay/invoices.ts';

export const HEADER = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\r\n';
export const row = (invoice: string, code: string, quantity: string, price: string): string =>
  `${invoice},${code},WHAT,${quantity},2010-12-01 08:26:00,${price},17850.0,United Kingdom\r\n`;
export const salesOf = (text: string): Promise<Sales> => readSales(Readable.from([Buffer.from(text)]));
