// Channels of a test: made through the API, and called with credentials of their own.
import { expect } from 'vitest';
import type { TestShop } from '../shop.ts';

export type Credentials = {
  readonly licence_username: string;
  readonly licence_password: string;
  readonly licence_secret_key: string;
};

let channels = 0;

export const channel = async (shop: TestShop, server_output: 'json' | 'xml', more = {}): Promise<Credentials> => {
  const given = { name: `channel ${(channels += 1)}`, description: 'd', shop_active: 1, server_output, ...more };
  const { object, status, ...credentials } = await shop.admin<{ [member: string]: string }>('create_channel', given);
  expect([object, status]).toEqual(['create_channel', 'success']);
  return credentials as unknown as Credentials;
};

/** Body and content type as the transport is given them. */
export const raw = (
  shop: TestShop,
  fields: { [name: string]: unknown },
  key = '',
): Promise<{ text: string; type: string | undefined }> =>
  new Promise((resolve) =>
    shop.dispatch.call(fields, key, (_status, body, type) =>
      resolve({ text: typeof body === 'string' ? body : Buffer.from(body).toString(), type }),
    ),
  );
