// The ruler: a bare uWebSockets.js server that collects the body and answers fixed bytes. Nothing that does more can be
// faster; or one of node:http. Its own process. The parent sends an Echo once and gets { port }; it ends with it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, us_socket_local_port } from 'uWebSockets.js';

const TYPE = 'application/json; charset=utf-8';

export interface Echo {
  readonly body: Uint8Array;
  /** CPU time that it spends on each request before it answers. */
  readonly burnUs: number;
  readonly isNodeHttp: boolean;
}

process.once('message', ({ body: given, burnUs, isNodeHttp }: Echo) => {
  const body = Buffer.from(given);
  if (isNodeHttp) {
    const server = createServer((request, reply) =>
      request.resume().on('end', () => {
        reply.setHeader('Content-Type', TYPE);
        reply.setHeader('Content-Length', body.length);
        reply.end(body);
      }),
    );
    server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
    return;
  }
  App()
    .post('/srv/service/', (res) => {
      let bytes = 0;
      res.onAborted(() => {});
      res.onData((chunk, last) => {
        bytes += chunk.byteLength;
        if (!last) return;
        // As much work as the engine has with such a request: what is left of a latency is the engine's own.
        for (const untilMs = performance.now() + burnUs / 1000; performance.now() < untilMs;);
        res.cork(() => {
          res.writeHeader('Content-Type', TYPE);
          // An empty request never happens here: reading the count keeps the collecting from being optimised away.
          res.end(bytes === 0 ? '' : body);
        });
      });
    })
    .listen('127.0.0.1', 0, (socket) => {
      if (socket === false) throw new Error('echo: no port');
      process.send?.({ port: us_socket_local_port(socket) });
    });
});
process.once('disconnect', () => process.exit(0));
