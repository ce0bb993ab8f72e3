// GET /srv/health, for balancers, on the public port: 200 while exact answers are possible here, and 503 else. It needs
// no credentials, and says no more than `leading`, `following` or why not.
import { JSON_TYPE } from '../transport/transport.ts';
import type { Following, Route } from '../request-handler.ts';
import type { IncomingRequest, Reply } from '../transport/transport.ts';

const PATH = /^\/+srv\/health$/;
/** An exact answer that takes longer is none for a balancer. */
const ANSWER_MS_MAX = 1_000;

export const healthRoute = (following: Following | undefined): Route => {
  const handle = (_request: IncomingRequest, reply: Reply): void => {
    const say = (status: number, state: string): void => reply.send(status, JSON.stringify({ state }), JSON_TYPE);
    if (following?.isLeaving === true) return say(503, 'leaving');
    if (following?.isFollowing !== true) return say(200, 'leading');
    let isSaid = false;
    const sayOnce = (status: number, state: string): void => {
      clearTimeout(timer);
      if (!isSaid) say(status, state);
      isSaid = true;
    };
    const timer = setTimeout(() => sayOnce(503, 'waiting'), ANSWER_MS_MAX);
    return following.whenFresh(
      false,
      () => sayOnce(200, following.isFollowing ? 'following' : 'leading'),
      () => sayOnce(503, 'waiting'),
    );
  };
  return { method: 'GET', isOwn: true, matches: (path) => PATH.test(path), handle };
};
