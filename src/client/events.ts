// The change feed as an asynchronous sequence that comes back by itself where it was broken off.
import { basicOf } from './transport.ts';

export interface Source {
  readonly fetch: typeof fetch;
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly secretKey: string;
}

export interface EventsOptions {
  /** The `id` of an event: everything after it is told. Without it the sequence begins now. */
  readonly after?: string | undefined;
  /** Ends the sequence. */
  readonly signal?: AbortSignal | undefined;
}

/** What changed in the shop, as the change feed says it. */
export interface ShopEvent {
  /**
   * product, content, price, price_list, promotion, stock, category, class, deleted, order, return, money;
   * `reset`: drop all that you keep (410).
   */
  readonly type: string;
  readonly data: { readonly [member: string]: unknown };
  /** To go on from; '' where this is not the last event of its record. */
  readonly id: string;
}

const PAUSE_MS = 1000;

/** Blocks of a stream of server-sent events. */
async function* blocksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader() as ReadableStreamDefaultReader<string>;
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    yield* blocks;
  }
}

const eventOf = (block: string): ShopEvent | undefined => {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()] as const;
    }),
  );
  const [type, data] = [fields.get('event'), fields.get('data')];
  if (type === undefined || data === undefined) return undefined;
  return { type, data: JSON.parse(data) as ShopEvent['data'], id: fields.get('id') ?? '' };
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Throws an Error where the server refuses the credentials. */
export async function* events(source: Source, { after, signal }: EventsOptions): AsyncGenerator<ShopEvent, void> {
  let last = after;
  const isOver = (): boolean => signal?.aborted === true;
  while (!isOver()) {
    try {
      const answer = await source.fetch(source.url, {
        headers: {
          authorization: basicOf(source.username, source.password),
          'x-licence-secret-key': source.secretKey,
          ...(last !== undefined && { 'last-event-id': last }),
        },
        signal: signal ?? null,
      });
      if (answer.status === 410) {
        last = undefined;
        yield { type: 'reset', data: {}, id: '' };
        continue;
      }
      if (answer.status === 400 || answer.status === 403) throw new Refusal(await answer.text());
      if (answer.ok && answer.body !== null) {
        for await (const block of blocksOf(answer.body)) {
          const event = eventOf(block);
          if (event === undefined || event.type === 'cut') continue;
          if (event.id !== '') last = event.id;
          yield event;
        }
      }
    } catch (error) {
      if (isOver()) return;
      if (error instanceof Refusal) throw error;
    }
    await pause(PAUSE_MS);
  }
}

class Refusal extends Error {}
