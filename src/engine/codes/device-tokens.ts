// Device tokens prove that a user has logged in from a device before. A token opens nothing; it gives its device a
// count of failed logins of its own, so that guesses from elsewhere do not delay it.
//
// A token is derived from the store's key and stored nowhere. It is valid for one user and one kind of login form until
// a new password or a lock ends the user's logins. Not promised: any other end; a copy allows the tries of one more
// address.
import { createHmac, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { constantTimeEqual } from '../../kernel/constant-time-equal.ts';

/** Login form of the back office, or of any storefront. */
export type LoginPlace = 'back office' | 'shop';

export interface DeviceUser {
  readonly userId: number;
  readonly loginGeneration: number;
}

const DEVICE_LENGTH = 16;
const TOKENS_MAX = 8;
const TOKEN = /^\d{1,15}\.([\w-]{16})\.[\w-]{43}$/;

export class DeviceTokens {
  private readonly key: KeyObject;

  /** `storeKey`: hexadecimal. */
  constructor(storeKey: string) {
    this.key = createSecretKey(storeKey, 'hex');
  }

  /** Device of the first token that is the user's; '': none is. `sent`: tokens separated by spaces. */
  deviceIn(sent: string, place: LoginPlace, user: DeviceUser): string {
    for (const token of sent.split(' ', TOKENS_MAX)) {
      const device = TOKEN.exec(token)?.[1];
      if (device !== undefined && constantTimeEqual(token, this.token(device, place, user))) return device;
    }
    return '';
  }

  /** Names a device by the session of its first login. */
  newDevice(sessionCode: string): string {
    return this.mac(`device ${sessionCode}`).slice(0, DEVICE_LENGTH);
  }

  token(device: string, place: LoginPlace, { userId, loginGeneration }: DeviceUser): string {
    return `${userId}.${device}.${this.mac(`known device ${device} ${place} ${userId} ${loginGeneration}`)}`;
  }

  private mac(text: string): string {
    return createHmac('sha256', this.key).update(text).digest('base64url');
  }
}
