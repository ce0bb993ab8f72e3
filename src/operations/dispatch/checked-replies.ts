// Replies that are checked before they leave: one that is not as its operation declares becomes a fault.
import type { FieldGroup } from '../../domain/accounts/role.ts';
import { toJson } from '../../kernel/json.ts';
import type { ReplyStream, StreamableReply } from '../../kernel/reply-stream.ts';
import { errorRecord } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import { textOf } from '../access/channel-keys.ts';
import type { CallFields } from '../context/operation.ts';
import type { IncomingCall, SendReply } from './incoming-call.ts';
import { ReplyCheck } from './reply-check.ts';

const CONSEQUENCE = 'What the call changed stays.';

/** Another type is XML, which is made of JSON. */
const isJson = (contentType: string | undefined): boolean => contentType?.includes('json') ?? true;

export class CheckedReplies {
  private readonly check = new ReplyCheck();
  private readonly fault: (operation: string, error: unknown, consequence: string) => Refusal;

  /** `fault`: logs what is wrong with a reply. */
  constructor(fault: (operation: string, error: unknown, consequence: string) => Refusal) {
    this.fault = fault;
  }

  /** Checks the reply of a call that has not begun, whichever way it leaves. */
  watch(call: IncomingCall): void {
    const { replyTo, streamable } = call;
    if (typeof replyTo === 'function') call.replyTo = this.checking(call, replyTo);
    if (streamable !== undefined) call.streamable = this.checkingStream(call, streamable);
  }

  private checking(call: IncomingCall, to: SendReply): SendReply {
    return (status, body, contentType, headers) => {
      const fault = isJson(contentType) ? this.faultIn(call.fields, status, body, call.hidden) : undefined;
      return fault === undefined ? to(status, body, contentType, headers) : to(200, toJson(errorRecord(fault)));
    };
  }

  /** Checks a reply in chunks; a wrong one is broken off before its end. */
  private checkingStream(call: IncomingCall, streamable: StreamableReply): StreamableReply {
    return {
      get isGone() {
        return streamable.isGone === true;
      },
      stream: (contentType, headers) => {
        const begun = streamable.stream(contentType, headers);
        return begun !== undefined && isJson(contentType)
          ? this.watched(begun, (text) => this.faultIn(call.fields, 200, text, call.hidden) === undefined)
          : begun;
      },
    };
  }

  private watched(stream: ReplyStream, isRight: (text: string) => boolean): ReplyStream {
    const texts: string[] = [];
    const { write, end } = stream;
    return Object.assign(stream, {
      write: (text: string) => {
        texts.push(text);
        return write.call(stream, text);
      },
      end: () => (isRight(texts.join('')) ? end.call(stream) : stream.abort()),
    });
  }

  /** What is wrong with a reply, as the refusal that takes its place. `hidden`: what the caller's role hides. */
  faultIn(
    fields: CallFields,
    status: number,
    body: string | Uint8Array,
    hidden: readonly FieldGroup[] | undefined,
  ): Refusal | undefined {
    const text = typeof body === 'string' ? body : Buffer.from(body).toString();
    const problem = this.check.problem(fields, status, text, hidden);
    return problem === undefined
      ? undefined
      : this.fault(textOf(fields['request']), new TypeError(problem), CONSEQUENCE);
  }
}
