// A caller that begins a handshake of TLS and never goes on.
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** Resolves once it has sent the first five bytes of a ClientHello. It is the caller's to destroy. */
export const halfOpen = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00]));
      resolve(socket);
    });
    socket.on('error', () => {});
    socket.resume();
  });
