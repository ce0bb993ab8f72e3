// A call of HTTP whose body has arrived and is not read: who sends it, and its fields once it begins.
//
// Guaranteed: nothing of the body is built but the texts that say who calls and what, before the call begins; one body
// over 16 KiB is decoded in a turn of the event loop.
import { credentialsOf } from '../operations/access/http-credentials.ts';
import type { CallReader, UnreadBody } from '../operations/dispatch/incoming-call.ts';
import { ok, refuse, shown } from '../kernel/result.ts';
import type { Refusal, Result } from '../kernel/result.ts';
import { emptyFields } from './form/fields.ts';
import { bufferOf, decodeForm } from './form/form.ts';
import type { Fields, FormLimits } from './form/form.ts';
import { HEAD_FIELDS, LARGE_BYTES, LONG_BYTES, tooManyBodies } from './form/large-bodies.ts';
import type { LargeBodies } from './form/large-bodies.ts';
import type { KnownSenders } from './known-senders.ts';
import type { Proven } from '../operations/access/channel-keys.ts';
import { copyOfRequest } from './transport/transport.ts';
import type { IncomingRequest } from './transport/transport.ts';

export interface ArrivedCall {
  readonly request: IncomingRequest;
  /** See `operationOf`. */
  readonly operation: string;
  /** See `cacheKeyOf`. */
  readonly cacheKey: string;
}

const credentialsInHeaders = (headers: ReadonlyMap<string, string>): Fields =>
  credentialsOf(headers.get('authorization') ?? '', headers.get('x-licence-secret-key') ?? '');

/**
 * The fields of a call whose operation is `request`; credentials in headers stand for those that the body lacks.
 * Refuses: PARAMETER_INVALID where the body names another operation.
 */
const fieldsAt = (request: string, fields: Fields, headers: ReadonlyMap<string, string>): Result<Fields> => {
  const { request: named = request } = fields;
  if (named !== request) {
    const detail = `The path names ${shown(request)}, the body ${shown(named)}.`;
    return refuse('PARAMETER_INVALID', 'request', detail);
  }
  const given = credentialsInHeaders(headers);
  const lacking = Object.entries(given).filter(([name, value]) => value !== '' && fields[name] === undefined);
  return ok(Object.assign(emptyFields(), fields, Object.fromEntries(lacking), { request }));
};

/** The fields of a body together with what path and headers say. */
const withHead = (fields: Result<Fields>, { request, operation }: ArrivedCall): Result<Fields> =>
  fields.ok && operation !== '' ? fieldsAt(operation, fields.value, request.headers) : fields;

/** The fields that say who calls and what, or why even those cannot be read. */
export const headOf = (arrived: ArrivedCall, limits: FormLimits): Result<Fields> => {
  const { contentType, held, body } = arrived.request;
  return withHead(held?.credentials ?? decodeForm(contentType, body, limits, HEAD_FIELDS), arrived);
};

/** The body of a call until the call begins. */
export class ArrivedBody implements UnreadBody {
  private arrived: ArrivedCall;
  private readonly limits: FormLimits;
  private readonly senders: KnownSenders;
  private readonly large: LargeBodies;
  /** Answers a call that has no fields. */
  readonly refuse: (refusal: Refusal) => void;
  /** No other large body is decoded in this turn; false: it asks for a turn before it is read. */
  hasTurn = true;
  /** Reads what another thread has decoded. */
  private decoded: (() => Result<Fields>) | undefined = undefined;
  /** The body as Latin-1; undefined while nobody has looked. */
  private text: string | undefined = undefined;

  /** `arrived`: its body is small, or it has its turn among `large` ones. `refuse`: answers. */
  constructor(
    arrived: ArrivedCall,
    limits: FormLimits,
    senders: KnownSenders,
    large: LargeBodies,
    refuse: (refusal: Refusal) => void,
  ) {
    this.arrived = arrived;
    this.limits = limits;
    this.senders = senders;
    this.large = large;
    this.refuse = refuse;
  }

  get bytes(): number {
    return this.arrived.request.body.length + (this.text?.length ?? 0);
  }

  sender(reader: CallReader): Proven | undefined {
    const { request, operation } = this.arrived;
    const { body, contentType, headers } = request;
    if (operation !== '' && headers.has('authorization'))
      return this.senders.open(credentialsInHeaders(headers), reader);
    // A longer one is scanned as a whole.
    if (body.length > LONG_BYTES || request.held !== undefined) return undefined;
    this.text = bufferOf(body).toString('latin1');
    return this.senders.senderOf(contentType, body, this.text, reader);
  }

  head(): Result<Fields> {
    return headOf(this.arrived, this.limits);
  }

  keep(): void {
    this.hasTurn = false;
    this.arrived = { ...this.arrived, request: copyOfRequest(this.arrived.request) };
  }

  mayRead(again: () => void): boolean {
    const { decoded } = this;
    const { body, held } = this.arrived.request;
    const bytes = body.length;
    if (held !== undefined && decoded === undefined) {
      held.decode((form) => {
        this.decoded = form.read;
        this.large.take({ bytes: form.bytes.length, run: again, refuse: this.tooMany() });
      });
      return false;
    }
    if (bytes <= LARGE_BYTES || this.hasTurn || this.large.takeTurn()) return true;
    const run = (): void => {
      this.hasTurn = true;
      again();
    };
    this.large.add({ bytes, run, refuse: this.tooMany() });
    return false;
  }

  private tooMany(): (bytes: number, bytesMax: number) => void {
    return (bytes, bytesMax) => this.refuse(tooManyBodies(bytes, bytesMax));
  }

  read(): Result<Fields> {
    const { arrived, decoded, limits } = this;
    const { contentType, body } = arrived.request;
    return withHead(
      decoded === undefined ? decodeForm(contentType, body, limits, undefined, this.text) : decoded(),
      arrived,
    );
  }
}
