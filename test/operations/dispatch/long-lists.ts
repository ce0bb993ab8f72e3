// A shop whose lists are longer than one slice, and a reader who takes them as slowly as a test wants.
import type { ReplyStream } from '../../../src/kernel/reply-stream.ts';
import type { Given, ShopOptions } from '../shop.ts';
import { CREDENTIALS, Goods, SECRET, TestShop, openShop } from '../shop.ts';
import { copyOf } from '../copied-journal.ts';

/** The turns of the loop, taken one by one. */
class Turns {
  private readonly waiting: (() => void)[] = [];
  readonly soon = (run: () => void): void => void this.waiting.push(run);

  /** False when nothing waits. */
  take(): boolean {
    const run = this.waiting.shift();
    run?.();
    return run !== undefined;
  }
}

class Reader implements ReplyStream {
  readonly pieces: string[] = [];
  contentType = '';
  /** What `write` says. */
  takes = true;
  ended = false;
  isCut = false;
  onDrain = (): void => {};
  onClose = (): void => {};

  get text(): string {
    return this.pieces.join('');
  }

  write(chunk: string): boolean {
    if (this.ended || this.isCut) throw new Error('written on after its end');
    this.pieces.push(chunk);
    return this.takes;
  }

  end(): void {
    this.ended = true;
  }

  abort(): void {
    this.isCut = true;
  }
}

export interface LongShop {
  readonly goods: Goods;
  readonly turns: Turns;
  /** Milliseconds, and what is called after them. */
  readonly alarms: (() => void)[];
}

/** Shops that are filled once for all tests of a worker. */
const filled = new Map<string, Promise<Goods>>();

const fill = async (products: number, description: string): Promise<Goods> => {
  const goods = await Goods.over(new TestShop({}));
  for (let at = 1; at <= products; at += 1) {
    const texts = { name: `Ware ${at}`, short_description: description, price: 119.9 };
    await goods.product(119.9, { attributes: { de_DE: texts } });
  }
  await goods.shop.verified();
  return goods;
};

const filledWith = (products: number, description: string): Promise<Goods> => {
  const key = `${products} ${description}`;
  const there = filled.get(key) ?? fill(products, description);
  filled.set(key, there);
  return there;
};

/** So many products, in one category. */
export const longShop = async (
  products: number,
  options: ShopOptions = {},
  description = 'kurz',
): Promise<LongShop> => {
  const turns = new Turns();
  const alarms: (() => void)[] = [];
  const after = (_ms: number, run: () => void): (() => void) => {
    alarms.push(run);
    return () => void alarms.splice(alarms.indexOf(run), 1);
  };
  const lists = { soon: turns.soon, after, ...options.lists };
  const first = await filledWith(products, description);
  const journal = copyOf(first.shop.journal);
  // Searches are not interrupted, however busy the machine is.
  const shop = openShop({ ...options, work: { budgetMs: 600_000, ...options.work }, lists, journal });
  return { goods: Goods.again(first, shop), turns, alarms };
};

export interface Read {
  readonly reader: Reader;
  /** What was sent in one piece instead. */
  readonly sent: { readonly status: number; readonly text: string }[];
}

const asSent = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Calls with the secret key; `gone`: the caller has left before the first slice. `address`: of the shopper. */
export const begin = (
  { goods }: Pick<LongShop, 'goods'>,
  request: string,
  given: Given = {},
  { gone = false, credentials = CREDENTIALS, secret = SECRET, address = '' } = {},
): Read => {
  const reader = new Reader();
  const sent: { status: number; text: string }[] = [];
  const fields = {
    ...credentials,
    licence_secret_key: secret,
    request,
    ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, asSent(value)])),
  };
  const way = { stream: (contentType: string) => (gone ? undefined : ((reader.contentType = contentType), reader)) };
  goods.shop.dispatch.call(
    fields,
    '',
    (status, body) => void sent.push({ status, text: Buffer.from(body as string).toString() }),
    '',
    { clientAddress: address, traceparent: '' },
    way,
  );
  return { reader, sent };
};
