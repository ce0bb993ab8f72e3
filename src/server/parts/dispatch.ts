// Dispatch, with its services and the limits of the settings.
import type { Payments } from '../../operations/context/payment-services.ts';
import { slowLimits } from '../../operations/context/slow-work.ts';
import type { CallObserver } from '../../operations/dispatch/call-observer.ts';
import { Dispatch } from '../../operations/dispatch/dispatch.ts';
import type { DispatchOptions } from '../../operations/dispatch/dispatch-options.ts';
import type { ReplyPublisher } from '../../operations/dispatch/reply-publisher.ts';
import { asXml, toXml, xmlTemplate } from '../../outside/xml.ts';
import { logError } from '../observability/log.ts';
import type { DispatchParts } from './dispatch-parts.ts';
import { admissionOptions, balanceOptions, longListOptions, workOptions } from './long-work.ts';
import { servicesOf } from './services.ts';

/** Without who observes calls, and who publishes replies. */
export const dispatchOptions = (parts: DispatchParts, payments: Payments): DispatchOptions => {
  const { config, store } = parts;
  const { engine, identity } = store;
  return {
    engine,
    service: servicesOf(parts, payments),
    storeKey: identity.key,
    strictSecretKey: config.strictSecretKey,
    checkReplies: config.checkReplies,
    aggregateBytesMax: config.aggregateBytesMax,
    slowLimits: slowLimits(config.slowCallsMax),
    toXml,
    xmlTemplate,
    asXml,
    lists: longListOptions(config),
    work: workOptions(config),
    admission: admissionOptions(config),
    balance: balanceOptions(config),
    idempotencyKeysMax: config.idempotencyKeysMax,
    idempotencyKeyTtlMs: config.idempotencyKeyTtlMs,
    logFault: (id, operation, error) =>
      logError(`fault ${id} in ${operation}: ${(error as Error).stack ?? String(error)}`),
  };
};

export const newDispatch = (
  parts: DispatchParts,
  payments: Payments,
  observer?: CallObserver,
  publisher?: ReplyPublisher,
): Dispatch => new Dispatch({ ...dispatchOptions(parts, payments), observer, publisher });
