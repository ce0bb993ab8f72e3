// Payment methods of a test: their providers call nobody, unless the test says whom.
import type { Config } from '../../../src/config/config.ts';
import { NOBODY } from '../../../src/kernel/http-call.ts';
import type { HttpClient } from '../../../src/kernel/http-call.ts';
import type { Payments } from '../../../src/operations/context/payment-services.ts';
import { paymentServices as wired } from '../../../src/server/payment-wiring.ts';

export const paymentServices = (
  config: Config,
  env: { readonly [name: string]: string | undefined },
  client: HttpClient = NOBODY,
): Payments => wired(config, env, client);
