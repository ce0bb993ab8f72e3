// Leaves out of replies what the caller's role hides (docs/operate/roles.md), after they are made and cached, and
// before they are sent, written as XML or put together with others.
import type { CallMeter } from '../../kernel/call-meter.ts';
import type { FieldGroup } from '../../domain/accounts/role.ts';
import { MaskedJson } from '../../kernel/masked-json.ts';
import type { JsonMask } from '../../kernel/masked-json.ts';
import type { ReplyStream, StreamableReply } from '../../kernel/reply-stream.ts';
import type { Refusal } from '../../kernel/result.ts';
import type { Operation } from '../context/operation.ts';
import { maskOf } from '../replies/hidden-members.ts';
import type { IncomingCall, ReplyCollector, SendReply } from './incoming-call.ts';
import { RECORDS } from './reply-check.ts';

/** Masks by operation and groups, each made once. */
const MASKS = new Map<string, JsonMask | undefined>();

const maskFor = (name: string, { reply, failure }: Operation, hidden: readonly FieldGroup[]): JsonMask | undefined => {
  const key = [name, ...hidden].join(' ');
  if (!MASKS.has(key)) {
    const replies = failure === undefined ? [reply] : [reply, failure.reply];
    MASKS.set(key, maskOf(hidden, name, replies, RECORDS));
  }
  return MASKS.get(key);
};

const masked = (mask: JsonMask, body: string | Uint8Array): string =>
  new MaskedJson(mask).write(typeof body === 'string' ? body : Buffer.from(body).toString());

/** The reply of an operation without what is hidden. `hidden`: undefined: nothing is. */
export const maskedBody = (
  name: string,
  operation: Operation,
  hidden: readonly FieldGroup[] | undefined,
  body: string | Uint8Array,
): string | Uint8Array => {
  const mask = hidden && maskFor(name, operation, hidden);
  return mask === undefined ? body : masked(mask, body);
};

class MaskedCollector implements ReplyCollector {
  private readonly to: ReplyCollector;
  private readonly mask: JsonMask;

  constructor(to: ReplyCollector, mask: JsonMask) {
    this.to = to;
    this.mask = mask;
  }

  get listBytesMax(): number {
    return this.to.listBytesMax;
  }

  get isGone(): boolean {
    return this.to.isGone;
  }

  get work(): CallMeter | undefined {
    return this.to.work;
  }

  set work(work: CallMeter | undefined) {
    this.to.work = work;
  }

  recordChange(seq: number): void {
    this.to.recordChange(seq);
  }

  takeReply(readSeq: number, status: number, body: string | Uint8Array, refusal: Refusal | undefined): void {
    this.to.takeReply(readSeq, status, masked(this.mask, body), refusal);
  }
}

const maskedSend =
  (to: SendReply, mask: JsonMask): SendReply =>
  (status, body, contentType, headers) =>
    to(status, masked(mask, body), contentType, headers);

const maskedWrites = (stream: ReplyStream, mask: JsonMask): ReplyStream => {
  const json = new MaskedJson(mask);
  const { write } = stream;
  return Object.assign(stream, {
    write: (text: string) => {
      const shown = json.write(text);
      // An empty chunk would end a reply.
      return shown === '' || write.call(stream, shown);
    },
  });
};

const maskedStream = (to: StreamableReply, mask: JsonMask): StreamableReply => ({
  get isGone() {
    return to.isGone === true;
  },
  stream: (contentType, headers) => {
    const begun = to.stream(contentType, headers);
    return begun && maskedWrites(begun, mask);
  },
});

/**
 * Leaves what is hidden out of the call's reply. A call that begins again is masked as its caller's role is by then. A
 * list for a channel that gets XML is sent in one piece.
 */
export const maskCall = (call: IncomingCall, operation: Operation, hidden: readonly FieldGroup[]): void => {
  call.hidden = hidden;
  const mask = maskFor(call.name, operation, hidden);
  const { replyTo, streamable } = (call.unmasked ??= { replyTo: call.replyTo, streamable: call.streamable });
  if (mask === undefined) {
    call.replyTo = replyTo;
    call.streamable = streamable;
    call.newMask = undefined;
    return;
  }
  // What is cached by the call's bytes is sent as it is.
  call.bytes = '';
  call.replyTo = typeof replyTo === 'function' ? maskedSend(replyTo, mask) : new MaskedCollector(replyTo, mask);
  call.streamable = streamable === undefined || call.isXml ? undefined : maskedStream(streamable, mask);
  call.newMask = () => {
    const json = new MaskedJson(mask);
    return (text) => json.write(text);
  };
};
