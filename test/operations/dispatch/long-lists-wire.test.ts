// Long lists through the transport of nearly all requests (long-lists-over-http.ts), and for HTTP/1.0: catches one that
// is chunked there.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { listenNode } from '../../../src/http/transport/node-transport.ts';
import { LISTENERS } from '../clients/served.ts';
import { ASKED, longListsOver, served } from './long-lists-over-http.ts';

const PRODUCTS = 205;

longListsOver(LISTENERS[0].listen, PRODUCTS);

test('HTTP/1.0 gets it un-chunked, ended by closing the connection', async () => {
  const { port, expected } = await served(listenNode, PRODUCTS);
  const body = new URLSearchParams(ASKED).toString();
  const socket = connect(port, '127.0.0.1');
  const pieces: Buffer[] = [];
  socket.on('data', (piece) => pieces.push(piece));
  socket.write(
    `POST /srv/service/ HTTP/1.0\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await new Promise((resolve) => socket.once('close', resolve));
  const heard = Buffer.concat(pieces).toString();
  const end = heard.indexOf('\r\n\r\n');
  expect(heard.slice(0, end).toLowerCase()).not.toMatch(/transfer-encoding|content-length/);
  expect(heard.slice(end + 4)).toBe(expected);
});
