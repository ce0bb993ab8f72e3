// Connects the operations of accounts to passwords, applications and settings.
import type { Config } from '../config/config.ts';
import { ApplicationTokens } from '../engine/codes/application-tokens.ts';
import { DeviceTokens } from '../engine/codes/device-tokens.ts';
import type { HttpClient } from '../kernel/http-call.ts';
import type { AccountServices, ApplicationServices } from '../operations/context/account-services.ts';
import { LoginThrottle } from '../operations/context/login-throttle.ts';
import { RequestThrottle } from '../operations/context/request-throttle.ts';
import type { Passwords } from '../outside/passwords/password-hash.ts';

/** Adapters to the outside that they use. */
export interface Outside {
  readonly passwords: Passwords;
  readonly http: HttpClient;
  /** Whether applications may have private addresses. */
  readonly privateAllowed: boolean;
}

/** `auto`: whoever may read every account by its id learns nothing new from a token. */
const resetTokenInReply = ({ resetTokenInReply: wanted, ownership }: Config): boolean =>
  wanted === 'auto' ? ownership === 'open' : wanted === 'on';

const ANSWER_MS_MAX = 10_000;
const ANSWER_BYTES_MAX = 1_048_576;

/** `storeKey`: hexadecimal. */
export const accountServices = (
  config: Config,
  storeKey: string,
  { passwords, http, privateAllowed }: Outside,
): AccountServices => {
  const tokens = new ApplicationTokens(storeKey);
  const given = new Map(Object.entries(config.applicationChannels));
  const applications: ApplicationServices = {
    forward: (url, body) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'kontor' };
      return http.call({
        method: 'POST',
        url,
        headers,
        body,
        timeoutMs: ANSWER_MS_MAX,
        bytesMax: ANSWER_BYTES_MAX,
        privateAllowed,
      });
    },
    tokenOf: (nonce) => tokens.of(nonce),
    isGiven: (application, channel) => given.get(application)?.includes(channel) ?? false,
  };
  const { passwordCharset, ownership, renewSessionAtLogin, verifyUrl, resetUrl } = config;
  return {
    passwords,
    applications,
    throttle: new LoginThrottle(config),
    devices: new DeviceTokens(storeKey),
    requests: new RequestThrottle(config),
    passwordCharset,
    ownership,
    resetTokenInReply: resetTokenInReply(config),
    renewSessionAtLogin,
    verifyUrl,
    resetUrl,
  };
};
