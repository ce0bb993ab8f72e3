// Payment methods of a test: their providers call nobody, unless the test says whom.
import type { Config } from '../../../src/config/config.ts';
import { NOBODY } from '../../../src/kernel/http-call.ts';
import type { HttpClient } from '../../../src/kernel/http-call.ts';
import type { Payments } from '../../../src/operations/context/payment-services.ts';
import { paymentServices as wired } from '../../../src/server/parts/payments.ts';

/** Of the store, in the marks of payments. */
export const STORE_ID = '0123456789abcdef0123456789abcdef';

export const paymentServices = (
  config: Config,
  env: { readonly [name: string]: string | undefined },
  client: HttpClient = NOBODY,
): Payments => wired(config, { env, client, storeId: STORE_ID });
