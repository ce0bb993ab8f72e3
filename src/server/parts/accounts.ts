// What the operations of accounts use: passwords, applications, throttles.
import type { Config } from '../../config/config.ts';
import { ApplicationTokens } from '../../engine/codes/application-tokens.ts';
import { DeviceTokens } from '../../engine/codes/device-tokens.ts';
import { maintenanceCause } from '../../engine/engine.ts';
import type { Engine } from '../../engine/engine.ts';
import type { HttpClient } from '../../kernel/http-call.ts';
import type { AccountServices, ApplicationServices } from '../../operations/context/account-services.ts';
import { CodeThrottle } from '../../operations/context/code-throttle.ts';
import type { WrongCodesObserver } from '../../operations/context/code-throttle.ts';
import { LoginThrottle } from '../../operations/context/login-throttle.ts';
import { tellWrongCodes } from '../../operations/access/user-messages.ts';
import { RequestThrottle } from '../../operations/context/request-throttle.ts';
import { ROLES } from '../../operations/dispatch/role-table.ts';
import { ONE_TIME_CODES } from '../../outside/passwords/one-time-codes.ts';
import type { Passwords } from '../../outside/passwords/password-hash.ts';

/** Adapters to the outside that they use. */
export interface Outside {
  readonly passwords: Passwords;
  readonly http: HttpClient;
  /** Whether applications may have private addresses. */
  readonly privateAllowed: boolean;
}

/** `auto`: a caller who may read every account by its id learns nothing new from a token. */
const resetTokenInReply = ({ resetTokenInReply: wanted, ownership }: Config): boolean =>
  wanted === 'auto' ? ownership === 'open' : wanted === 'on';

const ANSWER_MS_MAX = 10_000;
const ANSWER_BYTES_MAX = 1_048_576;

const WRONG_CODES_CAUSE = maintenanceCause('note_wrong_codes');

/** A login that fails makes no record of its own. While nothing may be written, nobody is told. */
const wrongCodesObserver =
  (engine: Engine): WrongCodesObserver =>
  (userId, count) => {
    if (engine.hasFailed || !engine.mayWrite) return;
    engine.transact(WRONG_CODES_CAUSE, (tx) => tellWrongCodes(tx, userId, count));
  };

/** `storeKey`: hexadecimal. */
export const accountServices = (
  engine: Engine,
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
  const { passwordCharset, ownership, renewSessionAtLogin, verifyUrl, resetUrl, inviteUrl, cartUrl } = config;
  return {
    passwords,
    oneTimeCodes: ONE_TIME_CODES,
    applications,
    throttle: new LoginThrottle(config),
    codeThrottle: new CodeThrottle(config, wrongCodesObserver(engine)),
    devices: new DeviceTokens(storeKey),
    requests: new RequestThrottle(config),
    roles: ROLES,
    passwordCharset,
    ownership,
    resetTokenInReply: resetTokenInReply(config),
    renewSessionAtLogin,
    verifyUrl,
    resetUrl,
    inviteUrl,
    cartUrl,
  };
};
