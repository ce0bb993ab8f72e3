// What a shop sees of Stripe, on loopback: Checkout Sessions by their idempotency keys, and signed events.
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import { Stripe } from 'stripe';
import type { RawNotice } from '../../../src/kernel/payment-provider.ts';
import { STORE_ID } from '../../operations/orders/payment-services.ts';
import { listening } from '../../harness/ports.ts';

export const WEBHOOK_SECRET = 'whsec_test';
/** Of the method 8 of the tests' shop. */
export const MARK = `${STORE_ID}/8`;
export const NOW_MS = Date.UTC(2026, 0, 2);

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly form: URLSearchParams;
}

const stripe = new Stripe('sk_test_1');

export class StripeStub {
  readonly asked: Asked[] = [];
  /** By idempotency key, as Stripe keeps them for a day. */
  private readonly sessions = new Map<string, string>();
  private readonly server: Server;

  answer = (response: ServerResponse, { headers }: Asked): void => {
    const key = String(headers['idempotency-key']);
    const id = this.sessions.get(key) ?? `cs_test_${this.sessions.size + 1}`;
    this.sessions.set(key, id);
    response.end(
      JSON.stringify({
        id,
        object: 'checkout.session',
        url: `https://checkout.stripe.com/c/pay/${id}`,
        expires_at: NOW_MS / 1000 + 86_400,
      }),
    );
  };

  constructor() {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const asked = {
          path: `${request.method} ${request.url}`,
          headers: request.headers,
          form: new URLSearchParams(body),
        };
        this.asked.push(asked);
        response.setHeader('Content-Type', 'application/json');
        this.answer(response, asked);
      });
    });
  }

  /** Its address. */
  async listen(): Promise<string> {
    return `http://127.0.0.1:${await listening(this.server)}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

export const event = (type: string, session: object): string =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type,
    data: {
      object: {
        id: 'cs_test_1',
        object: 'checkout.session',
        amount_total: 1250,
        currency: 'eur',
        payment_intent: 'pi_1',
        payment_status: 'paid',
        metadata: { kontor: MARK },
        ...session,
      },
    },
  });

/** An event as Stripe sends it at `atMs`, and as it is received at `nowMs`. */
export const signed = (
  payload: string,
  { secret = WEBHOOK_SECRET, atMs = NOW_MS } = {},
  nowMs: number = NOW_MS,
): RawNotice => ({
  headers: new Map([
    [
      'stripe-signature',
      stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(atMs / 1000) }),
    ],
  ]),
  body: Buffer.from(payload),
  nowMs,
});
