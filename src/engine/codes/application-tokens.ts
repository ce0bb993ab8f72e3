// Application tokens: the secret shared by the shop and an application. Calls forwarded to the application carry it, so
// a stored digest would not be enough. It is derived from the store's key and the application's nonce, and is therefore
// in no journal and in no snapshot file.
import { createHmac } from 'node:crypto';

const TOKEN_LENGTH = 32;

export class ApplicationTokens {
  private readonly key: Buffer;

  /** `storeKey`: hexadecimal. */
  constructor(storeKey: string) {
    this.key = Buffer.from(storeKey, 'hex');
  }

  /** Token of the application with this nonce: 32 characters of [A-Za-z0-9_-]. */
  of(nonce: string): string {
    return createHmac('sha256', this.key).update(`application ${nonce}`).digest('base64url').slice(0, TOKEN_LENGTH);
  }
}
