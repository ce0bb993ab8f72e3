// Where a server is in its life. serve.ts, until-stop.ts and prepare-role.ts take each step; one outside the arrows is
// a fault. Whether a server serves, or stops, is read here and nowhere else.
import { serverLifecycle } from '../../domain/lifecycles/server.ts';
import type { ServerEvent, ServerState } from '../../domain/lifecycles/server.ts';
import { must } from '../../kernel/result.ts';

const SERVING: readonly ServerState[] = ['FOLLOWING', 'LEADING'];
const STOPPING: readonly ServerState[] = ['RETIRING', 'HANDING_OVER', 'STOPPING'];

export class ServerLife {
  private current: ServerState = 'STARTING';
  private readonly waiting: (() => void)[] = [];

  get state(): ServerState {
    return this.current;
  }

  /** Whether it follows or leads, and nothing has begun to end that. */
  get isServing(): boolean {
    return SERVING.includes(this.current);
  }

  /** Whether it is about to stop, or to hand over. It serves again where its successor dies before it has the store. */
  get isStopping(): boolean {
    return STOPPING.includes(this.current);
  }

  /** Resolves with the next step after which it serves; never where it ends first. */
  nextServing(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Throws where the event is not allowed in this state. */
  step(event: ServerEvent): void {
    const step = serverLifecycle.step(this.current, event);
    must(step !== undefined, `a server in the state ${this.current} takes the step ${event}`);
    this.current = step.to;
    if (this.isServing) for (const serves of this.waiting.splice(0)) serves();
  }
}
