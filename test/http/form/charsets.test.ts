// Would catch text that arrives otherwise than it was sent, instead of being refused: in every encoding, in every
// character set that is read, and for every operation.
import { runs } from '../../harness/effort.ts';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { decodeForm } from '../../../src/http/form/form.ts';
import { requestHandler } from '../../../src/http/request-handler.ts';
import type { IncomingRequest } from '../../../src/http/transport/transport.ts';
import { NO_HEADERS } from '../../../src/http/transport/transport.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import { CREDENTIALS, Goods, SECRET, openShop } from '../../operations/shop.ts';
import type { TestShop } from '../../operations/shop.ts';
import { onFirstStage } from '../transport/both-transports.ts';
import { undecodable } from './undecodable-contract.ts';

const LIMITS = { bodyFieldsMax: 200, fieldNameBytesMax: 256 };
const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';
type Field = readonly [name: string, value: Uint8Array];

const escaped = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const inMultipart = (fields: readonly Field[], head = ''): Buffer =>
  Buffer.from(
    `${fields.map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n${head}\r\n${latin1(value)}\r\n`).join('')}--b--\r\n`,
    'latin1',
  );

/** One body per encoding, each with its content type; the bytes of the values as they are given. */
const ENCODINGS: {
  readonly [name: string]: readonly [contentType: string, body: (fields: readonly Field[]) => Buffer];
} = {
  'urlencoded, escaped': [
    URLENCODED,
    (fields) =>
      Buffer.from(
        fields
          .map(
            ([name, value]) => `${/[^\w]/.test(name) ? escaped(Buffer.from(name, 'latin1')) : name}=${escaped(value)}`,
          )
          .join('&'),
      ),
  ],
  'urlencoded, raw': [
    URLENCODED,
    (fields) =>
      Buffer.from(
        fields
          .map(([name, value]) => `${name}=${latin1(value).replace(/[%&+=]/g, (mark) => encodeURIComponent(mark))}`)
          .join('&'),
        'latin1',
      ),
  ],
  multipart: [MULTIPART, (fields) => inMultipart(fields)],
  JSON: [
    'application/json',
    (fields) =>
      Buffer.from(`{${fields.map(([name, value]) => `"${name}":${JSON.stringify(latin1(value))}`).join()}}`, 'latin1'),
  ],
};

const reply = (
  shop: TestShop,
  contentType: string,
  body: Uint8Array,
  more: Partial<IncomingRequest> = {},
): Promise<{ status: number; message: string; param: string }> =>
  new Promise((resolve) => {
    const incoming = {
      method: 'POST',
      path: '/srv/service/',
      query: '',
      contentType,
      contentEncoding: '',
      idempotencyKey: '',
      clientAddress: '',
      socketAddress: '',
      traceparent: '',
      headers: NO_HEADERS,
      body,
      ...more,
    };
    requestHandler(shop.dispatch, LIMITS)(incoming, {
      send: (status, sent) => {
        const { message, param } = JSON.parse(Buffer.from(sent as string).toString()) as {
          message: string;
          param: string;
        };
        resolve({ status, message, param });
      },
      eventStream: () => undefined,
      stream: () => undefined,
    });
  });

/** No UTF-8: a lone byte, a cut character, an overlong one, half of a pair. */
const BROKEN = [
  [0xfc],
  [0x4d, 0xfc, 0x6c],
  [0xc3],
  [0xe2, 0x82],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
].map((bytes) => Buffer.from(bytes));
const text = (value: string): Buffer => Buffer.from(value);

describe('text that is not UTF-8', () => {
  test.each(Object.entries(ENCODINGS))(
    'is refused in every field of every operation, and changes nothing: %s',
    async (_name, [contentType, body]) => {
      const shop = openShop();
      const before = shop.engine.headSeq;
      const own = { ...CREDENTIALS, licence_secret_key: SECRET };
      for (const [request, { params }] of OPERATIONS) {
        const fields = {
          ...own,
          request,
          session: 'x',
          idempotency_key: 'k',
          ...Object.fromEntries(Object.keys(params).map((name) => [name, '1'])),
        };
        for (const name of Object.keys(fields)) {
          const sent = Object.entries(fields).map(([key, value]): Field => [
            key,
            key === name ? BROKEN[name.length % BROKEN.length]! : text(value),
          ]);
          const refused = await reply(shop, contentType, body(sent));
          expect(refused, `${request}.${name}`).toEqual({
            status: 400,
            message: 'BODY_UNDECODABLE',
            param: contentType === 'application/json' ? '' : name,
          });
        }
      }
      expect(shop.engine.headSeq).toBe(before);
    },
  );

  test.each(Object.entries(ENCODINGS))(
    'is refused whatever is broken about it, also in a name, and inside JSON text: %s',
    async (_name, [contentType, body]) => {
      const shop = openShop();
      const known = Object.entries(CREDENTIALS).map(([key, value]): Field => [key, text(value)]);
      for (const bytes of BROKEN) {
        const inJson = Buffer.concat([text('{"x":"'), bytes, text('"}')]);
        for (const fields of [
          [['x', bytes]],
          [['x', inJson]],
          [
            ['request', text('get_status')],
            [latin1(bytes), text('1')],
          ],
        ] as const) {
          const sent = [...known, ...fields];
          expect(await reply(shop, contentType, body(sent)), bytes.toString('hex')).toMatchObject({
            status: 400,
            message: 'BODY_UNDECODABLE',
          });
        }
      }
    },
  );

  test('a replacement character that was sent as such is text', () => {
    for (const [contentType, body] of Object.values(ENCODINGS)) {
      expect(decodeForm(contentType, body([['x', text('a\ufffdb')]]), LIMITS)).toMatchObject({
        ok: true,
        value: { x: 'a\ufffdb' },
      });
    }
  });
});

/** What each byte from 0x80 on is, written down from the Encoding standard's indexes. */
const WINDOWS_1252 = `€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ${Array.from({ length: 96 }, (_, at) => String.fromCharCode(0xa0 + at)).join('')}`;
const LATIN_9: { readonly [byte: number]: string } = {
  0xa4: '€',
  0xa6: 'Š',
  0xa8: 'š',
  0xb4: 'Ž',
  0xb8: 'ž',
  0xbc: 'Œ',
  0xbd: 'œ',
  0xbe: 'Ÿ',
};
const REPERTOIRES: { readonly [name: string]: (byte: number) => string } = {
  windows: (byte) => WINDOWS_1252[byte - 0x80]!,
  'latin 9': (byte) => LATIN_9[byte] ?? String.fromCharCode(byte),
};
const LABELS: readonly [label: string, repertoire: string][] = [
  ...['ISO-8859-1', 'iso8859-1', 'latin1', 'Latin-1', 'windows-1252', 'CP1252', 'cp-1252', 'x-cp1252', 'l1'].map(
    (label): [string, string] => [label, 'windows'],
  ),
  ...['ISO-8859-15', 'iso8859-15', 'latin9', 'Latin-9', 'l9'].map((label): [string, string] => [label, 'latin 9']),
];

describe('a declared character set', () => {
  const bytes = fc
    .uint8Array({ min: 0x20, max: 0xff, maxLength: 30 })
    .filter((sent) => !sent.includes(0x7f) && !latin1(sent).includes('--b'));

  test.each(LABELS)('%s is decoded in every encoding', (label, repertoire) => {
    const textOf = (sent: Uint8Array): string =>
      Array.from(sent, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : REPERTOIRES[repertoire]!(byte))).join('');
    fc.assert(
      fc.property(
        bytes,
        fc.constantFrom(...Object.values(ENCODINGS)),
        fc.constantFrom(label, `"${label}"`, `'${label}'`, ` ${label}`, label.toUpperCase()),
        (sent, [contentType, body], declared) => {
          expect(
            decodeForm(
              `${contentType}; Charset=${declared}`,
              body([
                ['x', sent],
                ['y', text('1')],
              ]),
              LIMITS,
            ),
          ).toMatchObject({ ok: true, value: { x: textOf(sent), y: '1' } });
        },
      ),
      { numRuns: runs(10) },
    );
  });

  test('of a part of multipart goes before that of the whole, each part by itself', () => {
    const head = 'Content-Type: text/plain; charset=ISO-8859-15\r\n';
    const whole = (contentType: string): unknown => {
      const mixed = Buffer.concat([
        inMultipart([['x', Buffer.from([0xa4])]], head).subarray(0, -7),
        inMultipart([['y', text('ü')]]),
      ]);
      return decodeForm(contentType, mixed, LIMITS);
    };
    expect(whole(MULTIPART)).toMatchObject({ ok: true, value: { x: '€', y: 'ü' } });
    expect(whole(`${MULTIPART}; charset=windows-1252`)).toMatchObject({ ok: true, value: { x: '€', y: 'Ã¼' } });
    expect(
      decodeForm(MULTIPART, inMultipart([['x', text('1')]], 'Content-Type: text/plain; charset=utf-16\r\n'), LIMITS),
    ).toMatchObject({ ok: false, code: 'CHARSET_NOT_SUPPORTED' });
    expect(
      decodeForm(
        MULTIPART,
        inMultipart([['x', Buffer.from([0xfc])]], 'Content-Type: application/octet-stream\r\n'),
        LIMITS,
      ),
    ).toMatchObject({ ok: false, code: 'BODY_UNDECODABLE', param: 'x' });
  });

  test('UTF-8 and none are UTF-8; US-ASCII is ASCII alone; a boundary is none', () => {
    const field = (value: Uint8Array): readonly Field[] => [['x', value]];
    for (const [contentType, body] of Object.values(ENCODINGS)) {
      for (const declared of ['', '; charset=utf-8', '; charset=UTF8', '; charset="utf-8"', '; charset=']) {
        expect(decodeForm(contentType + declared, body(field(text('ü'))), LIMITS)).toMatchObject({
          ok: true,
          value: { x: 'ü' },
        });
        expect(decodeForm(contentType + declared, body(field(Buffer.from([0xfc]))), LIMITS)).toMatchObject({
          ok: false,
          code: 'BODY_UNDECODABLE',
        });
      }
      expect(decodeForm(`${contentType}; charset=us-ascii`, body(field(text('u'))), LIMITS)).toMatchObject({
        ok: true,
        value: { x: 'u' },
      });
      expect(decodeForm(`${contentType}; charset=us-ascii`, body(field(text('ü'))), LIMITS)).toMatchObject({
        ok: false,
        code: 'BODY_UNDECODABLE',
      });
    }
    const named = inMultipart(field(text('ü')))
      .toString('latin1')
      .replaceAll('--b', '--b;charset=utf-16');
    expect(
      decodeForm('multipart/form-data; boundary="b;charset=utf-16"', Buffer.from(named, 'latin1'), LIMITS),
    ).toMatchObject({ ok: true, value: { x: 'ü' } });
  });

  test.each([
    'utf-16',
    'utf-16le',
    'utf-7',
    'utf-32',
    'shift_jis',
    'gbk',
    'iso-8859-2',
    'koi8-r',
    'x-user-defined',
    'replacement',
    '__proto__',
    'x'.repeat(5000),
  ])('%s is refused', (label) => {
    for (const [contentType, body] of Object.values(ENCODINGS)) {
      expect(decodeForm(`${contentType}; charset=${label}`, body([['x', text('1')]]), LIMITS)).toMatchObject({
        ok: false,
        code: 'CHARSET_NOT_SUPPORTED',
        param: '',
      });
    }
  });
});

describe('a reply that is kept by the bytes of its call', () => {
  let goods: Goods;
  let body: Buffer;
  beforeEach(async () => {
    goods = await Goods.open();
    const id = await goods.product();
    body = Buffer.from(`request=get_product_details&id_product=${id}&${new URLSearchParams(CREDENTIALS).toString()}`);
    for (let at = 0; at < 2; at += 1) expect((await reply(goods.shop, URLENCODED, body)).status).toBe(200);
  });

  test('is no answer to the same bytes in another character set or content coding', async () => {
    expect(await reply(goods.shop, `${URLENCODED}; charset=utf-16`, body)).toMatchObject({
      status: 415,
      message: 'CHARSET_NOT_SUPPORTED',
    });
    expect(await reply(goods.shop, URLENCODED, body, { contentEncoding: 'gzip' })).toMatchObject({
      status: 415,
      message: 'CONTENT_ENCODING_NOT_SUPPORTED',
    });
    let hits = 0;
    const again = goods.shop.dispatch.sendCached.bind(goods.shop.dispatch);
    goods.shop.dispatch.sendCached = (...given) => ((hits += 1), again(...given));
    await reply(goods.shop, `${URLENCODED}; charset=ISO-8859-1`, body);
    expect(hits).toBe(0);
    for (const contentType of [URLENCODED, `${URLENCODED}; charset=UTF-8`, `${URLENCODED};charset="utf-8"`])
      await reply(goods.shop, contentType, body);
    expect(hits).toBe(3);
  });
});

onFirstStage(undecodable);
