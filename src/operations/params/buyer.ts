// For whom prices are shown: the person of a session, or a guest of the channel.
import { groupsOf } from '../../domain/cart/line-price.ts';
import { loginHolds } from '../../domain/accounts/log-in.ts';
import { optional, text } from '../../kernel/params.ts';
import type { Context } from '../context/operation.ts';
import type { Buyer } from '../views/view-context.ts';

/** A code that opens nothing any more is no reason to refuse a page of the catalogue. */
export const buyerSession = optional(
  text('extra: session code of the person whose prices are shown', { max: 1000, empty: true }),
  '',
  'those of a guest, also where the session has ended',
);

export const buyerOf = ({ shop, service, channelId }: Context, code: string): Buyer => {
  const session = code === '' ? undefined : service.codes.sessionOf(shop, code);
  const isOpen = session !== undefined && shop.atMs < session.expiresMs;
  if (!isOpen || (session.userId !== 0 && !loginHolds(shop, session))) return { channelId, groups: [] };
  return { channelId, groups: groupsOf(shop, session) };
};
