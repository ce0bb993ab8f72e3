// Large bodies of calls, which an I/O thread keeps and decodes, so that they never hold the deciding thread:
//
//   kept → credentials by one scan → asked for by the deciding thread → decoded → sent on as a form
//
// Guaranteed: nothing of a body is built or leaves the thread before the body is asked for; a turn of the event loop
// looks at one body, so small calls come between. All kept bodies count in the memory for arriving bodies until their
// last byte or their form is sent on; a body without room is refused. Not promised: a call whose client goes before its
// body was asked for.
import { refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import type { Fields, FormLimits } from '../form/fields.ts';
import { decodeForm, plainJsonOf } from '../form/form.ts';
import { HEAD_FIELDS, LARGE_BYTES, LargeBodies, tooManyBodies } from '../form/large-bodies.ts';
import type { BodyMemoryBudget } from '../transport/body-buffer.ts';
import { operationOf } from '../transport/operation-path.ts';
import { requestWithBody } from '../transport/transport.ts';
import type { IncomingRequest } from '../transport/transport.ts';
import { EMPTY_BODY } from './records.ts';
import { bytesOfForm } from './sent-form.ts';

/** A request whose body is kept until `release`; nothing else refers to the body. */
export class HeldRequest {
  readonly head: IncomingRequest;
  /** The body as it came, or its form; undefined without memory for it, and after `release`. */
  body: Uint8Array | undefined;
  isReleased = false;
  private readonly budget: BodyMemoryBudget;

  constructor(request: IncomingRequest, budget: BodyMemoryBudget) {
    this.budget = budget;
    this.body = budget.tryReserve(request.body.length) ? Buffer.from(request.body) : undefined;
    this.head = requestWithBody(request, EMPTY_BODY);
  }

  /** Replaces the body by other bytes. False: there is no memory for the additional ones. */
  replace(bytes: Uint8Array): boolean {
    const heldBytes = this.body?.length ?? 0;
    if (!this.budget.tryReserve(Math.max(0, bytes.length - heldBytes))) return false;
    this.budget.release(Math.max(0, heldBytes - bytes.length));
    this.body = bytes;
    return true;
  }

  /** May be called twice. */
  release(): void {
    this.isReleased = true;
    this.budget.release(this.body?.length ?? 0);
    this.body = undefined;
  }
}

export class HeldBodies {
  private readonly limits: FormLimits;
  private readonly budget: BodyMemoryBudget;
  private readonly turns: LargeBodies;

  /** `bytesMax`: bytes of bodies that wait for their turn. */
  constructor(limits: FormLimits, bytesMax: number, budget: BodyMemoryBudget) {
    this.limits = limits;
    this.turns = new LargeBodies(bytesMax);
    this.budget = budget;
  }

  /** Whether the body of this request is one to keep. */
  takes({ body, method, path }: IncomingRequest): boolean {
    return body.length > LARGE_BYTES && method === 'POST' && operationOf(path) !== undefined;
  }

  hold(request: IncomingRequest): HeldRequest {
    return new HeldRequest(request, this.budget);
  }

  /** Calls `found` with the fields that say who calls and what, unless the request is released before. */
  scan(held: HeldRequest, found: (credentials: Result<Fields>) => void): void {
    this.inTurn(held, HEAD_FIELDS, found);
  }

  /** Replaces the body by its form as it is sent on; calls `decoded`, unless the request is released before. */
  decode(held: HeldRequest, decoded: () => void): void {
    this.inTurn(held, undefined, (form) => {
      const { body = EMPTY_BODY, head } = held;
      const bytes = bytesOfForm(form, form.ok ? plainJsonOf(head.contentType, body) : undefined);
      // A refusal is shorter than any body that is kept.
      if (!held.replace(bytes)) held.replace(bytesOfForm(this.noRoom()));
      decoded();
    });
  }

  private noRoom(): Refusal {
    return refuse('OVERLOADED', 'request', this.budget.whyFull);
  }

  private inTurn(
    held: HeldRequest,
    wanted: ReadonlySet<string> | undefined,
    done: (fields: Result<Fields>) => void,
  ): void {
    if (held.body === undefined) return done(this.noRoom());
    // Waits with the request, not with the body, which ends when the client goes.
    const run = (): void => {
      const { body, head } = held;
      if (body !== undefined) done(decodeForm(head.contentType, body, this.limits, wanted));
    };
    const refused = (bytes: number, bytesMax: number): void => {
      if (!held.isReleased) done(tooManyBodies(bytes, bytesMax));
    };
    return this.turns.take({ bytes: held.body.length, run, refuse: refused });
  }
}
