// Pictures of returns: whose they are, what is taken, how many, and where they stand. It would catch a picture that
// somebody else reads, one that outlives its person, bytes that are no picture, and one that a list, a message or the
// record of changes carries.
import { describe, expect, test } from 'vitest';
import { loggedIn, verified } from '../accounts/accounts.ts';
import type { Given, Reply } from '../shop.ts';
import { line } from '../shop.ts';
import { announce, pieces, placed, receive, ship } from './returned-order.ts';
import type { Placed } from './returned-order.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const base64 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64');
const JPEG = base64(`\u00ff\u00d8\u00ff\u00e0head\u00ff\u00dascan\u00ff\u00d9`);
const WEBP = base64(`RIFF\u0010\u0000\u0000\u0000WEBPVP8 \u0004\u0000\u0000\u0000abcd`);

/** A return of its buyer, announced. */
const announced = async (settings: Given = {}): Promise<Placed> => {
  const order = await placed({ rules: settings });
  await ship(order, [[1, 3]]);
  expect(await announce(order, [[1, 2]])).toMatchObject({ return: { id: 1 } });
  return order;
};

const add = ({ goods }: Placed, picture: string, more: Given = {}): Promise<Reply> =>
  goods.shop.admin('add_return_picture', { id_return: 1, picture, ...more });

const shown = ({ goods }: Placed, id_picture: number, id_return = 1): Promise<Reply> =>
  goods.shop.admin('get_return_picture', { id_return, id_picture });

const pictures = async ({ goods }: Placed): Promise<unknown> => {
  const { returns } = await goods.shop.admin<{ readonly returns: readonly Given[] }>('get_returns', { id_return: 1 });
  return returns[0]!['pictures'];
};

describe('a picture of a return', () => {
  test('is added and read by its buyer and by the shop, and by nobody else', async () => {
    const order = await announced();
    const { shop } = order.goods;
    const { session } = order;
    const own = { session, id_return: 1 };
    expect(await shop.call('add_return_picture', { ...own, picture: PNG })).toMatchObject({
      object: 'add_return_picture',
      id_picture: 1,
      return: { id: 1, pictures: [1] },
    });
    expect(await add(order, JPEG)).toMatchObject({ id_picture: 2, return: { pictures: [1, 2] } });
    const asPng = { object: 'return_picture', content_type: 'image/png', picture: PNG };
    expect(await shop.call('get_return_picture', { ...own, id_picture: 1 })).toEqual(asPng);
    expect(await shown(order, 1)).toEqual(asPng);
    expect(await shown(order, 2)).toMatchObject({ content_type: 'image/jpeg', picture: JPEG });
    const other = await shop.session();
    const strange = { session: other, id_return: 1 };
    await shop.refused('get_return_picture', { ...strange, id_picture: 1 }, 'PERMISSION_DENIED', '1');
    await shop.refused('add_return_picture', { ...strange, picture: PNG }, 'PERMISSION_DENIED', '1');
    await shop.refused('get_return_picture', { session, id_return: 9, id_picture: 1 }, 'PERMISSION_DENIED', '9');
    expect(await pictures(order)).toEqual([1, 2]);
  });

  test('is read by the number of its own return', async () => {
    const order = await announced();
    await announce(order, [[1, 1]]);
    await add(order, PNG, { id_return: 2 });
    expect(await shown(order, 1, 2)).toMatchObject({ picture: PNG });
    for (const [picture, of] of [
      [1, 1],
      [2, 1],
    ] as const)
      expect(await shown(order, picture, of)).toMatchObject({ message: 'RETURN_PICTURE_NOT_FOUND' });
    expect(await shown(order, 1, 3)).toMatchObject({ message: 'RETURN_NOT_FOUND' });
  });

  test('is there after a restart, and stands in no list, message or record of changes', async () => {
    const order = await announced();
    const { shop } = order.goods;
    await add(order, WEBP);
    await shop.restart();
    expect(await shown(order, 1)).toMatchObject({ content_type: 'image/webp', picture: WEBP });
    for (const [request, fields] of [
      ['get_changelog', { object: 'order_return/1' }],
      ['get_changelog', { object: 'return_picture/1' }],
      ['get_returns', { id_return: 1 }],
      ['get_order_by_id', { id_order: order.orderId }],
    ] as const)
      expect(JSON.stringify(await shop.admin(request, fields))).not.toContain(WEBP.slice(0, 12));
  });

  test.each([
    ['a GIF', base64('GIF89a............;')],
    ['a drawing', base64('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PNG without its end', PNG.slice(0, 60)],
    ['no base64', `${PNG}\n`],
    ['an address', 'https://example.com/a.png'],
  ])('that is %s is refused', async (_what, picture) => {
    const order = await announced();
    expect(await add(order, picture)).toMatchObject({ message: 'PARAMETER_INVALID', param: 'picture' });
    expect(await pictures(order)).toBeUndefined();
  });
});

describe('pictures are taken', () => {
  test('up to a number, a size and a sum, which settings say', async () => {
    const order = await announced({ returnPicturesMax: 2, returnPictureBytesMax: 1000 });
    const large = base64(`\u00ff\u00d8\u00ff${'x'.repeat(1000)}\u00ff\u00d9`);
    const tooLarge = { message: 'PARAMETER_INVALID', detail: expect.stringContaining('1005 bytes, of at most 1000') };
    expect(await add(order, large)).toMatchObject(tooLarge);
    await add(order, PNG);
    await add(order, PNG);
    const many = { message: 'RETURN_PICTURE_LIMIT_REACHED', detail: expect.stringContaining('at most 2') };
    expect(await add(order, PNG)).toMatchObject(many);
    await order.goods.shop.restart({ rules: { returnPicturesMax: 9, returnPicturesMb: 0 } });
    const full = { message: 'RETURN_PICTURE_LIMIT_REACHED', detail: expect.stringContaining('1 MiB') };
    expect(await add(order, PNG)).toMatchObject(full);
    expect(await pictures(order)).toEqual([1, 2]);
  });

  test('of a buyer up to four times as many over all returns of the order, withdrawn ones among them', async () => {
    const order = await announced({ returnPicturesMax: 1 });
    const { session, goods } = order;
    for (let id_return = 1; id_return <= 5; id_return += 1) {
      const picture = { session, id_return, picture: PNG };
      if (id_return < 5) await goods.shop.call('add_return_picture', picture);
      else await goods.shop.refused('add_return_picture', picture, 'RETURN_PICTURE_LIMIT_REACHED', '5');
      if (id_return < 5) await goods.shop.call('withdraw_return', { session, id_return });
      await announce(order, [[1, 1]]);
    }
    expect(await add(order, PNG, { id_return: 5 })).toMatchObject({ id_picture: 5 });
  });

  test('of the buyer until the return is received, of the shop until it is withdrawn', async () => {
    const order = await announced();
    const { shop } = order.goods;
    await receive(order, [[1, 2]], {}, { id_return: 1 });
    const own = { session: order.session, id_return: 1, picture: PNG };
    await shop.refused('add_return_picture', own, 'RETURN_ENDED', '1');
    expect(await add(order, PNG)).toMatchObject({ id_picture: 1 });
    await announce(order, [[1, 1]]);
    await shop.admin('withdraw_return', { id_return: 2 });
    expect(await add(order, PNG, { id_return: 2 })).toMatchObject({ message: 'RETURN_ENDED' });
    expect(await add(order, PNG, { id_return: 3 })).toMatchObject({ message: 'RETURN_NOT_FOUND' });
  });
});

test('pictures go with their person, and none is taken after', async () => {
  const { goods } = await placed();
  const { shop } = goods;
  await verified(shop, 'anna');
  const session = await loggedIn(shop, 'anna');
  await shop.call('add_to_cart', line(session, await goods.product()));
  const { id_order, session: next } = await shop.call<{ readonly id_order: number; readonly session: string }>(
    'checkout',
    { session },
  );
  await shop.admin('update_order_details', { id_order, order_delivery_state: 'CLOSED' });
  await shop.call('announce_return', { session: next, id_order, lines: pieces([[1, 1]]) });
  await shop.call('add_return_picture', { session: next, id_return: 1, picture: PNG });
  const { result } = await shop.admin<{ readonly result: readonly { readonly id_user: number }[] }>('search_users', {
    constraint: { username: 'anna' },
  });
  await shop.admin('erase_user', { id_user: result[0]!.id_user });
  const gone = { id_return: 1, id_picture: 1 };
  await shop.adminRefused('get_return_picture', gone, 'RETURN_PICTURE_NOT_FOUND', '1');
  await shop.adminRefused('add_return_picture', { id_return: 1, picture: PNG }, 'ORDER_ERASED');
  await shop.restart();
  await shop.adminRefused('get_return_picture', gone, 'RETURN_PICTURE_NOT_FOUND', '1');
});
