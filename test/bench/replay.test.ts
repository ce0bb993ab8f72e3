// Catches a replay whose own arithmetic or plan is wrong, so that it would find the shop right or wrong by mistake.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { compareOrder, money, quantityIs } from '../../bench/replay/compare.ts';
import { forEachConcurrently } from '../../bench/replay/concurrent.ts';
import { divideHalfUp, formatDecimal, lineSumMinor, parseDecimal } from '../../bench/replay/decimal.ts';
import { readSales, readSalesFile } from '../../bench/replay/invoices.ts';
import type { Sales } from '../../bench/replay/invoices.ts';
import { Histogram } from '../../bench/replay/latency.ts';
import { readyUrl } from '../../bench/replay/own-server.ts';
import { planOf } from '../../bench/replay/plan.ts';
import { StateFile } from '../../bench/replay/state-file.ts';

const HEADER = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\r\n';
const row = (invoice: string, code: string, quantity: string, price: string): string =>
  `${invoice},${code},WHAT,${quantity},2010-12-01 08:26:00,${price},17850.0,United Kingdom\r\n`;
const salesOf = (text: string): Promise<Sales> => readSales(Readable.from([Buffer.from(text)]));

const directory = mkdtempSync(join(tmpdir(), 'kontor-replay-test-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const scaled = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const priceE4 = fc.bigInt({ min: 1n, max: 10n ** 9n });
const quantityMilli = fc.bigInt({ min: 1n, max: 10n ** 9n });

describe('exact decimals', () => {
  // Catches a wrong divisor, a float on the way, and banker's rounding: the sum is the one cent figure s with
  // s - 1/2 ≤ p·q < s + 1/2, as a rational over 10^7.
  test('a line sum is the product rounded half up', () => {
    fc.assert(
      fc.property(priceE4, quantityMilli, (price, quantity) => {
        const productE7 = price * quantity;
        const sumE7 = lineSumMinor(price, quantity) * 100_000n;
        expect(sumE7 - 50_000n <= productE7 && productE7 < sumE7 + 50_000n).toBe(true);
      }),
    );
  });

  test.each([
    [10_050n, 100n, 10n], // 1.005 × 0.1 = 0.1005
    [50n, 1_000n, 1n], // 0.005: half goes up
    [49n, 1_000n, 0n],
    [10n, 1_000n, 0n], // 0.001, which the file has
    [25_500n, 6_000n, 1_530n],
    [135_413_300n, 1_000n, 1_354_133n],
  ])('price %d × quantity %d = %d', (price, quantity, sum) => {
    expect(lineSumMinor(price, quantity)).toBe(sum);
  });

  // Catches rounding towards zero or plus infinity for refunds.
  test('negative amounts are the mirror image', () => {
    fc.assert(
      fc.property(scaled, fc.bigInt({ min: 1n, max: 10n ** 9n }), (n, d) => {
        expect(divideHalfUp(-n, d)).toBe(-divideHalfUp(n, d));
      }),
    );
  });

  // Catches lost signs, lost leading zeros and trimmed digits.
  test('text and scaled integer are the same number', () => {
    fc.assert(
      fc.property(
        scaled,
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 0, max: 8 }),
        (value, decimals, decimalsMin) => {
          expect(parseDecimal(formatDecimal(value, decimals, decimalsMin), decimals)).toBe(value);
        },
      ),
    );
  });

  test('digits beyond the decimals are refused, zeros are not', () => {
    expect(parseDecimal('1.23450', 4)).toBe(12_345n);
    expect(parseDecimal('1.23456', 4)).toBe('too_fine');
    expect(parseDecimal('7.', 4)).toBe(70_000n);
    for (const text of ['', '.', '.5', '1e3', '1,5', 'NaN', '--1', '1 ', '0x1', '١'])
      expect(parseDecimal(text, 4)).toBe('malformed');
  });

  // Catches a reply's double being compared other than by the decimal that was sent.
  test('a JSON number of at most 15 digits prints as what was sent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), (minor) => {
        expect(parseDecimal(String(JSON.parse(money(minor))), 2)).toBe(minor);
      }),
    );
  });
});

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

const codes = fc.constantFrom('A', 'B', 'a', 'A 1.00');
const line = fc.record({
  stockCode: codes,
  description: fc.constant(''),
  priceE4: fc.bigInt({ min: 1n, max: 50_000n }),
  quantityMilli: fc.bigInt({ min: 1n, max: 9_000n }),
  row: fc.constant(1),
});
const lines = fc.array(line, { minLength: 1, maxLength: 30 });
const invoices = fc
  .array(lines, { minLength: 1, maxLength: 5 })
  .map((all) => all.map((lines, index) => ({ number: String(index), customer: '', lines })));

describe('the plan', () => {
  // Catches a line lost or sold twice where an invoice is cut, and stock that does not cover what is sold.
  test('every line is sold once, in its order, from stock that leaves the surplus', () => {
    fc.assert(
      fc.property(invoices, fc.integer({ min: 1, max: 12 }), (invoices, cartLinesMax) => {
        const plan = planOf(invoices, cartLinesMax);
        const sold = plan.sales.flatMap(({ lines }) => lines);
        expect(sold.map(({ product, quantityMilli }) => [product.stockCode, product.priceE4, quantityMilli])).toEqual(
          invoices.flatMap(({ lines }) =>
            lines.map(({ stockCode, priceE4, quantityMilli }) => [stockCode, priceE4, quantityMilli]),
          ),
        );
        expect(plan.sales.every(({ lines }) => lines.length <= cartLinesMax)).toBe(true);
        expect(plan.sumMinor).toBe(
          sold.reduce((sum, line) => sum + lineSumMinor(line.product.priceE4, line.quantityMilli), 0n),
        );
        expect(new Set(plan.products.map(({ name }) => name)).size).toBe(plan.products.length);
        expect(new Set(plan.sales.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(plan.sales.length);
        for (const { demandMilli, placedUnits, leftUnits } of plan.stocks) {
          const leftMilli = placedUnits * 1_000n - demandMilli;
          expect(leftMilli >= 1_000n && leftMilli < 2_000n && leftUnits === 1n).toBe(true);
        }
      }),
    );
  });

  test('a stock code at two prices is two products of one stock', async () => {
    const plan = planOf(
      (await salesOf(HEADER + row('1', 'A', '2', '2.5') + row('1', 'A', '3', '2.55') + row('1', 'A', '1', '2.50')))
        .invoices,
      2,
    );
    expect(plan.products.map(({ name }) => name)).toEqual(['A 2.50', 'A 2.55']);
    expect(plan.stocks).toEqual([{ stockCode: 'A', demandMilli: 6_000n, placedUnits: 7n, leftUnits: 1n }]);
    expect(plan.sales.map(({ id, note, idempotencyKey, sumMinor }) => [id, note, idempotencyKey, sumMinor])).toEqual([
      ['1', 'invoice 1', 'invoice-1', 1_265n],
      ['1/2', 'invoice 1/2', 'invoice-1/2', 250n],
    ]);
    expect(plan.splitInvoices).toBe(1);
  });
});

describe('cancellations', () => {
  const planned = async (...rows: string[]) => {
    const sales = await salesOf(HEADER + rows.join(''));
    const { returns, stocks } = planOf(sales.invoices, undefined, sales.cancelled);
    const { canceled, placements, matched, unmatched } = returns;
    return {
      canceled: canceled.map(({ id }) => id),
      placements: placements.map(({ id, units }) => [id, units]),
      matched,
      unmatched,
      left: stocks.map(({ leftUnits }) => leftUnits),
    };
  };

  test('a part goes back into the storage, the whole order is canceled', async () => {
    const rows = [row('1', 'A', '5', '2.55'), row('2', 'A', '3', '2.55'), row('2', 'B', '1', '1')];
    expect(await planned(...rows, row('C3', 'A', '-2', '2.55'))).toEqual({
      canceled: [],
      placements: [['C3-4', 2n]],
      matched: 1,
      unmatched: 0,
      left: [3n, 1n],
    });
    expect(await planned(...rows, row('C3', 'A', '-3', '2.55'), row('C3', 'B', '-1', '1'))).toEqual({
      canceled: ['2'],
      placements: [],
      matched: 2,
      unmatched: 0,
      left: [4n, 2n],
    });
  });

  test('the latest sale before it with enough left is taken, once', async () => {
    const rows = [row('1', 'A', '5', '2.55'), row('2', 'A', '3', '2.55')];
    const cancel = (quantity: string): string => row('C3', 'A', quantity, '2.55');
    // Four fit into the first only; three empty the second; the second has nothing left for another one.
    expect(await planned(...rows, cancel('-4'), cancel('-3'), cancel('-1'))).toMatchObject({
      canceled: ['1', '2'],
      matched: 3,
      left: [9n],
    });
    expect(await planned(...rows, cancel('-3'), cancel('-6'))).toMatchObject({
      canceled: ['2'],
      matched: 1,
      unmatched: 1,
      left: [4n],
    });
    expect(await planned(cancel('-1'), ...rows)).toMatchObject({ matched: 0, unmatched: 1, left: [1n] });
  });

  test('another price, code or customer, no customer and parts of a piece match nothing', async () => {
    const sold = row('1', 'A', '5', '2.55');
    for (const cancelled of [
      row('C2', 'A', '-1', '2.56'),
      row('C2', 'B', '-1', '2.55'),
      row('C2', 'A', '-0.5', '2.55'),
      row('C2', 'A', '-1', '2.55').replace('17850.0', '17851'),
    ]) {
      expect(await planned(sold, cancelled)).toMatchObject({ matched: 0, unmatched: 1, left: [1n] });
    }
    expect(
      await planned(sold.replace('17850.0', ''), row('C2', 'A', '-5', '2.55').replace('17850.0', '')),
    ).toMatchObject({ canceled: [], unmatched: 1 });
  });

  // Catches a sale that gives back more than it sold, and stock that is not what was placed, less what was sold, plus
  // what came back.
  test('no sale gives back more than it sold', () => {
    const cancellation = fc.record({ invoice: fc.nat(4), quantity: fc.bigInt({ min: 1n, max: 9n }) });
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 9n }), { minLength: 1, maxLength: 5 }),
        fc.array(cancellation, { maxLength: 8 }),
        (quantities, cancelled) => {
          const article = { stockCode: 'A', description: '', priceE4: 10_000n };
          const invoices = quantities.map((quantity, at) => ({
            number: String(at),
            customer: 'x',
            lines: [{ ...article, quantityMilli: quantity * 1000n, row: at }],
          }));
          const { returns, stocks } = planOf(
            invoices,
            undefined,
            cancelled.map(({ quantity }, at) => ({
              ...article,
              number: `C${at}`,
              customer: 'x',
              quantityMilli: quantity * 1000n,
              row: 100 + at,
            })),
          );
          const back =
            returns.placements.reduce((sum, { units }) => sum + units, 0n) +
            returns.canceled.reduce((sum, { lines }) => sum + lines[0]!.quantityMilli / 1000n, 0n);
          expect(back).toBeLessThanOrEqual(quantities.reduce((sum, one) => sum + one, 0n));
          expect(stocks[0]!.leftUnits).toBe(1n + back);
          expect(returns.matched + returns.unmatched).toBe(cancelled.length);
        },
      ),
    );
  });
});

describe('the comparison', () => {
  const orderOf = async () => {
    const sale = planOf((await salesOf(HEADER + row('1', 'A', '3', '2.55') + row('1', 'B', '1.5', '0.333'))).invoices)
      .sales[0];
    if (sale === undefined) throw new Error('no sale');
    const contents = [
      { type: 'PRODUCT', id_product: 7, name: 'A 2.55', quantity: 3, price: 2.55, sum_price: 7.65 },
      { type: 'PRODUCT', id_product: 8, name: 'B 0.333', quantity: 1.5, price: 0.333, sum_price: 0.5 },
    ];
    const ids = new Map([
      ['A 2.55', 7],
      ['B 0.333', 8],
    ]);
    return {
      sale,
      order: { order_note: 'invoice 1', order_state: 'OPEN', cart: { sum: 8.15, total: 8.15, contents } },
      ids,
    };
  };

  test('an order that is the invoice has no difference', async () => {
    const { sale, order, ids } = await orderOf();
    expect(compareOrder(order, sale, ids)).toEqual({ sumMinor: 815n, differences: [] });
  });

  // Catches a comparison that overlooks a member.
  test.each([
    ['cart', 'sum', 8.16],
    ['cart', 'sum', 8.150000000000002],
    ['cart', 'sum', null],
    ['cart', 'total', 8.14],
    ['cart', 'contents', []],
    ['line', 'type', 'DELIVERY_COSTS'],
    ['line', 'id_product', 8],
    ['line', 'name', 'A 2.56'],
    ['line', 'quantity', 2],
    ['line', 'price', 2.5501],
    ['line', 'sum_price', 7.66],
    ['order', 'order_note', 'invoice 2'],
    ['order', 'order_state', 'CANCELED'],
  ] as const)('%s.%s = %j is a difference', async (where, member, value) => {
    const { sale, order, ids } = await orderOf();
    const at: Record<string, unknown> =
      where === 'order' ? order : where === 'cart' ? order.cart : (order.cart.contents[0] ?? {});
    at[member] = value;
    const { differences } = compareOrder(order, sale, ids);
    expect(differences).toHaveLength(1);
    expect(differences[0]).toContain(member === 'contents' ? 'number of lines' : member);
  });

  test('anything may come as an order', async () => {
    const { sale, ids } = await orderOf();
    fc.assert(
      fc.property(fc.jsonValue(), (read) => {
        expect(compareOrder(read, sale, ids).differences.length).toBeGreaterThan(0);
      }),
    );
  });

  test('stock is compared exactly', () => {
    expect(quantityIs({ availability: { quantity: 1 } }, 1n)).toBe(true);
    for (const quantity of [0, 2, 1.001, null, '']) expect(quantityIs({ availability: { quantity } }, 1n)).toBe(false);
  });
});

describe('the state file', () => {
  const header = { replay: 1, file: 'f.csv', sha256: 'x', limit: 0, store: '', url: 'http://x', pid: 1 } as const;

  // Catches a state that does not survive a kill in the middle of a write.
  test('is the same after being cut off in the middle of a record', () => {
    const path = join(directory, 'cut.jsonl');
    const state = StateFile.create(path, header);
    state.record({ product: 'A 1.00', id: 4 });
    state.record({ ready: true });
    state.record({ sale: '1', session: 's' });
    state.record({ sale: '1', order: 10_001 });
    state.record({ sale: '2', session: 't' });
    state.close();
    appendFileSync(path, '{"sale":"2","ord');
    const again = StateFile.open(path);
    expect(again).toMatchObject({ header, ready: true, finished: false, pid: 1 });
    again?.record({ sale: '2', order: 10_002 });
    again?.close();
    const last = StateFile.open(path);
    expect([...(last?.orders ?? [])]).toEqual([
      ['1', 10_001],
      ['2', 10_002],
    ]);
    expect([...(last?.sessions ?? [])]).toEqual([
      ['1', 's'],
      ['2', 't'],
    ]);
    expect(last?.productIds.get('A 1.00')).toBe(4);
    last?.close();
  });

  test('a new run puts the old file aside', () => {
    const path = join(directory, 'aside.jsonl');
    StateFile.create(path, header).close();
    StateFile.create(path, { ...header, sha256: 'y' }).close();
    expect(readFileSync(`${path}.previous`, 'utf8')).toContain('"sha256":"x"');
    expect(StateFile.open(join(directory, 'none.jsonl'))).toBeUndefined();
  });

  test('another file is refused', () => {
    const path = join(directory, 'other.jsonl');
    writeFileSync(path, '{"a":1}\n');
    expect(() => StateFile.open(path)).toThrow(/no state file/);
    writeFileSync(path, 'text\n');
    expect(() => StateFile.open(path)).toThrow(/line 1 is no JSON/);
  });
});

const someDurationsUs = fc.array(fc.double({ min: 0.01, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 300 });

describe('measuring and running', () => {
  // Catches a bucket border that is off by one.
  test('a quantile is at most 1/64 above the exact one', () => {
    fc.assert(
      fc.property(someDurationsUs, fc.constantFrom(0.5, 0.99, 0.999, 1), (durations, share) => {
        const histogram = new Histogram();
        for (const duration of durations) histogram.record(duration);
        const exact = durations.toSorted((a, b) => a - b)[Math.ceil(share * durations.length) - 1] ?? 0;
        expect(histogram.count).toBe(durations.length);
        expect(histogram.quantileUs(share)).toBeGreaterThanOrEqual(exact);
        expect(histogram.quantileUs(share)).toBeLessThanOrEqual(exact + Math.max(1, exact / 64) + 1);
      }),
    );
  });

  // Catches an item that is skipped, done twice, or begun beyond the allowed number.
  test('every item is done once, so many at a time, until one fails', async () => {
    const done: number[] = [];
    let running = 0;
    let runningMost = 0;
    const task = async (item: number): Promise<void> => {
      running += 1;
      runningMost = Math.max(runningMost, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      done.push(item);
      if (item === 30) throw new Error('thirty');
    };
    const items = Array.from({ length: 25 }, (_, index) => index);
    await forEachConcurrently(items, 4, task);
    expect(done.toSorted((a, b) => a - b)).toEqual(items);
    expect(runningMost).toBe(4);
    await expect(forEachConcurrently([30, 31, 32, 33], 2, task)).rejects.toThrow('thirty');
    expect(done).not.toContain(33);
  });

  test('the ready line is told from others', () => {
    expect(readyUrl('kontor: ready at http://127.0.0.1:43211')).toBe('http://127.0.0.1:43211');
    expect(readyUrl('{"msg":"ready","url":"http://[::1]:80/"}')).toBe('http://[::1]:80/');
    expect(readyUrl('docs: http://127.0.0.1/docs')).toBeUndefined();
  });
});
