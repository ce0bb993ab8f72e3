// Rows of a real retailer, which this repository does not have: half a year of a shop for gifts.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { constants, gunzipSync } from 'node:zlib';
import { retailRows } from './retail-rows.ts';
import type { RetailRow } from './retail-rows.ts';

const REAL = fileURLToPath(new URL('../../../../shared/data/online-retail.csv.gz', import.meta.url));

/** `bytesMax`: of the gzipped file. Undefined where it is not here; a test then says so and passes. */
export const realRows = (bytesMax = Infinity): readonly RetailRow[] | undefined => {
  if (!existsSync(REAL)) {
    console.log(`rows of a real retailer are not sold: ${REAL} is not here`);
    return undefined;
  }
  const packed = readFileSync(REAL);
  const bytes = gunzipSync(packed.subarray(0, Math.min(packed.length, bytesMax)), {
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  return retailRows(bytes.toString('utf8', 0, bytes.lastIndexOf('\n') + 1));
};
