// A payment page for trying out, in the place of a payment service: it checks the token, asks whether to pay, and sends
// the shop a signed notice (docs/sell/payment-providers.md). It moves no money and asks for no card.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { html as markup } from 'hono/html';

interface Payment {
  readonly payment: string;
  readonly order: number;
  readonly amount: number;
  readonly currency: string;
  readonly expires: number;
  readonly success_url: string;
  readonly cancel_url: string;
}

/** `noticeUrl`: `/srv/payment/{method}/notify` of the shop. `secret`: the one that the method has there. */
export const paymentPage = (noticeUrl: string, secret: string): Hono => {
  const hmac = (signed: string): string => createHmac('sha256', secret).update(signed).digest('hex');
  const readToken = (token: string): Payment | undefined => {
    const [payload = '', signature = ''] = token.split('.');
    const [given, right] = [Buffer.from(signature), Buffer.from(hmac(payload))];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
    const payment = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Payment;
    return payment.expires * 1000 > Date.now() ? payment : undefined;
  };
  return new Hono()
    .get('/', (c) => {
      const token = c.req.query('token') ?? '';
      const found = readToken(token);
      if (found === undefined) return c.text('This payment is not, or no longer, valid.', 400);
      return c.html(markup`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test payment</title>
        <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/style.css">
        </head><body><main class="thanks"><h1>Test payment</h1><p>Order ${found.order}: ${found.amount} in the smallest
        unit of ${found.currency}. No money is moved.</p><form method="post"><input type="hidden" name="token"
        value="${token}"><button>Pay</button> <a href="${found.cancel_url}">Cancel</a></form></main></body></html>`);
    })
    .post('/', async (c) => {
      const found = readToken(String((await c.req.parseBody())['token']));
      if (found === undefined) return c.text('This payment is not, or no longer, valid.', 400);
      const { payment, amount, currency } = found;
      const body = JSON.stringify({ payment, status: 'received', transaction: `test-${payment}`, amount, currency });
      const seconds = String(Math.floor(Date.now() / 1000));
      const headers = { 'X-Kontor-Timestamp': seconds, 'X-Kontor-Signature': `v1=${hmac(`${seconds}.${body}`)}` };
      const told = await fetch(noticeUrl, { method: 'POST', headers, body });
      return told.ok ? c.redirect(found.success_url, 303) : c.text(`The shop refused: ${await told.text()}`, 502);
    });
};
