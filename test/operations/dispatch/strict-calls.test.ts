// A misspelt parameter or member that a strict call passes over, or one that is right and refused.
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import type { Given } from '../shop.ts';
import { Goods, openShop } from '../shop.ts';

const ALL = [...OPERATIONS].map(([name, operation]) => ({ name, operation }));

/** Two letters of a name swapped. */
const misspelt = (name: string): string => name.slice(0, -2) + name.at(-1)! + name.at(-2)!;

describe.each(ALL)('$name', ({ name, operation }) => {
  const names = Object.keys(operation.params);

  test('refuses a parameter that it does not have, and names the one that it has', async () => {
    const shop = openShop();
    const far = await shop.admin(name, { strict: 1, nothing_like_it: 'x' });
    expect(far).toMatchObject({ message: 'PARAMETER_UNKNOWN', param: 'nothing_like_it' });
    expect(String(far['detail'])).not.toContain('Did you mean');
    for (const param of names.filter((each) => each.length > 3)) {
      const given = misspelt(param);
      if (given === param || names.includes(given)) continue;
      const reply = await shop.admin(name, { strict: '1', [given]: 'x' });
      expect(reply, given).toMatchObject({ message: 'PARAMETER_UNKNOWN', param: given });
      // A slip between language and languages is as near to either.
      const meant = names.filter((each) => each === param || each === `${param}s` || `${each}s` === param);
      // The refusal of a checkout has no sentence.
      if (name !== 'checkout')
        expect(
          meant.map((each) => String(reply['detail']).endsWith(`Did you mean ${each}?`)),
          given,
        ).toContain(true);
    }
  });

  test('knows all of its own names', async () => {
    const shop = openShop();
    const own = [...names, ...Object.values(operation.params).flatMap(({ aliases }) => aliases)];
    const fields: Given = Object.fromEntries(own.map((each) => [each, '']));
    const session = operation.session === 'none' ? {} : { session: 'x' };
    const reply = await shop.admin(name, { ...fields, ...session, strict: 1, idempotency_key: 'k' });
    expect(reply['message']).not.toBe('PARAMETER_UNKNOWN');
  });
});

describe('members', () => {
  const refused = async (operation: string, fields: Given, path: string, meant: string): Promise<void> => {
    const { shop, categoryId } = await Goods.open();
    const all = operation === 'create_product' ? { class: 'product', name: 'x', ...fields } : fields;
    const reply = await shop.admin(operation, { ...all, strict: 1 });
    const detail = `${path}: there is no such member, and strict is on.${meant === '' ? '' : ` Did you mean ${meant}?`}`;
    expect(reply).toMatchObject({ message: 'PARAMETER_UNKNOWN', param: Object.keys(fields)[0], detail });
    expect(categoryId).toBeGreaterThan(0);
  };

  test.each<readonly [string, string, Given, string]>([
    ['metadata.elment_number', 'create_product', { metadata: { elment_number: 'A' } }, 'element_number'],
    ['availability.quantiy', 'create_product', { availability: { quantiy: 1 } }, 'quantity'],
    ['seo.de_DE.titel', 'create_product', { seo: { de_DE: { titel: 'A' } } }, 'title'],
    ['args.sucess_url', 'do_payment', { args: { sucess_url: 'https://a.example' } }, 'success_url'],
    ['args.pasword1', 'register_user', { args: { username: 'anna', pasword1: 'x' } }, 'passwd1'],
    ['pipe.a.arguments', 'aggregate', { pipe: { a: { request: 'get_status', arguments: {} } } }, ''],
    ['attributes[1].lable', 'create_class_attributes', { attributes: attributes({ lable: 'Price' }) }, 'labels'],
    [
      'attributes[1].de_DE.lable',
      'create_class_attributes',
      { attributes: attributes({ de_DE: { lable: 'x' } }) },
      'label',
    ],
  ])('%s', (path, operation, fields, meant) => refused(operation, fields, path, meant));

  test('a JSON text is looked into as well', async () => {
    const shop = openShop();
    const given = { class: 'product', name: 'x', metadata: '{"colour":"red"}', strict: 1 };
    await shop.adminRefused('create_product', given, 'PARAMETER_UNKNOWN', 'metadata');
    const reply = await shop.admin('create_product', { ...given, metadata: '{"weight":1,"kg":2}' });
    expect(reply['message']).not.toBe('PARAMETER_UNKNOWN');
  });
});

function attributes(more: Given): readonly Given[] {
  return [
    { name: 'a', type: 'CHAR', de_DE: { label: 'A', value: 'x' } },
    { name: 'b', type: 'FLOAT', ...more },
  ];
}

test('without strict, and with strict=0, what nobody declares is ignored', async () => {
  const shop = openShop();
  for (const strict of [undefined, 0, '0', 'no', ''])
    expect(await shop.admin('get_status', { strict, nothing: 'x' })).toMatchObject({ object: 'status' });
  await shop.adminRefused('get_status', { strict: 'maybe' }, 'PARAMETER_INVALID', 'strict');
});

test('the parts of a strict aggregate are strict, and a part may be alone', async () => {
  const shop = openShop();
  const pipe = (args: Given): Given => ({ pipe: { a: { request: 'get_status', args } } });
  for (const given of [{ ...pipe({ nothing: 1 }), strict: 1 }, pipe({ nothing: 1, strict: 1 })])
    expect(await shop.admin('aggregate', given)).toMatchObject({ message: 'PARAMETER_UNKNOWN', param: 'a' });
  expect(await shop.admin('aggregate', pipe({ nothing: 1 }))).toMatchObject({ object: 'aggregate' });
});

test('attribute definitions are taken in the form of catalogue files too', async () => {
  const shop = openShop();
  const shown = async (name: string, definition: Given): Promise<unknown> => {
    const id_class = await shop.make('create_class', { name, type: 'product' });
    const given = { id_class, attributes: [{ name: 'price', type: 'FLOAT', ...definition }], strict: 1 };
    expect(await shop.admin('create_class_attributes', given)).not.toMatchObject({ object: 'error' });
    const languages = ['de_DE', 'en_GB', 'fr_FR', 'it_IT'];
    return Promise.all(
      languages.map(async (language) => {
        const reply = await shop.admin<{ attributes: { price: Given } }>('get_class_details', { id_class, language });
        return [reply.attributes.price['label'], reply.attributes.price['value']];
      }),
    );
  };
  const perLanguage = { de_DE: { label: 'Preis', value: 1.5 }, en_GB: { label: 'Price' }, fr_FR: { value: 2 } };
  const byMember = { labels: { de_DE: 'Preis', en_GB: 'Price' }, defaults: { de_DE: 1.5, fr_FR: 2, it_IT: null } };
  const inCalls = await shown('a', perLanguage);
  expect(inCalls).toMatchObject([
    ['Preis', 1.5],
    ['Price', 1.5],
    ['Preis', 2],
    ['Preis', 1.5],
  ]);
  expect(await shown('b', byMember)).toEqual(inCalls);
});
