// The token that an application knows the shop by, and the shop the application: calls forwarded to it carry
// the token, so a digest of it would not do. It is derived, and stands in no journal and no snapshot file.
import { createHmac } from 'node:crypto';

const TOKEN_LENGTH = 32;

export class ApplicationTokens {
  private readonly key: Buffer;

  /** `storeKey`: hexadecimal. */
  constructor(storeKey: string) {
    this.key = Buffer.from(storeKey, 'hex');
  }

  /** 32 characters of [A-Za-z0-9_-]. */
  of(nonce: string): string {
    return createHmac('sha256', this.key).update(`application ${nonce}`).digest('base64url').slice(0, TOKEN_LENGTH);
  }
}
