// The cheapest caller of a server: bytes of one call, again and again, on a socket of its own.
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** Calls one after the other on one connection that stays open, until it is closed or all are answered. */
export class CallLoop {
  sent = 0;
  readonly heads: string[] = [];
  readonly bodies: string[] = [];
  readonly ended: Promise<void>;
  private readonly callsMax: number;
  private text = '';

  constructor(to: number, body: string, callsMax = Infinity) {
    this.callsMax = callsMax;
    const head = 'Host: shop\r\nContent-Type: application/x-www-form-urlencoded\r\n';
    const bytes = `POST /srv/service/ HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;
    const socket = connect(to, '127.0.0.1', () => this.send(socket, bytes));
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.text += text;
      for (const taken of this.take()) if (taken) this.send(socket, bytes);
    });
    socket.on('error', () => {});
    this.ended = new Promise((resolve) => socket.once('close', () => resolve()));
  }

  private send(socket: Socket, bytes: string): void {
    if (this.sent === this.callsMax) return void socket.destroy();
    this.sent += 1;
    socket.write(bytes);
  }

  private *take(): Generator<true> {
    for (;;) {
      const [whole = '', head = ''] = /^([\s\S]*?)\r\n\r\n/.exec(this.text) ?? [];
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? NaN);
      if (whole === '' || this.text.length < whole.length + length) return;
      this.heads.push(head);
      this.bodies.push(this.text.slice(whole.length, whole.length + length));
      this.text = this.text.slice(whole.length + length);
      yield true;
    }
  }
}
