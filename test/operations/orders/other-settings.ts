// Another value for every setting, so that a new one is tried, too.
import type { SettingName } from '../../../src/config/config.ts';
import { SETTINGS } from '../../../src/config/config.ts';
import { DIRECTORY } from './issued-shop.ts';

const OTHERS: { readonly [name: string]: unknown } = {
  ioThreads: '2',
  currency: 'USD',
  language: 'en_GB',
  country: 'AT',
  timeZone: 'Pacific/Auckland',
  host: '::1',
  adminHost: '::1',
  backOffice: 'off',
  tlsCert: 'x.crt',
  tlsKey: 'x.key',
  data: './other',
  snapshots: './other',
  taxClasses: [{ name: 'default', calculation: 'added', rates: { DE: 0.07 } }],
  paymentMethods: [{ id: 9, name: 'Other' }],
  deliveryMethods: [{ id: 1, name: 'Other' }],
  invoicePrefix: 'X-',
  cancellationPrefix: 'Y-',
  searchBoost: 'rank',
  company: 'Another',
  companyFoot: 'Another',
  seller: { name: 'Another', country: 'AT' },
  accounting: { debtor: '10001' },
  smtpHost: '127.0.0.1',
  smtpUser: 'other',
  smtpCa: 'x.pem',
  smtpFrom: 'other@example.org',
  mail: { sends: ['order_confirmation'], senderName: 'Another', replyTo: 'other@example.org' },
  templates: DIRECTORY,
  deliveryCountries: ['FR'],
  checkoutRequires: ['email'],
  carriers: [{ name: 'DHL', trackingUrl: 'https://x.example.org/{number}' }],
  secondFactorRoles: ['manager'],
  paymentSuccessUrl: 'https://x.example.org/',
  paymentCancelUrl: 'https://x.example.org/',
  paymentReturnHosts: ['x.example.org'],
  clientAddressHeader: 'x-address',
  applicationChannels: { billing: ['pos'] },
  verifyUrl: 'https://x.example.org/',
  resetUrl: 'https://x.example.org/',
  inviteUrl: 'https://x.example.org/',
  cartUrl: 'https://x.example.org/',
  paymentPage: 'https://x.example.org/',
  log: 'etcd://10.0.0.1:2379',
  logTls: './other',
  logUser: 'other',
  shop: 'other',
  node: 'other',
  inner: '127.0.0.1:8091',
  innerTls: './other',
};
/** Limits that are tried at their least: what is issued stands whatever can be made by now. */
export const LEAST = new Set(['htmlTimeoutMs', 'pdfTimeoutMs', 'documentBytesMax', 'htmlQueueMax', 'pdfQueueMax']);

export const otherOf = (name: SettingName): unknown => {
  const { defaultValue: value } = SETTINGS[name] as { readonly defaultValue: unknown };
  if (Object.hasOwn(OTHERS, name)) return OTHERS[name];
  if (LEAST.has(name)) return 1;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  const setting = SETTINGS[name] as { readonly expected: string };
  const choices = setting.expected.startsWith('one of ') ? setting.expected.slice(7).split(', ') : [];
  return choices.find((one) => one !== value) ?? (Array.isArray(value) ? ['https://x.example.org'] : undefined);
};
