// POST /srv/bulk over both listeners: catches a body that is carried out by halves because a line of it cannot be read,
// and a refusal that does not say which line.
import { describe, expect, test } from 'vitest';
import { LISTENERS, served } from '../../operations/clients/served.ts';
import { CREDENTIALS, SECRET } from '../../operations/shop.ts';
import type { TestShop } from '../../operations/shop.ts';

const { licence_username: username, licence_password: password } = CREDENTIALS;
const HEADERS = {
  'content-type': 'application/x-ndjson',
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  'x-licence-secret-key': SECRET,
};

const product = (name: string): string => JSON.stringify({ request: 'create_product', class: 'product', name });
const countOf = async (shop: TestShop): Promise<unknown> =>
  (await shop.admin('search_products', { constraint: {} })).count;

describe.each(LISTENERS)('$name', (listener) => {
  const opened = async () => {
    const { goods, url } = await served(listener);
    const post = async (body: string | Uint8Array, headers: { [name: string]: string } = {}) => {
      const answer = await fetch(url.replace('service/', 'bulk'), {
        method: 'POST',
        headers: { ...HEADERS, ...headers },
        body: body as string,
      });
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
    };
    const refused = async (body: string | Uint8Array, status: number, code: string, param: string, more = {}) => {
      const answer = await post(body, more);
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
        status,
        { object: 'error', message: code, param },
      ]);
      expect(await countOf(goods.shop)).toBe(0);
      return (JSON.parse(answer.text) as { detail: string }).detail;
    };
    return { goods, url, post, refused };
  };

  test('a line of JSON for each line, whatever ends them; blank lines have none', async () => {
    const { goods, post } = await opened();
    const body = `${product('ä')}\r\n\n  \n${product('two')}\n{"request":"get_status"}`;
    const { status, type, text } = await post(body);
    expect([status, type]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    expect(
      text.split('\n').map((line) => (line === '' ? '' : (JSON.parse(line) as { object: string }).object)),
    ).toEqual(['create_product', 'create_product', 'error', '']);
    expect(await countOf(goods.shop)).toBe(2);
    expect(await post('')).toMatchObject({ status: 200, text: '' });
    expect(await post('', { 'content-type': 'application/x-ndjson; charset=utf-8' })).toMatchObject({ status: 200 });
  });

  test('a line that cannot be read refuses the whole, with its number, before anything is done', async () => {
    const { refused } = await opened();
    for (const line of ['{', '[]', '7', 'null', '"x"', '{"request":"create_product"} {}'])
      expect(await refused(`${product('one')}\n\n${line}\n${product('two')}`, 400, 'BODY_UNDECODABLE', '3')).toMatch(
        /^Line 3: /,
      );
    const invalid = Buffer.concat([Buffer.from(`${product('one')}\n{"a":"`), Buffer.from([0xff]), Buffer.from('"}')]);
    await refused(invalid, 400, 'BODY_UNDECODABLE', '2');
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index}`, 1])));
    await refused(`${product('one')}\n${many}`, 400, 'BODY_UNDECODABLE', '2');
    const lines = Array.from({ length: 1001 }, (_, index) => product(`p${index}`));
    expect(await refused(lines.join('\n'), 413, 'BODY_TOO_LARGE', '1001')).toBe(
      'Line 1001: the body has 1001 lines, one call takes at most 1000 lines.',
    );
    await refused('x'.repeat(1_048_577), 413, 'BODY_TOO_LARGE', '');
    const gzip = { 'content-encoding': 'gzip' };
    await refused(product('one'), 415, 'CONTENT_ENCODING_NOT_SUPPORTED', '', gzip);
    for (const type of ['application/json', 'application/x-ndjson; charset=latin1', ''])
      await refused(product('one'), 400, 'BODY_UNDECODABLE', '', { 'content-type': type });
  });

  test('credentials are right, the secret key among them, or nothing is said of the body', async () => {
    const { refused, url } = await opened();
    await refused('{', 403, 'PERMISSION_DENIED', '', { authorization: 'Basic eDp5' });
    await refused('{', 403, 'PERMISSION_DENIED', '', { 'x-licence-secret-key': 'wrong' });
    await refused('{', 403, 'PERMISSION_DENIED', 'licence_secret_key', { 'x-licence-secret-key': '' });
    expect((await fetch(url.replace('service/', 'bulk'))).status).toBe(405);
  });

  test('the header Idempotency-Key makes a repeated body happen once', async () => {
    const { goods, post } = await opened();
    const body = [product('one'), product('two')].join('\n');
    const key = { 'idempotency-key': 'import 7' };
    const first = await post(body, key);
    expect(await post(body, key)).toEqual(first);
    expect(await countOf(goods.shop)).toBe(2);
  });
});
