// Connections over TLS that never finish their handshake.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { begin, goesOn, newOutcome, whenOver } from './hammer.ts';
import type { Attacks } from './hammer.ts';

/** More than the server has descriptors (`DESCRIPTORS` in rows.ts). */
const SOCKETS = 800;
const AGAIN_MS = 200;
const HELLO = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]);

/** Sends the first five bytes of a ClientHello, and no more. */
export const halfOpen = (port: number): Socket => {
  const socket = connect(port, '127.0.0.1', () => socket.write(HELLO));
  socket.on('error', () => {});
  return socket.resume();
};

export const HANDSHAKE_ATTACKS: Attacks = {
  'eight hundred half-open handshakes': async ({ legacyPort }) => {
    const [outcome, sockets] = [newOutcome(), new Set<Socket>()];
    const open = (): void => {
      const socket = halfOpen(legacyPort);
      sockets.add(socket);
      socket.once('connect', () => (outcome.calls += 1));
      socket.once('close', () => {
        sockets.delete(socket);
        outcome.refused += 1;
        outcome.refusal = 'closed';
        if (goesOn()) setTimeout(() => goesOn() && open(), AGAIN_MS);
      });
    };
    for (let count = 0; count < SOCKETS; count += 1) {
      open();
      if (count % 100 === 99) await sleep(20);
    }
    begin();
    await whenOver();
    for (const socket of sockets) socket.destroy();
    return outcome;
  },
};
