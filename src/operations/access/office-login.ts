// Logins at the page of the back office.
import { noteOfficeLogin } from '../../domain/accounts/office-logins.ts';
import type { SessionRef } from '../../domain/cart/session-commands.ts';
import { BACK_OFFICE_CHANNEL } from '../../domain/channels/back-office.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { DONE } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { Context } from '../context/operation.ts';

export const isOfficeLogin = ({ channelId, person }: Context): boolean =>
  channelId === BACK_OFFICE_CHANNEL && person === undefined;

/** The address of a guesser there begins with the name of the listener. */
const originOf = ({ address, browser }: Context) => ({ address: address.split(' ').at(-1)!, browser });

/** Remembers where a login of an account that there is began, if it is one there. */
export const noteLogin = (ctx: Context<Transaction>, userId: number, session: SessionRef): Result<void> =>
  isOfficeLogin(ctx) ? noteOfficeLogin(ctx.shop, userId, session, originOf(ctx)) : DONE;
