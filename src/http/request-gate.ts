// Requests that arrive before the shop is open wait here, whole, and are answered once it is: a caller that comes
// during a restart waits instead of being refused.
//
// Requests that wait have the limits of arriving bodies: a memory budget for all, and a time for each; beyond them a
// request gets 503 and Retry-After. The time counts only while the thread is free, so a long recovery refuses nobody.
// Not promised: that the caller is still there when the reply is sent.
import type { Code } from '../kernel/refusals.ts';
import { REFUSALS } from '../kernel/refusals.ts';
import { BodyMemoryBudget } from './transport/body-buffer.ts';
import { errorBody } from './transport/error-body.ts';
import { copyOfRequest } from './transport/transport.ts';
import type { IncomingRequest, Reply, RequestHandler } from './transport/transport.ts';

/** Approximate bytes of a request beside its body. */
const REQUEST_BYTES = 2048;
const TICK_MS = 50;
/** Requests that are answered in one turn of the event loop once the gate opens. */
const REQUESTS_PER_TURN = 64;

interface HeldRequest {
  readonly request: IncomingRequest;
  readonly reply: Reply;
  readonly bytes: number;
  readonly untilTick: number;
}

export interface GateLimits {
  /** Bytes of all requests that wait. */
  readonly bytesMax: number;
  /** Milliseconds that a request may wait. */
  readonly timeoutMs: number;
  /** Called for each request that is refused. */
  readonly refused?: ((code: Code) => void) | undefined;
}

export class RequestGate {
  private handler: RequestHandler | undefined;
  private why: Code = 'STARTING_UP';
  private isRefusing = false;
  /** Requests that wait, oldest first. */
  private held: HeldRequest[] = [];
  private ticks = 0;
  private timer: NodeJS.Timeout | undefined;
  private readonly budget: BodyMemoryBudget;
  private readonly limits: GateLimits;

  constructor(limits: GateLimits) {
    this.limits = limits;
    this.budget = new BodyMemoryBudget(limits.bytesMax);
  }

  readonly handle: RequestHandler = (request, reply) => {
    if (this.handler === undefined) this.hold(request, reply);
    else this.handler(request, reply);
  };

  /** Requests that wait. */
  get waiting(): number {
    return this.held.length;
  }

  /** Answers the requests that wait, and later ones at once. */
  open(handler: RequestHandler): void {
    this.handler = handler;
    clearInterval(this.timer);
    this.release(handler);
  }

  /** Refuses the requests that wait, and later ones: the shop does not open. */
  refuse(code: Code): void {
    clearInterval(this.timer);
    this.isRefusing = true;
    this.why = code;
    for (const held of this.held.splice(0)) this.turnAway(held.reply);
  }

  private hold(request: IncomingRequest, reply: Reply): void {
    const bytes = request.body.length + REQUEST_BYTES;
    if (this.isRefusing || !this.budget.tryReserve(bytes)) return this.turnAway(reply);
    this.timer ??= setInterval(() => this.tick(), TICK_MS);
    const untilTick = this.ticks + Math.ceil(this.limits.timeoutMs / TICK_MS);
    this.held.push({ request: copyOfRequest(request), reply, bytes, untilTick });
    return undefined;
  }

  private tick(): void {
    this.ticks += 1;
    let late = 0;
    while (late < this.held.length && this.held[late]!.untilTick < this.ticks) late += 1;
    for (const { reply, bytes } of this.held.splice(0, late)) {
      this.budget.release(bytes);
      this.turnAway(reply);
    }
  }

  private turnAway(reply: Reply): void {
    this.limits.refused?.(this.why);
    reply.send(REFUSALS[this.why].status, errorBody(this.why));
  }

  private release(handler: RequestHandler): void {
    for (const { request, reply } of this.held.splice(0, REQUESTS_PER_TURN)) handler(request, reply);
    if (this.held.length > 0) setImmediate(() => this.release(handler));
  }
}
