// Wires what the operations of accounts are given.
import type { Config } from '../config.ts';
import { ApplicationTokens } from '../engine/application-tokens.ts';
import type { HttpAnswer, HttpClient } from '../kernel/http-call.ts';
import type { Accounts, Applications } from '../operations/accounts.ts';
import { LoginThrottle } from '../operations/login-throttle.ts';
import type { Passwords } from '../outside/password-hash.ts';

/** What of the world outside they reach. */
export interface Outside {
  readonly passwords: Passwords;
  readonly http: HttpClient;
  /** Applications may have private addresses. */
  readonly privateAllowed: boolean;
}

const ANSWER_MS_MAX = 10_000;
const ANSWER_BYTES_MAX = 1_048_576;
/** Calls to applications under way; each may take all of its time. */
const FORWARDED_MAX = 200;
const TOO_MANY: HttpAnswer = { ok: false, failure: 'unreachable', detail: 'too many calls to applications are under way' };

/** `storeKey`: hexadecimal. */
export const accountsOf = (config: Config, storeKey: string, { passwords, http, privateAllowed }: Outside): Accounts => {
  const tokens = new ApplicationTokens(storeKey);
  let forwarded = 0;
  const applications: Applications = {
    forward: async (url, body) => {
      if (forwarded >= FORWARDED_MAX) return TOO_MANY;
      forwarded += 1;
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'kontor' };
      const answer = await http.call({ method: 'POST', url, headers, body, timeoutMs: ANSWER_MS_MAX, bytesMax: ANSWER_BYTES_MAX, privateAllowed });
      forwarded -= 1;
      return answer;
    },
    tokenOf: (nonce) => tokens.of(nonce),
  };
  const { passwordCharset, ownership, verifyUrl, resetUrl } = config;
  return { passwords, applications, throttle: new LoginThrottle(config), passwordCharset, ownership, verifyUrl, resetUrl };
};
