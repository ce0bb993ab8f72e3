// Every command of the administration that needs an open shop, as help, command line and control socket have it.
import { ACCOUNTING } from './accounting-commands.ts';
import { CATALOGUE } from './catalogue-commands.ts';
import { command } from './command.ts';
import { DELIVERY } from './delivery-commands.ts';
import { EXTENSIONS, MAIL } from './outside-commands.ts';
import { PERMALINKS } from './permalink-commands.ts';
import { PRICES, PROMOTIONS } from './price-commands.ts';
import { WORDS } from './word-commands.ts';
import type { Command } from './command.ts';

const NAME = { about: 'username', required: true } as const;
const ROLE = { about: 'name of a role; docs/operate/roles.md' } as const;
const NO_ROLE = { about: 'take the role away' } as const;

const USERS: readonly Command[] = [
  command({
    name: 'user list',
    about: 'the accounts there are',
    load: async () => (await import('./users.ts')).listUsers,
  }),
  command({
    name: 'user add',
    about: 'make an account that is active at once; its password is shown once',
    args: { name: NAME },
    options: {
      email: { value: '<address>', about: 'e-mail address', required: true },
      level: { value: '<level>', about: 'customer, manager or administrator', required: true },
    },
    load: async () => (await import('./users.ts')).addUser,
  }),
  command({
    name: 'user reset',
    about: 'give an account a new random password, shown once and sent by webhook, and end its logins',
    args: { name: NAME },
    load: async () => (await import('./users.ts')).resetUser,
  }),
  command({
    name: 'user verify',
    about: 'take an e-mail address for verified, without the token that was sent to it',
    args: { name: NAME },
    load: async () => (await import('./users.ts')).verifyUser,
  }),
  command({
    name: 'user lock',
    about: 'refuse logins to an account and end those it has',
    args: { name: NAME },
    load: async () => (await import('./users.ts')).lockUser,
  }),
  command({
    name: 'user unlock',
    about: 'let a locked account log in again',
    args: { name: NAME },
    load: async () => (await import('./users.ts')).unlockUser,
  }),
  command({
    name: 'user end-second-factor',
    about: 'let an account log in without the codes of an app that is lost, and end its logins',
    args: { name: NAME },
    load: async () => (await import('./users.ts')).endSecondFactor,
  }),
  command({
    name: 'user role',
    about: 'give an account of the back office a role, or take it away',
    args: { name: NAME, role: ROLE },
    options: { none: NO_ROLE },
    load: async () => (await import('./roles.ts')).setUserRole,
  }),
  command({
    name: 'user export',
    about: 'print everything about a user as JSON',
    endsWithServer: true,
    args: { name: NAME },
    load: async () => (await import('./user-export.ts')).exportUser,
  }),
  command({
    name: 'user erase',
    about: 'destroy the keys of everything about a person; docs/sell/privacy.md says what stays',
    args: { name: { about: 'username' } },
    options: { order: { value: '<id>', about: 'a guest’s order instead of a user' } },
    load: async () => (await import('./user-erase.ts')).erasePerson,
  }),
];

const APPLICATIONS: readonly Command[] = [
  command({
    name: 'app add',
    about: 'register an application and show its own token',
    args: {
      name: { about: 'name, as application_api_call uses it', required: true },
      url: { about: 'page that the back office opens', required: true },
    },
    load: async () => (await import('./applications.ts')).addApp,
  }),
  command({
    name: 'app token',
    about: 'a token with which the application logs the user in for 24 hours, shown once',
    args: {
      name: { about: 'application', required: true },
      user: { about: 'user of the back office', required: true },
    },
    load: async () => (await import('./applications.ts')).issueAppToken,
  }),
  command({
    name: 'app list',
    about: 'the applications there are',
    load: async () => (await import('./applications.ts')).listApps,
  }),
  command({
    name: 'app tokens',
    about: 'whom an application can log in, and until when; never the tokens',
    args: { name: { about: 'application', required: true } },
    load: async () => (await import('./applications.ts')).listAppTokens,
  }),
  command({
    name: 'app revoke',
    about: 'end the login tokens of an application; sessions that they opened stay',
    args: { name: { about: 'application', required: true } },
    options: { user: { value: '<user>', about: 'only those that log in this user' } },
    load: async () => (await import('./applications.ts')).revokeAppTokens,
  }),
  command({
    name: 'app remove',
    about: 'end an application and its login tokens',
    args: { name: { about: 'application', required: true } },
    load: async () => (await import('./applications.ts')).removeApp,
  }),
];

const CHANNEL = { about: 'name or number', required: true } as const;

const CHANNELS: readonly Command[] = [
  command({
    name: 'channel list',
    about: 'the channels there are',
    load: async () => (await import('./channels.ts')).listChannels,
  }),
  command({
    name: 'channel add',
    about: 'open a channel; its credentials are shown once',
    args: { name: { about: 'name, 1 to 64 characters', required: true } },
    options: {
      description: { value: '<text>', about: 'what it is for' },
      output: { value: '<format>', about: 'of its replies: json or xml (default json)' },
      off: { about: 'its calls are refused until `channel set --on`' },
    },
    load: async () => (await import('./channels.ts')).addChannel,
  }),
  command({
    name: 'channel set',
    about: 'change what a channel is called, what it is for, its output, and whether its calls are answered',
    args: { channel: CHANNEL },
    options: {
      name: { value: '<name>', about: 'name, 1 to 64 characters' },
      description: { value: '<text>', about: 'what it is for' },
      output: { value: '<format>', about: 'of its replies: json or xml' },
      on: { about: 'its calls are answered' },
      off: { about: 'its calls are refused' },
    },
    load: async () => (await import('./channels.ts')).setChannel,
  }),
  command({
    name: 'channel role',
    about: 'give a channel a role, or take it away',
    args: { channel: CHANNEL, role: ROLE },
    options: { none: NO_ROLE },
    load: async () => (await import('./roles.ts')).setChannelRole,
  }),
  command({
    name: 'channel rotate',
    about: 'new random credentials for a channel, shown once',
    args: { channel: { about: 'name or number (default: the first)' } },
    options: {
      overlap: { value: '<hours>', about: 'for so long those from before work as well, at most 720 (default 0)' },
    },
    load: async () => (await import('./channels.ts')).rotateChannel,
  }),
  command({
    name: 'channel end-overlap',
    about: 'end the credentials that a channel had before a rotation',
    args: { channel: CHANNEL },
    load: async () => (await import('./channels.ts')).endChannelOverlap,
  }),
  command({
    name: 'channel close',
    about: 'end a channel and its credentials; its name may be used again',
    args: { channel: CHANNEL },
    load: async () => (await import('./channels.ts')).closeChannel,
  }),
];

const BATCH = { about: 'number of the batch', required: true } as const;

const COUPONS: readonly Command[] = [
  command({
    name: 'coupon list',
    about: 'batches of coupons, newest first',
    options: {
      code: { value: '<code>', about: 'those that have this code, and what became of it' },
      name: { value: '<text>', about: 'those with this in their name' },
    },
    load: async () => (await import('./coupons.ts')).listCoupons,
  }),
  command({
    name: 'coupon change',
    about: 'change a batch; what is not given stays',
    args: { batch: BATCH },
    options: {
      name: { value: '<text>', about: 'name, as carts show it from then on' },
      start: { value: '<date>', about: 'first day, such as 2026-12-01; none takes it away' },
      end: { value: '<date>', about: 'last day; none takes it away' },
      combineable: { value: '<yes or no>', about: 'whether they may stand beside other coupons' },
    },
    load: async () => (await import('./coupons.ts')).changeCoupons,
  }),
  command({
    name: 'coupon end',
    about: 'end all coupons of a batch for good, or one of them',
    args: { batch: BATCH },
    options: { code: { value: '<code>', about: 'this coupon only' } },
    load: async () => (await import('./coupons.ts')).endCouponBatch,
  }),
];

const WEBHOOKS: readonly Command[] = [
  command({
    name: 'webhooks',
    about: 'webhooks: targets, health, what waits',
    load: async () => (await import('./webhooks.ts')).listWebhooks,
  }),
  command({
    name: 'webhooks replay',
    about: 'send again what a webhook was to be told since a record',
    args: { name: { about: 'webhook', required: true } },
    options: {
      from: { value: '<seq>', about: 'number of the first record', required: true },
      to: { value: '<seq>', about: 'number of the last record (default: the newest)' },
    },
    load: async () => (await import('./webhooks.ts')).replayMessages,
  }),
  command({
    name: 'webhooks test',
    about: 'call the receiver of a webhook once, now, with content that is marked as a test',
    args: { name: { about: 'webhook', required: true } },
    load: async () => (await import('./webhooks.ts')).callWithTest,
  }),
  command({
    name: 'webhooks tail',
    about: 'show the calls of a running server as they end, until it is stopped by Ctrl-C',
    endsWithServer: true,
    options: { webhook: { value: '<name>', about: 'only those of this webhook' } },
    load: async () => (await import('./tail-webhooks.ts')).tailWebhooks,
  }),
  command({
    name: 'webhooks delete',
    about: 'delete a webhook and what waits for it',
    args: { name: { about: 'webhook', required: true } },
    load: async () => (await import('./webhooks.ts')).removeWebhook,
  }),
];

/** For a running server only: without one the command line accepts the time by opening the store. */
export const CONFIRM_TIME = command({
  name: 'time confirm',
  about: "say that the system's clock is right",
  load: async () => (await import('./confirm-time.ts')).confirmTime,
});

export const COMMANDS: readonly Command[] = [
  ...USERS,
  ...APPLICATIONS,
  ...CHANNELS,
  ...COUPONS,
  ...WEBHOOKS,
  ...MAIL,
  ...EXTENSIONS,
  ...CATALOGUE,
  ...PRICES,
  ...PROMOTIONS,
  ...DELIVERY,
  ...PERMALINKS,
  ...WORDS,
  ...ACCOUNTING,
  command({
    name: 'stock',
    about: 'storages, stock and what products it makes',
    args: {
      number: {
        about: 'element number of a warehouse entity, or product/17 for the stock of a product’s own (default all)',
      },
    },
    options: { movements: { about: 'also how it came to that: the latest 100 movements of every storage' } },
    load: async () => (await import('./stock.ts')).printStock,
  }),
  command({
    name: 'carts',
    about: 'what shoppers hold in their carts now',
    options: {
      order: { value: '<order>', about: 'sum: the largest first (default); created or changed: the longest ago first' },
      limit: { value: '<count>', about: 'carts that are listed, 0 to 1000 (default 20)' },
    },
    load: async () => (await import('./carts.ts')).showCarts,
  }),
  command({
    name: 'log',
    about: 'who changed what, from what, to what',
    options: {
      object: { value: '<kind/id>', about: 'one object only, such as product/17' },
      since: { value: '<date>', about: 'not before this day or moment, UTC' },
      limit: { value: '<count>', about: 'lines, 0 for all (default 1000)' },
    },
    load: async () => (await import('./log.ts')).printLog,
  }),
  command({
    name: 'settings',
    about: 'settings of the running server, or of a start here where none runs, with where each comes from',
    options: { changed: { about: 'only those that differ from their defaults' } },
    needsNoStore: true,
    load: async () => (await import('./settings.ts')).showSettings,
  }),
  command({
    name: 'status',
    about: 'what the shop holds and how it does',
    usesSnapshots: true,
    load: async () => (await import('./status.ts')).showStatus,
  }),
  command({
    name: 'backup',
    about: 'write the whole shop as of one record to a file, while it sells; docs/operate/backup.md',
    args: { file: { about: 'file; - is standard output', required: true } },
    options: { keys: { value: '<file>', about: 'write the keys that open it to this file, to be kept apart' } },
    writes: 'file',
    reports: 'keys',
    usesSnapshots: true,
    load: async () => (await import('./backup.ts')).backUp,
  }),
  command({
    name: 'promote',
    about: 'let a standby lead whose server is stopped or dead; docs/operate/standby.md',
    load: async () => (await import('./promote.ts')).promoteStandby,
  }),
  command({
    name: 'restart',
    about: 'start the server anew without a call that fails; docs/operate/restart.md says what it does not do',
    restartsServer: true,
    load: async () => (await import('./restart.ts')).restartServer,
  }),
  command({
    name: 'upgrade',
    about: 'let this program take the place of the server, once it has everything that has; docs/operate/upgrade.md',
    options: {
      node: { about: 'path of Node.js', required: true, hidden: true },
      script: { about: 'path of the program', required: true, hidden: true },
    },
    restartsServer: true,
    load: async () => (await import('./restart.ts')).upgradeServer,
  }),
  command({
    name: 'snapshot',
    about: 'write a snapshot file now',
    usesSnapshots: true,
    load: async () => (await import('./snapshot.ts')).makeSnapshot,
  }),
];

/** What groups of commands are about, by their first word. */
export const GROUPS: { readonly [word: string]: string } = {
  user: 'accounts; docs/sell/users.md',
  app: 'applications of the back office; docs/sell/applications.md',
  channel: 'sets of credentials; docs/sell/channels.md',
  coupon: 'batches of coupons; docs/sell/coupons.md',
  promotions: 'what is taken off carts; docs/sell/promotions.md',
  delivery: 'rules of delivery methods; docs/sell/delivery.md',
  extension: 'own logic; docs/build/extensions.md',
  accounting: 'bookings and closed months; docs/sell/accounting.md',
};
