// Would catch a field that a role hides and some way out shows: a call, a part of an aggregate, a bulk call, the back
// office, XML, a list in chunks, a reply that was kept, or a search that finds out what it is; and somebody who gives
// sight of what they do not see.
import { describe, expect, test } from 'vitest';
import { FIELD_GROUPS } from '../../../src/domain/accounts/role.ts';
import type { FieldGroup } from '../../../src/domain/accounts/role.ts';
import type { ReplyStream } from '../../../src/kernel/reply-stream.ts';
import type { CallFields } from '../../../src/operations/context/operation.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { OTHER_WAYS, ROLES } from '../../../src/operations/dispatch/role-table.ts';
import { channel, raw } from '../channels/channel-calls.ts';
import { Goods, line } from '../shop.ts';
import type { Given, Reply, TestShop } from '../shop.ts';
import { Staff } from './staff.ts';

/** What nothing but the fields of a group holds. */
const MARKS: { readonly [group in FieldGroup]: readonly string[] } = {
  addresses: ['Zauberweg', 'Hexenstadt', 'Merlin'],
  contacts: ['merlin@hexen.example', '0451 777123', 'merlin77'],
  // The price of one piece is in the catalogue as well.
  amounts: ['14782.34', '14795.91', '13.57'],
};

const SETS: readonly (readonly FieldGroup[])[] = [...FIELD_GROUPS.map((group) => [group]), FIELD_GROUPS];

interface Known {
  readonly shop: TestShop;
  readonly staff: Staff;
  /** Parameters by name, for every operation that wants them. */
  readonly values: Given;
}

/** A customer with an order, another one in a draft, and a cart. */
const open = async (): Promise<Known> => {
  const goods = await Goods.open();
  const { shop } = goods;
  const product = await goods.product(7391.17);
  const user = await shop.call<{ id_user: number }>('register_user', {
    args: { username: 'merlin77', passwd1: 'secret1', passwd2: 'secret1', email: 'merlin@hexen.example' },
  });
  const session = await shop.session();
  await shop.call('login_user', { session, username: 'merlin77', password: 'secret1' });
  const profile = { firstname: 'Merlin', street: 'Zauberweg', city: 'Hexenstadt' };
  await shop.admin('update_user_data', { id_user: user.id_user, attributes: profile });
  const fill = async (code: string): Promise<void> => {
    await shop.call('add_to_cart', line(code, product, { quantity: 2 }));
    await shop.call('add_delivery_costs', { session: code, delivery_costs: [['DHL', 13.57, 0.19]] });
    await shop.call('set_order_details', {
      session: code,
      id_payment_method: 2,
      id_delivery_method: 1,
      email: 'merlin@hexen.example',
      phone: '0451 777123',
      delivery_firstname: 'Merlin',
      delivery_lastname: 'M',
      delivery_street: 'Zauberweg',
      delivery_city: 'Hexenstadt',
      invoice_firstname: 'Merlin',
      invoice_street: 'Zauberweg',
    });
  };
  await fill(session);
  const placed = await shop.call<{ id_order: number; session: string }>('checkout', { session });
  await fill(placed.session);
  const draft = await shop.admin<{ id_draft: string; session: string }>('create_draft', { id_user: user.id_user });
  await fill(draft.session);
  const values: Given = {
    id_order: placed.id_order,
    id_user: user.id_user,
    session: placed.session,
    id_draft: draft.id_draft,
    id_product: product,
    constraint: {},
    limit: 20,
    older_than: 0,
    orders: [placed.id_order],
  };
  return { shop, staff: new Staff(shop), values };
};

const leaks = (name: string, group: FieldGroup): boolean => ROLES.leaking([name], [group]) !== undefined;

const NAMES = [...OPERATIONS.keys(), ...Object.keys(OTHER_WAYS)];
const heldBeside = (hidden: readonly FieldGroup[]): readonly string[] =>
  NAMES.filter((name) => !hidden.some((group) => leaks(name, group)));

const roleHiding = async (shop: TestShop, hidden: readonly FieldGroup[]): Promise<string> => {
  const role = `without ${hidden.join(' ')}`;
  await shop.admin('create_role', { role, operations: heldBeside(hidden), hidden });
  return role;
};

/** Reads, and writes whose replies show carts and orders, with what they want to know. */
const callsOf = ({ values }: Known): readonly (readonly [name: string, params: Given])[] =>
  [...OPERATIONS].flatMap(([name, { effect, params }]) => {
    if (effect !== 'read' && !['set_quantity', 'set_order_details', 'continue_draft'].includes(name)) return [];
    const given = Object.fromEntries(Object.keys(params).flatMap((one) => (one in values ? [[one, values[one]]] : [])));
    return [[name, { ...given, ...('session' in values && { session: values['session'] }) }] as const];
  });

const marksIn = (text: string, groups: readonly FieldGroup[]): readonly string[] =>
  groups.flatMap((group) => MARKS[group].filter((mark) => text.includes(mark)));

/** A caller: gives the text of a reply. */
type Ask = (name: string, params: Given) => Promise<string>;

const others = (hidden: readonly FieldGroup[]): readonly FieldGroup[] =>
  FIELD_GROUPS.filter((group) => !hidden.includes(group));

/** The marks that the replies of a caller hold, over all calls. */
const seenBy = async (known: Known, ask: Ask, hidden: readonly FieldGroup[]): Promise<ReadonlySet<string>> => {
  const seen = new Set<string>();
  for (const [name, params] of callsOf(known)) {
    const text = await ask(name, params);
    expect(marksIn(text, hidden), `${name}: ${text}`).toEqual([]);
    for (const mark of marksIn(text, others(hidden))) seen.add(mark);
  }
  return seen;
};

describe.each(SETS.map((hidden) => [hidden] as const))('a role that hides %s', (hidden) => {
  const begin = async (): Promise<{ known: Known; role: string }> => {
    const known = await open();
    return { known, role: await roleHiding(known.shop, hidden) };
  };

  const shownMarks = others(hidden).flatMap((group) => [...MARKS[group]]);

  test('shows it in no reply to a channel', async () => {
    const { known, role } = await begin();
    const { shop } = known;
    const own = await channel(shop, 'json', { role });
    const single: Ask = async (request, params) => (await shop.send({ ...own, ...params, request })).text;
    expect([...(await seenBy(known, single, hidden))].sort()).toEqual([...shownMarks].sort());
  });

  test('shows it in no part of an aggregate', async () => {
    const { known, role } = await begin();
    const { shop } = known;
    const own = await channel(shop, 'json', { role });
    const part: Ask = async (request, args) =>
      (await shop.send({ ...own, request: 'aggregate', pipe: { a: { request, args } } })).text;
    expect([...(await seenBy(known, part, hidden))].sort()).toEqual([...shownMarks].sort());
  });

  test('shows it in no reply as XML', async () => {
    const { known, role } = await begin();
    const { shop } = known;
    const xml = await channel(shop, 'xml', { role });
    const asXml: Ask = async (request, params) => (await raw(shop, { ...xml, ...params, request })).text;
    expect([...(await seenBy(known, asXml, hidden))].sort()).toEqual([...shownMarks].sort());
  });

  test('shows it to nobody in the back office', async () => {
    const { known, role } = await begin();
    const { staff } = known;
    const cookie = await staff.enter('worker', 100, role);
    const person: Ask = async (request, params) => JSON.stringify(await staff.call(cookie, request, params));
    expect([...(await seenBy(known, person, hidden))].sort()).toEqual([...shownMarks].sort());
    expect(await staff.call(cookie, 'get_rights')).toMatchObject({
      hidden,
      person: { email: 'worker@example.org', username: 'worker' },
    });
  });

  test('shows it in no line of a bulk call, and in no list that is sent in chunks', async () => {
    const { known, role } = await begin();
    const { shop, values } = known;
    const own = await channel(shop, 'json', { role });
    const lines: CallFields[] = [
      { request: 'send_draft', id_draft: values['id_draft'], dry_run: 1 },
      { request: 'update_order_details', id_order: values['id_order'], note: 'n' },
    ];
    const bulk = await new Promise<string>((resolve) =>
      shop.dispatch.bulk({ credentials: own, lines, bytes: 100 }, '', (_status, body) =>
        resolve(Buffer.from(body as Uint8Array).toString()),
      ),
    );
    expect(bulk).toContain('"status":"success"');
    expect(marksIn(bulk, hidden)).toEqual([]);
    const chunks: string[] = [];
    const whole = await new Promise<string>((resolve) => {
      const stream: ReplyStream = {
        write: (text) => (chunks.push(text), true),
        end: () => resolve(chunks.join('')),
        abort: () => resolve('aborted'),
        onDrain: () => {},
        onClose: () => {},
      };
      const send = (_status: number, body: string | Uint8Array): void => resolve(Buffer.from(body).toString());
      const fields = { ...own, request: 'search_orders', constraint: {} };
      shop.dispatch.call(fields, '', send, '', undefined, { stream: () => stream });
    });
    expect((JSON.parse(whole) as { result: unknown[] }).result).toHaveLength(1);
    expect(marksIn(whole, hidden)).toEqual([]);
  });

  test('may hold no operation that shows it all the same, and says which', async () => {
    const { known, role } = await begin();
    const { shop } = known;
    for (const group of hidden)
      for (const name of NAMES.filter((one) => leaks(one, group))) {
        const asked = { role: 'other', operations: ['get_cart', name], hidden };
        expect(await shop.adminRefused('create_role', asked, 'ROLE_SHOWS_HIDDEN', name)).toMatchObject({
          detail: expect.stringContaining(`${name} shows `),
        });
        const changed = { role, operations: [name] };
        await shop.adminRefused('update_role', changed, 'ROLE_SHOWS_HIDDEN', name);
      }
    await shop.admin('create_role', { role: 'open', operations: ['get_invoice'] });
    await shop.adminRefused('update_role', { role: 'open', hidden }, 'ROLE_SHOWS_HIDDEN', 'get_invoice');
  });
});

describe('what is hidden', () => {
  test('is sought, sorted or found by nobody', async () => {
    const known = await open();
    const { shop } = known;
    const own = await channel(shop, 'json', { role: await roleHiding(shop, FIELD_GROUPS) });
    const ask = async (request: string, params: Given): Promise<Reply> =>
      JSON.parse((await shop.send({ ...own, request, ...params })).text) as Reply;
    const denied = (param: string) => ({ message: 'PERMISSION_DENIED', param });
    const orderFields = ['main.email', 'email', 'order_email', 'main.delivery_city', 'invoice_number', 'main.cart.sum'];
    for (const field of [...orderFields, 'main.person_name', 'person_name', 'cart.sum', 'main.nothing_to_pay']) {
      const deep = { OR: [{ 'main.id': 1 }, { AND: [{ [field]: ['LIKE', '%a%'] }] }] };
      expect(await ask('search_orders', { constraint: deep }), field).toMatchObject(denied(field));
      expect(await ask('search_orders', { constraint: {}, order_columns: field }), field).toMatchObject(denied(field));
    }
    for (const field of ['email', 'main.username', 'firstname', 'search', 'anything'])
      expect(await ask('search_users', { constraint: { [field]: 'a' } }), field).toMatchObject(denied(field));
    expect(await ask('search_past_orders', { email: 'merlin@hexen.example' })).toMatchObject(denied('email'));
    expect(await ask('search_orders', { constraint: { 'main.order_state': 'OPEN' } })).toMatchObject({ count: 1 });
    expect(
      await ask('search_users', { constraint: { status: 'active' }, order_columns: 'main.id' }),
    ).not.toHaveProperty('message');
  });

  test('is hidden from the next call on, also in a reply that was kept', async () => {
    const { shop, values } = await open();
    await shop.admin('create_role', { role: 'reads', operations: ['get_cart', 'get_categories'] });
    const own = await channel(shop, 'json', { role: 'reads' });
    const ask = (bytes: string): Promise<string> =>
      new Promise((resolve) =>
        shop.dispatch.call(
          { ...own, request: 'get_cart', session: values['session'] },
          '',
          (_status, body) => resolve(Buffer.from(body).toString()),
          bytes,
        ),
      );
    expect(await ask('the call')).toContain('14782.34');
    await shop.admin('update_role', { role: 'reads', hidden: ['amounts'] });
    expect(shop.dispatch.sendCached('the call', () => {})).toBe(false);
    expect(await ask('the call')).not.toContain('14782.34');
    expect(shop.dispatch.sendCached('the call', () => {})).toBe(false);
    await shop.admin('update_role', { role: 'reads', hidden: [] });
    expect(await ask('the call')).toContain('14782.34');
  });

  test('is guessed by no change of an order, and by no order of carts', async () => {
    const { shop, values } = await open();
    const operations = ['update_order_details', 'get_open_carts', 'lock_user'];
    await shop.admin('create_role', { role: 'guesses', operations, hidden: [...FIELD_GROUPS] });
    const own = await channel(shop, 'json', { role: 'guesses' });
    const ask = async (name: string, params: Given): Promise<Reply> =>
      JSON.parse((await raw(shop, { ...own, request: name, ...params })).text) as Reply;
    const id = { id_order: values['id_order'] };
    for (const [field, value] of [
      ['delivery_city', 'Hexenstadt'],
      ['invoice_street', 'Zauberweg'],
      ['email', 'merlin@hexen.example'],
      ['phone', '0451 777123'],
    ] as const)
      for (const dry_run of [0, 1])
        expect(await ask('update_order_details', { ...id, [field]: value, dry_run }), field).toMatchObject({
          message: 'PERMISSION_DENIED',
          param: field,
        });
    expect(await ask('update_order_details', { ...id, order_state: 'PROCESSING' })).toMatchObject({
      status: 'success',
    });
    expect(await ask('get_open_carts', { order: 'sum' })).toMatchObject({
      message: 'PERMISSION_DENIED',
      param: 'order',
    });
    expect(await ask('get_open_carts', {})).toMatchObject({ count: 1 });
    expect(await ask('lock_user', { id_user: values['id_user'] }), 'a customer sees no more').toMatchObject({
      status: 'success',
    });
  });

  test('is hidden after a restart, in the audit log and in the list of roles', async () => {
    const { shop } = await open();
    await shop.admin('create_role', { role: 'packs', operations: ['get_cart'], hidden: ['amounts', 'addresses'] });
    await shop.restart();
    const { roles } = await shop.admin<{ roles: Reply[] }>('get_roles');
    expect(roles.find(({ name }) => name === 'packs')).toMatchObject({ hidden: ['addresses', 'amounts'] });
    expect(roles.find(({ name }) => name === 'owner')).toMatchObject({ hidden: [] });
    await shop.adminRefused(
      'create_role',
      { role: 'x', operations: [], hidden: ['all'] },
      'PARAMETER_INVALID',
      'hidden',
    );
  });

  test('is given to nobody by somebody who does not see it', async () => {
    const { shop, staff } = await open();
    const names = heldBeside(['amounts']);
    await shop.admin('create_role', { role: 'chief', operations: names, hidden: ['amounts'] });
    await shop.admin('create_role', { role: 'sees', operations: ['get_cart'] });
    await shop.admin('create_role', { role: 'less', operations: ['get_cart'], hidden: ['amounts', 'contacts'] });
    const peer = await staff.add('peer', 100, 'less');
    const cookie = await staff.enter('chief', 100, 'chief');
    const denied = (param: string) => ({ message: 'PERMISSION_DENIED', param });
    const make = { role: 'new', operations: ['get_cart'] };
    expect(await staff.call(cookie, 'create_role', make)).toMatchObject({
      ...denied('operations'),
      detail: 'That wants sight of amounts, which you lack.',
    });
    expect(await staff.call(cookie, 'update_role', { role: 'less', hidden: [] })).toMatchObject(denied('operations'));
    expect(await staff.call(cookie, 'set_user_role', { id_user: peer, role: 'sees' })).toMatchObject(denied('role'));
    expect(await staff.call(cookie, 'create_role', { ...make, hidden: ['amounts'] })).toMatchObject({
      status: 'success',
    });
    expect(await staff.call(cookie, 'update_role', { role: 'less', hidden: ['amounts'] })).toMatchObject({
      status: 'success',
    });
  });
});
