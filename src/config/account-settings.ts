// Settings of accounts: passwords, the throttle of failed logins, and who sees users and orders by id.
import { Type, json } from '../kernel/params.ts';
import { choice, flag, jsonSetting, text, whole } from './setting.ts';

export const ACCOUNT_SETTINGS = {
  passwordCharset: choice('basic', 'characters of passwords: a-z, A-Z, 0-9 and ! @ $, or any', ['basic', 'any']),
  passwordThreads: whole(0, 'threads that hash passwords; 0 = one less than the cores', 0, 64),
  passwordQueueMax: whole(100, 'passwords that may wait for their hash', 0),
  passwordMemoryKib: whole(19_456, 'KiB of memory of a password hash', 8, 4_194_304),
  passwordPasses: whole(2, 'passes of a password hash over its memory', 1, 1000),
  loginFailuresFree: whole(5, 'failed logins of a name before the next one is delayed', 1),
  loginFailuresFreePerAddress: whole(50, 'failed logins of an address before the next one is delayed', 1),
  loginDelayMsMax: whole(30_000, 'milliseconds between two logins of a name that keeps failing', 0),
  loginFailuresTrackedMax: whole(100_000, 'names and addresses whose failed logins are remembered', 1),
  messagesPerAddressBurst: whole(
    5,
    'messages that one e-mail address may be sent at once by registrations and resets',
    1,
  ),
  messagesPerAddressPerHour: whole(10, 'such messages per hour once these are sent', 1, 1_000_000),
  accountCallsPerChannelBurst: whole(
    1000,
    'calls each of register_user, reset_user_password and verify_user that a channel may make at once',
    1,
  ),
  accountCallsPerChannelPerMinute: whole(600, 'such calls per minute once these are made', 1, 1_000_000),
  throttledAddressesMax: whole(100_000, 'e-mail addresses whose messages are counted', 1),
  ownership: choice('open', 'strict shows users and orders by id to the back office and their owner only', [
    'open',
    'strict',
  ]),
  resetTokenInReply: choice(
    'auto',
    'whether reset_user_password replies with the token to calls without the secret key; auto: while ownership is open',
    ['auto', 'on', 'off'],
  ),
  renewSessionAtLogin: flag(false, 'whether login_user gives the session a new code; many clients keep the old one'),
  applicationChannels: jsonSetting<{ readonly [application: string]: readonly string[] }>(
    {},
    'channels that may call an application besides the first one: {"billing":["pos","b2b"]}',
    json(Type.Record(Type.String(), Type.Array(Type.String({ minLength: 1 })))),
  ),
  verifyUrl: text(
    '',
    'page that verifies accounts, with {id_user} and {session_id} in it',
    /^(https?:\/\/\S+)?$/,
    'a URL',
  ),
  resetUrl: text(
    '',
    'page that sets a forgotten password, with {id_user} and {session_id} in it',
    /^(https?:\/\/\S+)?$/,
    'a URL',
  ),
};
