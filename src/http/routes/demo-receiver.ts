// GET /demo/webhooks: the receiver of the demo shop's own webhooks. It takes every call and says so, as
// docs/build/webhooks.md asks of receivers; it checks no signature, because nothing depends on what it is told.
import type { Route } from '../request-handler.ts';

export const RECEIVER_PATH = '/demo/webhooks';

/** `answer`: by which a receiver says that it has a message. */
export const demoReceiverRoute = (answer: string): Route => ({
  method: 'GET',
  isOwn: true,
  matches: (path) => path === RECEIVER_PATH,
  handle: (_request, reply) => reply.send(200, answer, 'text/plain; charset=utf-8'),
});
