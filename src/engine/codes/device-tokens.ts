// Device tokens: by one, a login shows that the same user has logged in from the same device before. It opens nothing;
// its device has a count of failed logins of its own, so that nobody else's guesses delay it.
//
// A token is derived from the store's key and stored nowhere. It holds for one user, at one kind of login form, until
// the user's logins are ended: by a new password or a lock. Not promised: that it ends otherwise; a copy of it allows
// the tries of one address more.
import { createHmac, createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { constantTimeEqual } from '../../kernel/constant-time-equal.ts';

/** The back office's own login form, or that of any storefront. */
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

  /** The device of which one of the user's tokens is sent; '': none is. `sent`: tokens with spaces between them. */
  deviceIn(sent: string, place: LoginPlace, user: DeviceUser): string {
    for (const token of sent.split(' ', TOKENS_MAX)) {
      const device = TOKEN.exec(token)?.[1];
      if (device !== undefined && constantTimeEqual(token, this.token(device, place, user))) return device;
    }
    return '';
  }

  /** A device that first logs in by this session. */
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
