// What a server waits for while it serves: an operator who stops it, the end of its role, or a successor.
//
// Guaranteed: until the store is given away, a successor that ends changes nothing: the server accepts again, and a
// node goes on following, or leading. Not promised: that for a leader which has given its lead away to stop; it ends.
import type { HandOver, Successor } from './hand-over.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import type { Ports } from '../ports/ports.ts';
import type { Operator } from '../process/signals.ts';
import type { Role } from '../standby/role.ts';
import type { ServerLife } from './server-life.ts';

export interface Ending {
  readonly life: Pick<ServerLife, 'step'>;
  readonly engine: { readonly isLeading: boolean };
  readonly operator: Pick<Operator, 'stopping'>;
  /** Resolves when it is to stop without a successor. */
  readonly stopped: Promise<void>;
  readonly role: Pick<Role, 'retire' | 'goOn' | 'following'>;
  readonly handOver: Pick<HandOver, 'next' | 'abandon' | 'failed'> | undefined;
  readonly ports: Pick<Ports, 'drain' | 'resume'>;
}

/**
 * Resolves when the server is to stop: with the process that takes its place, while nothing is accepted any more and
 * everything is answered, or undefined.
 */
export const untilStop = async (
  { life, engine, operator, stopped, role, handOver, ports }: Ending,
  timeoutMs: number,
): Promise<Successor | undefined> => {
  const stop = stopped.then(() => {});
  for (;;) {
    const successor = (await Promise.race([stop, handOver?.next ?? stop])) ?? undefined;
    if (successor !== undefined) logInfo(`process ${successor.pid} takes over`);
    life.step('retire');
    await role.retire();
    if (successor !== undefined) {
      await ports.drain(timeoutMs);
      if (successor.isAlive && !operator.stopping) {
        life.step('hand_over');
        return successor;
      }
    }
    // A node that has given its lead away has nothing to go on with.
    if (successor === undefined || operator.stopping || role.following?.isLeaving === true) {
      handOver?.abandon();
      life.step('stop');
      return undefined;
    }
    role.goOn();
    await ports.resume();
    life.step(engine.isLeading ? 'lead_on' : 'follow_on');
    const why = 'the process that was to take over has ended, its output says why; the old one goes on serving';
    logWarning(why);
    handOver?.failed(why);
  }
};
