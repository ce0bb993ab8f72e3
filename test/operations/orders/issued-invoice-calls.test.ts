// Catches an issued invoice or a frozen order that a later call changes.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';
import { shopRules } from '../../../src/config/shop-rules.ts';
import { REQUIRABLE } from '../../../src/domain/cart/order-details.ts';
import type { IssuedInvoice } from '../../../src/domain/orders/issued-invoice.ts';
import type { Order } from '../../../src/domain/orders/order.ts';
import { documentData } from '../../../src/operations/views/document.ts';
import { documentServices } from '../../../src/server/parts/documents.ts';
import { runs } from '../../harness/effort.ts';
import { wordsOf } from '../../outside/documents/pdf-text.ts';
import type { Given, Reply, ShopOptions } from '../shop.ts';
import type { Checkout } from '../cart-reply.ts';
import { freeLine, openShop, warmPrinting } from '../shop.ts';
import { CONFIG, CONTACTS, DIRECTORY, invoice, place, removeTemplates, textOf, writeTemplates } from './issued-shop.ts';

beforeAll(writeTemplates);
beforeAll(() => warmPrinting(CONFIG));
afterAll(removeTemplates);

describe('an issued invoice', () => {
  test('stays what the first call made of it, in both formats, also for other arguments and after restarts', async () => {
    const shop = openShop({ config: CONFIG });
    const id_order = await place(shop);
    const first = await invoice(shop, id_order, { title: 'Rechnung Eins' }, 'en_GB');
    expect(textOf(first)).toMatch(/Rechnung Eins[\s\S]*Cash/);
    await shop.admin('update_order_details', {
      id_order,
      order_state: 'CANCELED',
      order_payment_state: 'PAYMENT_RECEIVED',
    });
    await shop.restart({ config: { ...CONFIG, templates: DIRECTORY, company: 'Another' } });
    expect(await invoice(shop, id_order, { title: 'Zwei' }, 'de_DE')).toBe(first);
    const pdf = await invoice(shop, id_order, { format: 'pdf', title: 'Drei' });
    const words = wordsOf(Buffer.from(pdf, 'base64'))
      .map(({ text }) => text)
      .join(' ');
    expect(words).toContain('Rechnung Eins');
    expect(words).not.toMatch(/Drei|Another|Storn|Cancel/i);
    await shop.restart({ config: CONFIG });
    expect([await invoice(shop, id_order, { format: 'pdf' }), await invoice(shop, id_order)]).toEqual([pdf, first]);
    expect(Object.keys((shop.engine.tables.issued_invoice.peek(id_order) as IssuedInvoice).content!)).toEqual([
      'data',
      'html',
      'pdf',
    ]);
  });

  test('is issued once by simultaneous calls, and both formats say the same', async () => {
    const shop = openShop({ config: CONFIG });
    for (let round = 0; round < runs(2); round += 1) {
      const id_order = await place(shop);
      const ask = (format: string, title: string): Promise<string> => invoice(shop, id_order, { format, title });
      const [a, b, pdf, c] = await Promise.all([
        ask('html', 'Eins'),
        ask('html', 'Zwei'),
        ask('pdf', 'Drei'),
        ask('', 'Vier'),
      ]);
      expect([b, c, await ask('html', '')]).toEqual([a, a, a]);
      const title = /<h1>(\w+) /.exec(textOf(a))![1]!;
      expect(
        wordsOf(Buffer.from(pdf, 'base64'))
          .map(({ text }) => text)
          .join(' '),
      ).toContain(title);
      expect(await ask('pdf', '')).toBe(pdf);
    }
  });

  // Catches an invoice for ever of what an order said when its document was begun, and no more when it was issued.
  test.each(['html', 'pdf'])(
    'says what its order says when it is issued, also where that changed while the %s was made',
    async (format) => {
      const shop = openShop({ config: CONFIG });
      for (const change of [{ invoice_lastname: 'Danach' }, { invoice_city: 'Graz' }]) {
        const [id_order, twin] = [await place(shop), await place(shop)];
        const made = invoice(shop, id_order, { format });
        await new Promise((resolve) => setImmediate(resolve));
        expect(await shop.admin('update_order_details', { id_order, ...change })).toMatchObject({ status: 'success' });
        const [issued] = [await made, await shop.admin('update_order_details', { id_order: twin, ...change })];
        const without = (base64: string): string => textOf(base64).replaceAll(/R-\d+|100\d\d/g, '');
        expect(without(await invoice(shop, id_order))).toBe(without(await invoice(shop, twin)));
        expect(await invoice(shop, id_order, { format })).toBe(issued);
      }
    },
  );

  test('is not issued where it cannot be made, and then nothing is fixed', async () => {
    const shop = openShop({ config: { ...CONFIG, documentBytesMax: 100 } });
    const id_order = await place(shop);
    await shop.refused('get_invoice', { id_order }, 'DOCUMENT_TOO_LARGE');
    await shop.refused('get_invoice', { id_order, args: { format: 'doc' } }, 'PARAMETER_INVALID', 'args');
    expect(await shop.admin('update_order_details', { id_order, invoice_lastname: 'Other' })).toMatchObject({
      status: 'success',
    });
    await shop.restart({ config: CONFIG });
    expect(textOf(await invoice(shop, id_order))).toContain('Other');
    await shop.adminRefused(
      'update_order_details',
      { id_order, invoice_lastname: 'Third' },
      'INVOICE_ISSUED',
      id_order,
    );
  });

  test('is repeated under an idempotency key, and its owner’s where ownership is strict', async () => {
    const shop = openShop({ config: { ...CONFIG, ownership: 'strict' } });
    const session = await shop.session();
    await shop.call('add_to_cart', freeLine(session, 1));
    const { id_order } = await shop.call<Checkout>('checkout', { session });
    await shop.refused('get_invoice', { id_order }, 'PERMISSION_DENIED', id_order);
    const replies: Reply[] = [];
    for (let at = 0; at < 3; at += 1) replies.push(await shop.call('get_invoice', { id_order, session }, { key: 'k' }));
    expect(replies[1]).toEqual(replies[0]);
    expect(replies[2]).toEqual(replies[0]);
    await shop.refused('get_invoice', { id_order, session: await shop.session() }, 'PERMISSION_DENIED', id_order);
  });

  const field = (...values: string[]): fc.Arbitrary<string | undefined> =>
    fc.constantFrom(...Array.from({ length: 7 }, () => undefined), ...values);
  const updates: fc.Arbitrary<Given> = fc.record({
    invoice_lastname: field('Łuczak', 'Other', ''),
    invoice_country: field('AT', 'Österreich', 'DE'),
    delivery_city: field('Graz', 'Wien'),
    delivery_country: field('DE', 'FR'),
    delivery_state: field('Steiermark'),
    email: field('a@example.org', 'b@example.org'),
    phone: field('1', '2'),
    note: field('Bitte\nklingeln', 'Bitte\n\nklingeln', 'Nicht klingeln'),
    id_payment_method: field('2', '3', '0'),
    id_delivery_method: field('1', '2', '4'),
    attributes: fc.constantFrom(undefined, undefined, { gift: 'yes' }),
    order_state: field('CANCELED', 'PROCESSING'),
    order_payment_state: field('PAYMENT_RECEIVED'),
  });

  // Catches a field that an invoice shows and a change of it that is let through, and a harmless change that is
  // refused. What a document shows is asked of the template, of another order with the same details and without an
  // invoice.
  test.each([
    ['the built-in template', ''],
    ['a template with e-mail and phone', CONTACTS],
  ])(
    // A name without the directory, which is another one in each run: the seed comes from the name.
    'refuses exactly the changes that would change what it shows: %s',
    async (_template, templates) => {
      const options: ShopOptions = { config: { ...CONFIG, templates, company: 'x' } };
      const shop = openShop(options);
      const config = { ...loadConfig({}, {}, '/nonexistent'), ...options.config };
      const [documents, rules] = [documentServices(config), shopRules(config)];
      const shown = (orderId: number): string => {
        const order = {
          ...(shop.engine.tables.order.peek(orderId) as Order),
          states: { order: 'OPEN' as const, payment: 'PAYMENT_NOT_RECEIVED' as const, delivery: 'PROCESSING' as const },
        };
        return documents.templates.html(
          'invoice',
          documentData(
            { name: 'invoice', orderId, order, rules, spoken: '', labels: documents.templates.labels('de'), args: {} },
            documents,
          ),
        );
      };
      const counts = { refused: 0, accepted: 0 };
      await fc.assert(
        fc.asyncProperty(updates, async (update) => {
          const [issued, twin] = [await place(shop), await place(shop)];
          const [bytes, before] = [await invoice(shop, issued), shown(twin)];
          const row = JSON.stringify(shop.engine.tables.order.peek(issued));
          expect(await shop.admin('update_order_details', { id_order: twin, ...update })).toMatchObject({
            status: 'success',
          });
          const reply = await shop.admin('update_order_details', { id_order: issued, ...update });
          if (shown(twin) === before) {
            counts.accepted += 1;
            expect(reply).toMatchObject({ status: 'success' });
          } else {
            counts.refused += 1;
            expect(reply).toMatchObject({ object: 'error', message: 'INVOICE_ISSUED', param: String(issued) });
            expect(JSON.stringify(shop.engine.tables.order.peek(issued))).toBe(row);
          }
          expect(await invoice(shop, issued, { title: 'x' })).toBe(bytes);
        }),
        // One of each, whatever the seed draws.
        { numRuns: runs(12), examples: [[{ attributes: { gift: 'yes' } }], [{ invoice_lastname: 'Other' }]] },
      );
      expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(0);
    },
    60_000,
  );
});

describe('an order', () => {
  test('without a delivery country goes to the shop’s, without an address its documents show none', async () => {
    const shop = openShop({ config: CONFIG });
    const id_order = await place(shop, { invoice_lastname: 'Łuczak', invoice_country: 'AT' });
    expect(await shop.call('get_order_by_id', { id_order })).toMatchObject({
      order_delivery_country: 'DE',
      order_delivery_country_code: 'DE',
      order_invoice_country: 'AT',
    });
    expect(await shop.admin('search_orders', { constraint: { delivery_country: ['=', 'DE'] } })).toMatchObject({
      count: 1,
    });
    expect(textOf(await invoice(shop, id_order))).not.toContain('Deutschland');
    const other = await place(shop, { delivery_country: 'FR' });
    expect(await shop.call('get_order_by_id', { id_order: other })).toMatchObject({ order_delivery_country: 'FR' });
    const session = await shop.session();
    expect(await shop.call('set_order_details', { session, email: 'a@example.org' })).toMatchObject({
      delivery_country: '',
    });
  });

  test('says who changed it last: its buyer, or the channel of the back office', async () => {
    const shop = openShop();
    const session = await shop.session();
    const { id_user, session_id } = await shop.call('register_user', {
      args: { username: 'anna.m', email: 'anna@example.org', passwd1: 'abcd1', passwd2: 'abcd1' },
    });
    await shop.call('verify_user', { id_user, session_id });
    await shop.call('login_user', { session, username: 'anna.m', password: 'abcd1' });
    const modifier = async (): Promise<unknown> =>
      (await shop.call('get_order_details', { session }))['username_modifier'];
    await shop.call('set_order_details', { session, note: 'x' });
    expect(await modifier()).toBe('');
    await shop.call('add_to_cart', freeLine(session, 1));
    const { id_order } = await shop.call<Checkout>('checkout', { session });
    expect(await modifier()).toBe('anna.m');
    const before = shop.engine.headSeq;
    await shop.admin('update_order_details', { id_order, note: 'x' });
    expect([shop.engine.headSeq, await modifier()]).toEqual([before, 'anna.m']);
    await shop.admin('update_order_details', { id_order, note: 'y' });
    expect(await modifier()).toBe('test');
    await shop.restart();
    expect(await modifier()).toBe('test');
  });

  // Catches a requirement that the settings take and no checkout asks for: each name that they may hold is tried.
  test.each(REQUIRABLE)(
    'needs what the shop requires, and is refused with the name of what lacks: %s',
    async (name) => {
      const shop = openShop({ config: { ...CONFIG, checkoutRequires: [name] } });
      const session = await shop.session();
      await shop.call('add_to_cart', freeLine(session, 1));
      // A state is asked for where the country of the address has them.
      if (name.endsWith('_state'))
        await shop.call('set_order_details', { session, [name.replace('state', 'country')]: 'US' });
      for (const dry_run of [1, 0]) {
        expect(await shop.call('checkout', { session, dry_run })).toMatchObject({
          status: 'error',
          message: 'ORDER_DETAILS_MISSING',
          param: name,
        });
      }
      await shop.call('set_order_details', {
        session,
        [name]: name.endsWith('_country')
          ? 'AT'
          : name === 'id_payment_method'
            ? 2
            : name === 'id_delivery_method'
              ? 1
              : name === 'email'
                ? 'x@example.org'
                : 'x',
      });
      expect(await shop.call('checkout', { session }), name).toMatchObject({ status: 'success' });
    },
  );

  test('that costs nothing needs no way to pay for it', async () => {
    const free = openShop({ config: { ...CONFIG, checkoutRequires: ['id_payment_method'] } });
    const session = await free.session();
    await free.call('add_to_cart', freeLine(session, 0));
    expect(await free.call('checkout', { session })).toMatchObject({ status: 'success' });
  });
});
