// Settings of accounts: passwords, the throttle of failed logins, and who sees users and orders by id.
import { Type, json } from '../kernel/params.ts';
import { URL_OR_NONE, choice, flag, jsonSetting, text, whole } from './setting.ts';

export const ACCOUNT_SETTINGS = {
  ownership: choice('open', 'strict shows users and orders by id to the back office and their owner only', {
    values: ['open', 'strict'],
    when: 'strict as soon as your clients allow it: open, one leaked storefront key reads every order and account.',
  }),
  resetTokenInReply: choice(
    'auto',
    'whether reset_user_password replies with the token to calls without the secret key; auto: while ownership is open',
    {
      values: ['auto', 'on', 'off'],
      when: 'off where the message alone must carry the token; on for a strict shop whose storefront sends the mail.',
    },
  ),
  renewSessionAtLogin: flag(false, 'whether login_user gives the session a new code', {
    when: 'On where every client takes the code of the reply; many keep the old one.',
  }),
  passwordCharset: choice('basic', 'characters of passwords: a-z, A-Z, 0-9 and ! @ $, or any', {
    values: ['basic', 'any'],
    when: 'any where every storefront sends other characters as they were typed.',
  }),
  passwordThreads: whole(0, 'threads that hash passwords; 0 = one less than the cores', {
    unit: 'threads',
    max: 64,
    when: 'Lower where other programs need the cores; logins then wait for longer.',
  }),
  passwordQueueMax: whole(100, 'passwords that may wait for their hash', {
    unit: 'passwords',
    when: 'Higher where bursts of logins get LOGIN_BUSY and callers wait that long.',
  }),
  passwordMemoryKib: whole(19_456, 'memory of a password hash', {
    unit: 'KiB',
    min: 8,
    max: 4_194_304,
    when: 'Higher makes stolen hashes dearer to guess, and every login slower; accounts follow at their next login.',
  }),
  passwordPasses: whole(2, 'passes of a password hash over its memory', {
    unit: 'passes',
    min: 1,
    max: 1000,
    when: 'As passwordMemoryKib, at the price of time alone.',
  }),
  loginFailuresFree: whole(5, 'failed logins of a name at one address, or one device, before its next is delayed', {
    unit: 'logins',
    min: 1,
    when: 'Lower where accounts are worth guessing at.',
  }),
  loginFailuresFreePerAddress: whole(50, 'failed logins of an address before the next one is delayed', {
    unit: 'logins',
    min: 1,
    when: 'Higher where many people share an address; at storefronts it counts with clientAddressHeader alone.',
  }),
  loginFailuresFreePerName: whole(100, 'failed logins of a name at all addresses before its next is delayed', {
    unit: 'logins',
    min: 1,
    when: 'Lower where accounts are worth guessing at from many addresses; known devices are never delayed by it.',
  }),
  loginDelayMsMax: whole(512_000, 'longest time between two logins of a name that keeps failing at one address', {
    unit: 'ms',
    when: 'Shorter where shoppers who share an address are delayed by others; 512000 allows 20 tries an hour.',
  }),
  loginFailuresTrackedMax: whole(100_000, 'names, addresses and devices whose failed logins are remembered, of each', {
    unit: 'names',
    min: 1,
    when: 'Higher under attacks with more names than that; they are in memory.',
  }),
  messagesPerAddressBurst: whole(5, 'messages that registrations and resets may send to one e-mail address at once', {
    unit: 'messages',
    min: 1,
    when: 'Higher where tests or a call centre register one address often.',
  }),
  messagesPerAddressPerHour: whole(
    10,
    'messages to one e-mail address in an hour, once messagesPerAddressBurst are sent',
    {
      unit: 'messages per hour',
      min: 1,
      max: 1_000_000,
      when: 'With messagesPerAddressBurst: higher where people often ask for the same message again.',
    },
  ),
  accountCallsPerChannelBurst: whole(
    1000,
    'calls each of register_user, reset_user_password and verify_user that a channel may make at once',
    {
      unit: 'calls',
      min: 1,
      when: 'Higher before a campaign that brings more registrations than that within minutes.',
    },
  ),
  accountCallsPerChannelPerMinute: whole(
    600,
    'calls of a channel in a minute, once accountCallsPerChannelBurst are made',
    {
      unit: 'calls per minute',
      min: 1,
      max: 1_000_000,
      when: 'With accountCallsPerChannelBurst. Calls with the secret key are not counted.',
    },
  ),
  throttledAddressesMax: whole(100_000, 'e-mail addresses whose messages are counted', {
    unit: 'addresses',
    min: 1,
    when: 'Higher where more addresses than that register within an hour; they are in memory.',
  }),
  applicationChannels: jsonSetting<{ readonly [application: string]: readonly string[] }>(
    {},
    'channels that may call an application, by name: {"billing":["default","pos"]}; others may not',
    {
      shape: json(Type.Record(Type.String(), Type.Array(Type.String({ minLength: 1 })))),
      when: 'Where calls are forwarded to an application; the first channel is named default unless you renamed it.',
    },
  ),
  verifyUrl: text('', 'page that verifies accounts, with {id_user} and {session_id} in it', {
    ...URL_OR_NONE,
    when: 'Where the storefront has such a page: messages then hold the link instead of two values.',
  }),
  resetUrl: text('', 'page that sets a forgotten password, with {id_user} and {session_id} in it', {
    ...URL_OR_NONE,
    when: 'As verifyUrl, for forgotten passwords.',
  }),
  inviteUrl: text('', 'page that takes up invitations to the back office, with {code} in it', {
    ...URL_OR_NONE,
    when: 'Where invitations go out by mail: https://ADMIN-ADDRESS/#/invitation/{code}; else messages hold the code.',
  }),
};
