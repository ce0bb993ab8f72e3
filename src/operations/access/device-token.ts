// The token that a device gets when its user has shown the password, for its next logins.
import type { DeviceUser } from '../../engine/codes/device-tokens.ts';
import type { SessionRef } from '../../domain/cart/session-commands.ts';
import type { Context } from '../context/operation.ts';
import { loginPlaceOf } from './password-check.ts';

/**
 * Returns the device that one of the user's tokens in `sent` names, or else a new one. '' for a person of the back
 * office, whose browser gets one as a cookie that no script reads, at the page's login and with a new password.
 */
export const deviceOf = (ctx: Context, sent: string, user: DeviceUser, session: SessionRef): string => {
  const { accounts, codes } = ctx.service;
  if (ctx.person !== undefined) return '';
  return accounts.devices.deviceIn(sent, loginPlaceOf(ctx), user) || accounts.devices.newDevice(codes.code(session));
};

/** '' for no device. */
export const deviceTokenOf = (ctx: Context, device: string, user: DeviceUser): string =>
  device === '' ? '' : ctx.service.accounts.devices.token(device, loginPlaceOf(ctx), user);
