// What payment providers say and are asked: the route of their notices, which dispatch decides about, and refunds.
import type { Engine } from '../../engine/engine.ts';
import { paymentNoticesRoute } from '../../http/routes/payment-notices.ts';
import type { Route } from '../../http/request-handler.ts';
import type { Payments } from '../../operations/context/payment-services.ts';
import type { Dispatch } from '../../operations/dispatch/dispatch.ts';
import { paymentNoticeHandler } from '../../operations/dispatch/payment-notices.ts';
import { RefundCalls } from '../../engine/delivery/refund-calls.ts';
import { logWarning } from '../observability/log.ts';

export const paymentNotices = (payments: Payments, engine: Engine, dispatch: Dispatch): Route =>
  paymentNoticesRoute(
    paymentNoticeHandler({
      payments,
      nowMs: () => engine.nowMs(),
      decide: (operation, decision, done) => dispatch.decideOutside({ operation, decision, done }),
      warn: logWarning,
    }),
  );

export const refundCalls = (payments: Payments, engine: Engine): RefundCalls =>
  new RefundCalls(engine, { provider: (methodId) => payments.provider(methodId), warn: logWarning });
