// Who orders, for limits by person: an account, or for guests the e-mail address of the order, in any case. No address
// is kept for it, only a number made of one.
import { caseless } from '../../kernel/text.ts';
import { fieldOf } from './order-details.ts';
import type { OrderDetails } from './order-details.ts';

export interface Buyer {
  /** 0: a guest. */
  readonly userId: number;
  readonly details: OrderDetails;
}

/** FNV-1a over UTF-16 units, twice with different bases: 52 bits. */
export const hashOf = (text: string): number => {
  let [low, high] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
};

/** '' for a guest who has said no address yet. */
export const personOf = ({ userId, details }: Buyer): string => {
  if (userId !== 0) return `u${userId}`;
  const email = details.contact.length === 0 ? '' : fieldOf(details, 'email').trim();
  return email === '' ? '' : `g${hashOf(caseless(email))}`;
};
