// A call of HTTP whose body has arrived and is not read: who sends it, and its fields once it begins.
//
// Guaranteed: nothing of the body is built but the texts that say who calls and what, before the call begins; one body
// over 16 KiB is decoded in a turn of the event loop.
import { credentialsOf } from '../operations/access/http-credentials.ts';
import type { UnreadBody } from '../operations/dispatch/incoming-call.ts';
import { ok, refuse, shown } from '../kernel/result.ts';
import type { Refusal, Result } from '../kernel/result.ts';
import { emptyFields } from './form/fields.ts';
import { bufferOf, decodeForm } from './form/form.ts';
import type { Fields, FormLimits } from './form/form.ts';
import { HEAD_FIELDS, LARGE_BYTES, LONG_BYTES, tooManyBodies } from './form/large-bodies.ts';
import type { LargeBodies } from './form/large-bodies.ts';
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

const charactersOf = (characters: string): Uint8Array => {
  const marked = new Uint8Array(256);
  for (const character of characters) marked[character.charCodeAt(0)] = 1;
  return marked;
};

/** What stands between name and value in a form, a part and JSON. */
const BETWEEN = charactersOf('=":\r\n ');
/** What ends a value in one of them, or is written otherwise there. */
const BEHIND = charactersOf('&"\r\n\\%+');

/** Text behind the name of a field, as far as it is written alike in every encoding. */
const textBehind = (text: string, name: string): string => {
  const at = text.indexOf(name);
  if (at < 0) return '';
  let from = at + name.length;
  while (BETWEEN[text.charCodeAt(from)] === 1) from += 1;
  let to = from;
  while (to < text.length && BEHIND[text.charCodeAt(to)] === 0) to += 1;
  return text.slice(from, to);
};

/**
 * Texts of a short body, or of the headers, that may be username and password: right ones are those of somebody known,
 * wherever they stand. Costs less than a tenth of reading the form.
 */
export const likelyCredentials = ({ request, operation }: ArrivedCall): Fields => {
  const { body, headers } = request;
  if (operation !== '' && headers.has('authorization')) return credentialsInHeaders(headers);
  const text = body.length > LONG_BYTES ? '' : bufferOf(body).toString('latin1');
  return {
    licence_username: textBehind(text, 'licence_username'),
    licence_password: textBehind(text, 'licence_password'),
  };
};

/** The body of a call of somebody known, until the call begins. */
export class ArrivedBody implements UnreadBody {
  private arrived: ArrivedCall;
  private readonly limits: FormLimits;
  private readonly large: LargeBodies;
  private readonly refused: (refusal: Refusal) => void;
  /** No other large body is decoded in this turn. */
  private hasTurn = true;
  /** Reads what another thread has decoded. */
  private decoded: (() => Result<Fields>) | undefined = undefined;

  /** `arrived`: its body is small, or it has its turn among `large` ones. `refused`: answers. */
  constructor(arrived: ArrivedCall, limits: FormLimits, large: LargeBodies, refused: (refusal: Refusal) => void) {
    this.arrived = arrived;
    this.limits = limits;
    this.large = large;
    this.refused = refused;
  }

  get bytes(): number {
    return this.arrived.request.body.length;
  }

  wait(): Fields {
    this.hasTurn = false;
    this.arrived = { ...this.arrived, request: copyOfRequest(this.arrived.request) };
    const head = headOf(this.arrived, this.limits);
    return head.ok ? head.value : {};
  }

  mayRead(again: () => void): boolean {
    const { bytes, decoded } = this;
    const { held } = this.arrived.request;
    if (held !== undefined && decoded === undefined) {
      held.decode((form) => {
        this.decoded = form.read;
        this.large.take({ bytes: form.bytes.length, run: again, refuse: this.tooMany });
      });
      return false;
    }
    if (bytes <= LARGE_BYTES || this.hasTurn || this.large.takeTurn()) return true;
    const run = (): void => {
      this.hasTurn = true;
      again();
    };
    this.large.add({ bytes, run, refuse: this.tooMany });
    return false;
  }

  private readonly tooMany = (bytes: number, max: number): void => this.refused(tooManyBodies(bytes, max));

  read(): Fields | undefined {
    const { arrived, decoded, limits } = this;
    const { contentType, body } = arrived.request;
    const fields = withHead(decoded === undefined ? decodeForm(contentType, body, limits) : decoded(), arrived);
    if (!fields.ok) return void this.refused(fields);
    return fields.value;
  }
}
