// The shop of the cost fuzzer: the generated catalogue and orders, long carts, users, coupons and stock, behind the
// request handler of the server, as the default settings have it. HTTP itself is left out.
import { join } from 'node:path';
import { CREDENTIALS, dispatchOf, openAlone } from '../../generated-shop/measure.ts';
import { fill, fillOrders } from '../../generated-shop/store.ts';
import { loadConfig } from '../../../src/config/config.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { yieldToEventLoop } from '../../../src/kernel/yield-to-event-loop.ts';
import { requestHandler } from '../../../src/http/request-handler.ts';
import type { ReplyStream } from '../../../src/kernel/reply-stream.ts';
import { must } from '../../../src/kernel/result.ts';
import { openFirstChannel } from '../../../src/admin/credentials.ts';
import type { Call, Value } from './call.ts';
import { writtenCall } from './written-call.ts';
import type { Credentials, WrittenCall } from './written-call.ts';

export interface Answer {
  readonly status: number;
  /** The first 2,000 characters. */
  readonly text: string;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

export interface CostShop {
  readonly engine: Engine;
  /** Faults that dispatch has logged since the start. */
  readonly faults: readonly string[];
  /** Time of the thread that one call may use, in milliseconds. */
  workMsMaxOf(call: Call): number;
  send(call: Call): Promise<Answer>;
  close(): Promise<void>;
}

const SHOWN = 2000;
const PAGES_MAX = 50;
const CART_LINES_MAX = 1000;
/** Products whose texts are as long as a value may be, and differ at their ends alone. */
const TALES_MAX = 1000;
const TALE = 'once upon a time '.repeat(470);
/** A client that asks for a report of ages goes after so long. */
const STREAM_MS_MAX = 10_000;
const BODY = { method: 'POST', path: '/srv/service/', query: '', contentEncoding: '', idempotencyKey: '' } as const;

/** Opens the store of the directory; a new one is filled first. */
export const openCostShop = async (
  directory: string,
  products: number,
  orders: number,
  streamMsMax = STREAM_MS_MAX,
): Promise<CostShop> => {
  const store = await openAlone(directory);
  const { engine } = store;
  const isNew = engine.headSeq < 10;
  if (isNew) {
    openFirstChannel(engine, CREDENTIALS, false);
    await fill(engine, products);
    await fillOrders(engine, orders);
  }
  while (!engine.warmSearch(() => true)) await yieldToEventLoop();
  const config = loadConfig({ data: directory, snapshots: join(directory, 'snapshots') }, {}, '/');
  const faults: string[] = [];
  const dispatch = dispatchOf(store, directory, {
    logFault: (_id, operation, error) => void faults.push(`${operation}: ${(error as Error).stack ?? String(error)}`),
  });
  const handle = requestHandler(dispatch, config);
  const timer = setInterval(() => engine.tick(), 1000);
  const names = new Map<string, Value>([['@order', engine.tables.order.nextId - 1]]);
  const channels = new Map<string, Credentials>([['json', CREDENTIALS]]);
  const send = (call: Call): Promise<Answer> => {
    const known = channels.get(call.output) ?? CREDENTIALS;
    const { text, type } = writtenCall(call, known, (name) => names.get(name) ?? name);
    return answered(handle, { text, type }, { streamMsMax, hangsUpMs: call.hangsUpMs });
  };
  const make = async (request: string, params: Call['params']): Promise<{ readonly [name: string]: Value }> => {
    const { status, text } = await send({ request, secret: true, output: 'json', params });
    const isShort = text.length < SHOWN;
    must(status === 200 && !text.startsWith('{"object":"error"'), `${request}: ${text}`);
    return isShort ? (JSON.parse(text) as { readonly [name: string]: Value }) : {};
  };
  const made = await make('create_channel', {
    name: `xml-${engine.headSeq}`,
    description: '',
    shop_active: 1,
    server_output: 'xml',
  });
  channels.set('xml', {
    username: String(made['licence_username']),
    password: String(made['licence_password']),
    secretKey: String(made['licence_secret_key']),
  });
  if (isNew) await furnish(make, Math.min(PAGES_MAX, products), Math.min(TALES_MAX, products));
  await fillSessions(make, names, Math.min(CART_LINES_MAX, products));
  return {
    engine,
    faults,
    workMsMaxOf: ({ secret, caller }) =>
      secret && caller === undefined ? config.trustedCallWorkMsMax : config.callWorkMsMax,
    send,
    close: async () => {
      clearInterval(timer);
      await store.close();
    },
  };
};

type Make = (request: string, params: Call['params']) => Promise<{ readonly [name: string]: Value }>;

const furnish = async (make: Make, pages: number, tales: number): Promise<void> => {
  await make('create_class', { name: 'page', type: 'content' });
  await make('create_class', { name: 'part', type: 'warehouse_entity' });
  for (let at = 0; at < pages; at += 1) {
    await make('create_content', { class: 'page', name: `page ${at}`, shop_active: 1, categories: [1, 11, 111] });
    await make('create_warehouse_entity', {
      class: 'part',
      name: `part ${at}`,
      metadata: { element_number: `E${at}` },
    });
    await make('inventory_place', { storage: 'north', element_number: `E${at}`, quantity: 1_000_000 });
  }
  const { id: tale } = await make('create_class', { name: 'tale', type: 'product' });
  const story = { name: 'story', type: 'TXT', de_DE: { label: 'Story', value: '' } };
  await make('create_class_attributes', { id_class: tale!, attributes: [story] });
  for (let at = 0; at < tales; at += 1) {
    const attributes = { de_DE: { story: `${TALE}${at}` } };
    await make('create_product', { class: 'tale', name: `tale ${at}`, shop_active: 1, categories: [1], attributes });
  }
  await furnishSearches(make);
  await make('create_coupons', { count: pages, name: 'less', amount: '1', type: 'UNIQUE_PERCENTAGE' });
};

const SYLLABLES = ['ka', 'lo', 'mi', 'ter', 'ber'];
const FILLED = 20;

/** Words that find as many others as they may, and categories that fill themselves and name one another. */
const furnishSearches = async (make: Make): Promise<void> => {
  const words = SYLLABLES.flatMap((one) => SYLLABLES.map((other) => one + other));
  await make('set_search_words', {
    synonyms: SYLLABLES.map((_, at) => ({ words: words.slice(5 * at, 5 * at + 5) })),
    pinned: words.map((query) => ({ query, ids: [1, 2, 3] })),
    ignored: ['der', 'die', 'das'],
  });
  let before = 1;
  for (let at = 0; at < FILLED; at += 1) {
    const part = { OR: words.map((word) => ({ name: ['LIKE', `%${word}%`] })) };
    const constraint = at % 4 === 0 ? part : { OR: [{ 'category.id': before }, { price: ['<', at] }] };
    const { id } = await make('create_category', { id_parent: 1, name: `filled ${at}`, constraint });
    before = Number(id);
  }
};

const fillSessions = async (make: Make, names: Map<string, Value>, cartLines: number): Promise<void> => {
  const lines: readonly (readonly [string, number])[] = [
    ['@empty', 0],
    ['@small', 3],
    ['@user', 20],
    ['@bigorder', cartLines],
    ['@cart', cartLines],
  ];
  for (const [name, count] of lines) {
    const { code } = await make('get_new_session', {});
    names.set(name, code!);
    for (let at = 0; at < count; at += 1)
      await make('add_to_cart', {
        session: code!,
        id_shopobject: 0,
        element_type: 'FREE_ELEMENT',
        quantity: 1,
        price_field: '9.99',
        name_field: `thing ${at}`,
        // As long as descriptions are: a session holds a megabyte.
        description_field: 'as described '.repeat(30),
        language: 'de_DE',
        country: 'DE',
        id_parent_element: 0,
        attributes: [],
      });
  }
  const { id_order: orderId } = await make('checkout', { session: names.get('@bigorder')! });
  names.set('@bigorder', Number(orderId));
};

interface Caller {
  readonly streamMsMax: number;
  readonly hangsUpMs: number | undefined;
}

const answered = (
  handle: ReturnType<typeof requestHandler>,
  { text: sent, type }: WrittenCall,
  { streamMsMax, hangsUpMs }: Caller,
): Promise<Answer> =>
  new Promise((resolve) => {
    const body = Buffer.from(sent);
    let [bytesOut, text, isGone] = [0, '', false];
    let sink: ReplyStream | undefined;
    const take = (part: string | Uint8Array): void => {
      bytesOut += Buffer.byteLength(part);
      if (text.length < SHOWN) text += (typeof part === 'string' ? part : Buffer.from(part).toString()).slice(0, SHOWN);
    };
    const done = (status: number): void => resolve({ status, text, bytesIn: body.length, bytesOut });
    const leave = (status: number): void => {
      isGone = true;
      done(status);
      sink?.onClose();
    };
    const stream = (): ReplyStream | undefined => {
      if (isGone) return undefined;
      sink = {
        write: (part) => (take(part), true),
        end: () => done(200),
        // What a client sees of it is a connection that breaks.
        abort: () => done(0),
        onDrain: () => {},
        onClose: () => {},
      };
      // The client goes: what the rest of the list costs is what the part before it did.
      setTimeout(() => leave(200), streamMsMax).unref();
      return sink;
    };
    if (hangsUpMs !== undefined) setTimeout(() => leave(0), hangsUpMs);
    handle(
      {
        ...BODY,
        contentType: type,
        traceparent: '',
        clientAddress: '',
        socketAddress: '',
        headers: new Map(),
        body,
      },
      {
        get isGone() {
          return isGone;
        },
        send: (status, part) => {
          take(part);
          done(status);
        },
        stream,
        eventStream: stream,
      },
    );
  });
