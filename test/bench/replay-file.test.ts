// Catches a file of invoices that is read otherwise than its first rows promise, and one refused only after it was
// read.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { COLUMNS, readSales, readSalesFile } from '../../bench/replay/invoices.ts';

const directory = mkdtempSync(join(tmpdir(), 'kontor-replay-file-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const row = '1,A,,1,2011-01-01,1.00,,\n';

// Catches: "The operation was aborted", the pipeline's own end, in the place of the fault that ended it.
test.each([
  ['lines.csv', 1],
  ['lines.csv.gz', 1],
  ['long.csv', 50_000],
  ['long.csv.gz', 50_000],
])('%s: a missing column is named, however much of the file is still to be read', async (name, rows) => {
  const path = join(directory, name);
  const text = `${COLUMNS.join(',').replace('Country', 'Land')}\n${row.repeat(rows)}`;
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  await expect(readSalesFile(path)).rejects.toThrow(
    `${path}: The file lacks the column Country; its first line names InvoiceNo, `,
  );
  await expect(readSales(Readable.from([Buffer.from(text)]))).rejects.toThrow(/^The file lacks the column Country; /);
});

test.each(['empty.csv', 'empty.csv.gz'])('%s: is said to be empty', async (name) => {
  const path = join(directory, name);
  writeFileSync(path, name.endsWith('.gz') ? gzipSync('') : '');
  await expect(readSalesFile(path)).rejects.toThrow(`${path}: The file is empty: `);
});
