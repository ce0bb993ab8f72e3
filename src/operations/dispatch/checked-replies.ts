// Replies that are checked before they leave: one that is not as its operation declares becomes a fault.
import { toJson } from '../../kernel/json.ts';
import type { ReplyStream, StreamableReply } from '../../kernel/reply-stream.ts';
import { errorRecord } from '../../kernel/result.ts';
import type { Refusal } from '../../kernel/result.ts';
import { textOf } from '../access/channel-keys.ts';
import type { CallFields } from '../context/operation.ts';
import type { SendReply } from './incoming-call.ts';
import { ReplyCheck } from './reply-check.ts';

const CONSEQUENCE = 'What the call changed stays.';

/** What is sent as another type is XML, which is made of JSON. */
const isJson = (contentType: string | undefined): boolean => contentType?.includes('json') ?? true;

export class CheckedReplies {
  private readonly check = new ReplyCheck();
  private readonly fault: (operation: string, error: unknown, consequence: string) => Refusal;

  /** `fault`: logs what is wrong with a reply. */
  constructor(fault: (operation: string, error: unknown, consequence: string) => Refusal) {
    this.fault = fault;
  }

  /** `to`, for a call of these fields. */
  checking(fields: CallFields, to: SendReply): SendReply {
    return (status, body, contentType, headers) => {
      const fault = isJson(contentType) ? this.faultIn(fields, status, body) : undefined;
      return fault === undefined ? to(status, body, contentType, headers) : to(200, toJson(errorRecord(fault)));
    };
  }

  /** The same for a reply in chunks, which is broken off before its end. */
  checkingStream(fields: CallFields, streamable: StreamableReply): StreamableReply {
    return {
      get isGone() {
        return streamable.isGone === true;
      },
      stream: (contentType, headers) => {
        const begun = streamable.stream(contentType, headers);
        return begun !== undefined && isJson(contentType)
          ? this.watched(begun, (text) => this.faultIn(fields, 200, text) === undefined)
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

  /** What is wrong with a reply, as the refusal that takes its place. */
  faultIn(fields: CallFields, status: number, body: string | Uint8Array): Refusal | undefined {
    const problem = this.check.problem(fields, status, typeof body === 'string' ? body : Buffer.from(body).toString());
    return problem === undefined
      ? undefined
      : this.fault(textOf(fields['request']), new TypeError(problem), CONSEQUENCE);
  }
}
