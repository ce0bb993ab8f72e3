// Several offices that edit the same few orders over HTTP at the same moment, while others cancel pieces, send them
// and take them back. Claims: of two edits that began from one order, the one that comes later is refused; what an edit
// shows is what it makes; afterwards each order has the credits that were answered and balances, and each piece is in
// the stock or in one order.
import { testShop } from '../../src/testing/test-shop.ts';
import { Client, must } from '../kill/client.ts';
import type { Answer, Members } from '../kill/client.ts';
import { below, claim, pick } from '../kill/model.ts';
import type { Random } from '../kill/model.ts';
import { PIECES, STOCK, cents, openShop, placePaid } from './offices.ts';
import type { RushOptions } from './offices.ts';

/** What the offices did together. */
export interface EditTally {
  edited: number;
  /** Edits of an order that had changed meanwhile. */
  late: number;
  credited: number;
  returned: number;
}

interface Edited {
  readonly id: number;
  /** Credits that replies have named. */
  readonly credits: Set<number>;
  /** Records of the order that edits were made from. */
  readonly from: Set<number>;
}

interface Shown {
  readonly seq: number;
  readonly changed: number;
  readonly total: number;
  readonly lines: readonly { readonly id_element: number }[];
}

interface Line {
  readonly type: string;
  readonly id: number;
  readonly id_product: number;
  readonly quantity: number;
}

interface Credit {
  readonly kind: string;
  readonly amount: number;
  readonly lines: readonly { readonly id_element: number; readonly quantity: number }[];
}

class Office {
  private readonly client: Client;
  private readonly random: Random;
  private readonly tally: EditTally;

  constructor(client: Client, random: Random, tally: EditTally) {
    this.client = client;
    this.random = random;
    this.tally = tally;
  }

  private async ask(operation: string, fields: Record<string, string | number>): Promise<Answer> {
    const answer = await this.client.office(operation, fields);
    claim(answer !== undefined, () => 'a call was lost');
    return answer!;
  }

  /** One thing that an office does, by chance. */
  async work(order: Edited): Promise<void> {
    const { random, tally } = this;
    const pieces = JSON.stringify([{ id_element: 1 + below(random, 2), quantity: 1 }]);
    switch (below(random, 12)) {
      case 0:
        return this.note(order, await this.ask('cancel_lines', { id_order: order.id, lines: pieces }));
      case 1:
        return void (await this.ask('add_parcel', { id_order: order.id, lines: pieces }));
      case 2: {
        const lines = JSON.stringify([{ id_element: 1, quantity: 1, back: 1 }]);
        const answer = await this.ask('receive_return', { id_order: order.id, lines });
        if (answer.refusal === '') tally.returned += 1;
        return this.note(order, answer);
      }
      default:
        return this.edit(order);
    }
  }

  private async edit(order: Edited): Promise<void> {
    const { random, tally, client } = this;
    const begun = await this.ask('begin_order_edit', { id_order: order.id });
    if (begun.refusal !== '') return;
    const { id_edit, session } = begun.body as { readonly id_edit: string; readonly session: string };
    const { seq, changed, lines } = (await this.ask('get_order_edit', { id_edit })).body as unknown as Shown;
    for (const { id_element } of lines)
      await client.call('set_quantity', { session, id_element, quantity: 1 + below(random, 2 * PIECES) });
    const { total } = (await this.ask('get_order_edit', { id_edit })).body as unknown as Shown;
    const answer = await this.ask('commit_order_edit', { id_edit, expected_total: total.toFixed(2) });
    if (answer.refusal === 'CHANGED_MEANWHILE') tally.late += 1;
    if (answer.refusal !== '') return;
    tally.edited += 1;
    claim(changed === 1 || !order.from.has(seq), () => `order ${order.id}: two edits were made of record ${seq}`);
    if (changed === 0) order.from.add(seq);
    const { balance } = answer.body as { readonly balance: { readonly total: number } };
    claim(balance.total === total, () => `order ${order.id}: ${total} is shown, ${balance.total} made`);
    this.note(order, answer);
  }

  private note(order: Edited, { refusal, body }: Answer): void {
    if (refusal !== '') return;
    const { credit } = body as Members & { readonly credit?: { readonly id: number } };
    if (credit === undefined) return;
    this.tally.credited += 1;
    claim(!order.credits.has(credit.id), () => `order ${order.id} has two credits ${credit.id}`);
    order.credits.add(credit.id);
  }
}

/** Checks an order, and adds its pieces by product. */
const check = async (client: Client, order: Edited, held: Map<number, number>): Promise<void> => {
  const { body } = await must(client.office('get_order_by_id', { id_order: order.id }));
  const { total, received, refunded, outstanding } = body['balance'] as Record<string, number>;
  const shown = (): string => `order ${order.id}: ${JSON.stringify(body['balance'])}`;
  claim(cents(outstanding) === cents(total) - cents(received) + cents(refunded), shown);
  const credits = (body['credits'] ?? []) as readonly Credit[];
  claim(credits.length === order.credits.size, () => `${shown()}, ${credits.length} credits of ${order.credits.size}`);
  const at = credits.findLastIndex(({ kind }) => kind === 'edited');
  const gone = credits.slice(at + 1);
  const { contents } = body['cart'] as { readonly contents: readonly Line[] };
  for (const { type, id, id_product: product, quantity } of contents) {
    if (type !== 'PRODUCT') continue;
    const off = gone.flatMap(({ lines }) => lines.filter(({ id_element }) => id_element === id));
    const left = quantity - off.reduce((sum, one) => sum + one.quantity, 0);
    claim(left >= 0, () => `${shown()}, ${left} of line ${id}`);
    held.set(product, (held.get(product) ?? 0) + left);
  }
};

/** Throws where a claim breaks. */
export const rushForEdits = async ({ orders, offices, calls, random }: RushOptions): Promise<EditTally> => {
  const shop = await testShop();
  const port = Number(new URL(await shop.listen()).port);
  const clients = Array.from({ length: offices }, () => new Client(port, shop.credentials));
  try {
    const [first] = clients as [Client];
    const products = await openShop(first);
    const rushed: Edited[] = [];
    for (let at = 0; at < orders; at += 1)
      rushed.push({ id: await placePaid(first, products), credits: new Set(), from: new Set() });
    const tally: EditTally = { edited: 0, late: 0, credited: 0, returned: 0 };
    const planned = clients.map(() => Array.from({ length: calls }, () => pick(random, rushed)));
    await Promise.all(
      clients.map(async (client, at) => {
        const office = new Office(client, random, tally);
        for (const order of planned[at]!) await office.work(order);
      }),
    );
    const held = new Map<number, number>();
    for (const order of rushed) await check(first, order, held);
    for (const product of products) {
      const { body } = await must(first.office('get_product_details', { id_product: product }));
      const { quantity } = body['availability'] as { readonly quantity: number };
      const inOrders = held.get(product) ?? 0;
      claim(quantity + inOrders === STOCK, () => `product ${product}: ${quantity} in stock, ${inOrders} in orders`);
    }
    return tally;
  } finally {
    for (const client of clients) client.hangUp();
    await shop.close();
  }
};
