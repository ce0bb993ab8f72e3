// A reader of the change feed in memory, and what a browser's EventSource makes of the bytes.
import { yieldToEventLoop } from '../../../src/kernel/yield-to-event-loop.ts';
import type { ReplyStream } from '../../../src/kernel/reply-stream.ts';
import type { TestShop } from '../../operations/shop.ts';

/** A server-sent event. */
export interface FeedMessage {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** What a browser's EventSource makes of the bytes. */
export const parseEvents = (text: string): { readonly messages: FeedMessage[]; readonly lastEventId: string } => {
  const messages: FeedMessage[] = [];
  let lastEventId = '';
  for (const block of text.split('\n\n').slice(0, -1)) {
    const fields = Object.fromEntries(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
    );
    if (fields['id'] !== undefined) lastEventId = fields['id'];
    if (fields['data'] !== undefined)
      messages.push({ id: lastEventId, event: fields['event']!, data: JSON.parse(fields['data']) });
  }
  return { messages, lastEventId };
};

/** Takes `writesLeft` writes before it counts as full. */
export class FeedReader implements ReplyStream {
  text = '';
  ended = false;
  onDrain = (): void => {};
  onClose = (): void => {};
  private writesLeft: number;

  constructor(writesLeft = Infinity) {
    this.writesLeft = writesLeft;
  }

  write(chunk: string): boolean {
    this.text += chunk;
    this.writesLeft -= 1;
    return this.writesLeft > 0;
  }

  drain(writesLeft: number): void {
    this.writesLeft = writesLeft;
    this.onDrain();
  }

  end(): void {
    this.ended = true;
    this.onClose();
  }

  abort(): void {
    throw new Error('the feed never resets a connection');
  }
}

/** More than a reader needs that catches up from the journal of a test, which answers at once. */
const TURNS = 20;

/** Resolves when all records are durable and the feed has published them. */
export const untilPublished = async (shop: TestShop): Promise<void> => {
  await shop.engine.whenDurable(shop.engine.headSeq);
  for (let turn = 0; turn < TURNS; turn += 1) await yieldToEventLoop();
};
