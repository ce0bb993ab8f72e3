// Requests whose bodies are dear to decode take turns (LargeBodies), whatever port and path they come to.
import type { Refusal } from '../../kernel/result.ts';
import { LARGE_BYTES, tooManyBodies } from '../form/large-bodies.ts';
import type { LargeBodies } from '../form/large-bodies.ts';
import { copyOfRequest } from './transport.ts';
import type { IncomingRequest } from './transport.ts';

/**
 * Calls `run` with the request: at once where its body is short or none is decoded in this turn, else with a copy in a
 * turn of its own. Calls `refused` instead where too many wait. Refuses: OVERLOADED.
 */
export const inTurn = (
  large: LargeBodies,
  request: IncomingRequest,
  run: (request: IncomingRequest) => void,
  refused: (refusal: Refusal) => void,
): void => {
  const bytes = request.body.length;
  if (bytes <= LARGE_BYTES || large.takeTurn()) return run(request);
  const kept = copyOfRequest(request);
  return large.add({
    bytes,
    run: () => run(kept),
    refuse: (held, bytesMax) => refused(tooManyBodies(held, bytesMax)),
  });
};
