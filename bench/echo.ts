// The ruler: a bare uWebSockets.js server that collects the body and answers fixed bytes. Nothing that does more can be
// faster. Its own process. The parent sends { body } once and gets { port }; it ends with its parent.

import { App, us_socket_local_port } from 'uWebSockets.js';

const TYPE = 'application/json; charset=utf-8';

process.once('message', (message: { body: Uint8Array }) => {
  const body = Buffer.from(message.body);
  App()
    .post('/srv/service/', (res) => {
      let bytes = 0;
      res.onAborted(() => {});
      res.onData((chunk, last) => {
        bytes += chunk.byteLength;
        if (!last) return;
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
