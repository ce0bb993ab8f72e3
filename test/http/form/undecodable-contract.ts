// Bodies that are not read at all, over real sockets. Would catch a content coding or a character set that is taken for
// another one.
import { expect, test } from 'vitest';
import { requestHandler } from '../../../src/http/request-handler.ts';
import { CREDENTIALS, openShop } from '../../operations/shop.ts';
import type { TransportUnderTest } from '../transport/both-transports.ts';
import { post } from '../caller.ts';

const LIMITS = { bodyFieldsMax: 200, fieldNameBytesMax: 256 };
const KNOWN = `request=get_status&${new URLSearchParams({ ...CREDENTIALS }).toString()}`;
const URLENCODED = 'application/x-www-form-urlencoded';

export const undecodable = ({ serve, call }: TransportUnderTest): void => {
  test('a content coding other than identity is refused before anything is decoded', async () => {
    const { dispatch } = openShop();
    const server = await serve(requestHandler(dispatch, LIMITS));
    for (const coding of ['gzip', 'br', 'deflate', 'x-unknown', 'identity, gzip', 'GZIP']) {
      const { status, body } = await call(server)
        .write(
          post('/srv/service/', 'request=get_status', [
            'Content-Type: application/x-www-form-urlencoded',
            `Content-Encoding: ${coding}`,
          ]),
        )
        .reply();
      expect([status, (JSON.parse(body) as { message: string }).message]).toEqual([
        415,
        'CONTENT_ENCODING_NOT_SUPPORTED',
      ]);
    }
    for (const coding of [
      'Content-Encoding: identity',
      'Content-Encoding: Identity ',
      'Content-Encoding:',
      'Accept-Encoding: gzip',
    ]) {
      const { status } = await call(server)
        .write(post('/srv/service/', 'request=get_status', ['Content-Type: application/x-www-form-urlencoded', coding]))
        .reply();
      expect(status, coding).toBe(200);
    }
  });

  test('an unknown character set is 415, undecodable text 400', async () => {
    const { dispatch } = openShop();
    const caller = call(await serve(requestHandler(dispatch, LIMITS)));
    const status = async (contentType: string, body: string): Promise<number> =>
      (await caller.write(post('//srv/service', body, [`Content-Type: ${contentType}`])).reply()).status;
    expect(await status('application/json; charset=utf-16', '{}')).toBe(415);
    expect(await status(URLENCODED, `${KNOWN}&x=%FC`)).toBe(400);
    expect(await status(`${URLENCODED}; charset=ISO-8859-1`, `${KNOWN}&x=%FC`)).toBe(200);
  });
};
