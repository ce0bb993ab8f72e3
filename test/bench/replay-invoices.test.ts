// Catches rows of a file of invoices that are lost, read wrongly or sold although they cannot be, and an unreadable
// file that is not explained.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { readSales, readSalesFile } from '../../bench/replay/invoices.ts';
import { HEADER, row, salesOf } from './sales-rows.ts';

const directory = mkdtempSync(join(tmpdir(), 'kontor-replay-test-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('the file', () => {
  test('rows are grouped by invoice, also when they are apart', async () => {
    const sales = await salesOf(
      `${HEADER}${row('1', 'A', '2', '2.55')}${row('2', 'B', '1', '1')}${row('1', 'C', '0.5', '0.001')}`,
    );
    expect(
      sales.invoices.map(({ number, customer, lines }) => [number, customer, lines.map(({ stockCode }) => stockCode)]),
    ).toEqual([
      ['1', '17850', ['A', 'C']],
      ['2', '17850', ['B']],
    ]);
    expect(sales.invoices[0]?.lines[1]).toMatchObject({ priceE4: 10n, quantityMilli: 500n });
  });

  test('what cannot be sold is counted, not sold', async () => {
    const sales = await salesOf(
      HEADER +
        row('C1', 'A', '-2', '2.55') +
        row('2', 'A', '-1', '1') +
        row('2', 'A', '1', '0') +
        row('3', 'A', '1', 'x') +
        row('4', 'A', '1', '1') +
        row('4', 'A', '1', '1.00001') +
        row('', 'A', '1', '1'),
    );
    expect(sales).toMatchObject({ rows: 7, invoiceNumbers: 4, cancellations: 1, cancelledRows: 1, skippedInvoices: 2 });
    expect(sales).toMatchObject({ unsellableRows: 2, unreadableRows: 3 });
    expect(sales.invoices.map(({ number }) => number)).toEqual(['4']);
    expect(sales.unreadable).toEqual([
      { line: 5, reason: 'UnitPrice "x" is no decimal number' },
      { line: 7, reason: 'UnitPrice "1.00001" has more than 4 decimals' },
      { line: 8, reason: 'InvoiceNo is empty' },
    ]);
  });

  test('quoted fields, a byte order mark and other column orders are read', async () => {
    const header = '\uFEFFStockCode,InvoiceNo,More,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n';
    const text = `${header}A,1,,"two\nlines, and ""ü""",3,d,1.50,,DE\nB,1,,x,1,d,bad,,DE\n`;
    const sales = await salesOf(text);
    expect(sales.invoices[0]?.lines[0]).toMatchObject({
      stockCode: 'A',
      description: 'two\nlines, and "ü"',
      priceE4: 15_000n,
    });
    expect(sales.unreadable).toEqual([{ line: 4, reason: 'UnitPrice "bad" is no decimal number' }]);
  });

  // Catches rows cut at the border of two chunks.
  test('chunks do not matter', async () => {
    const bytes = Buffer.from(`${HEADER}${row('1', 'Ä', '2', '2.55')}${row('1', 'B', '1', '1.25')}`);
    const whole = await salesOf(bytes.toString());
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (size) => {
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        expect(await readSales(Readable.from(chunks))).toEqual(whole);
      }),
    );
  });

  test('a missing column is named', async () => {
    await expect(salesOf('InvoiceNo,StockCode,Description,Quantity,InvoiceDate,CustomerID,Country\n')).rejects.toThrow(
      /lacks the column UnitPrice/,
    );
    await expect(salesOf('')).rejects.toThrow(/is empty/);
  });

  test('an unreadable file is explained', async () => {
    const packed = gzipSync(HEADER + row('1', 'A', '1', '1'));
    const write = (name: string, bytes: Buffer | string): string => {
      const path = join(directory, name);
      writeFileSync(path, bytes);
      return path;
    };
    expect((await readSalesFile(write('whole.csv.gz', packed))).sales.rows).toBe(1);
    await expect(readSalesFile(write('cut.csv.gz', packed.subarray(0, -12)))).rejects.toThrow(/not readable as gzip/);
    await expect(readSalesFile(write('plain.csv.gz', HEADER))).rejects.toThrow(/not readable as gzip/);
    await expect(readSalesFile(write('open.csv', `${HEADER}1,"A`))).rejects.toThrow(/not readable as CSV/);
    await expect(readSalesFile(join(directory, 'none.csv'))).rejects.toThrow(/no such file/);
  });
});
