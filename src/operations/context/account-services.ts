// Services and settings that the operations of accounts use.
import type { PasswordCharset } from '../../domain/accounts/user-fields.ts';
import type { DeviceTokens } from '../../engine/codes/device-tokens.ts';
import type { HttpAnswer } from '../../kernel/http-call.ts';
import type { OneTimeCodes } from '../../outside/passwords/one-time-codes.ts';
import type { Passwords } from '../../outside/passwords/password-hash.ts';
import type { CodeThrottle } from './code-throttle.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { RequestThrottle } from './request-throttle.ts';
import type { RoleServices } from './rights.ts';

export interface ApplicationServices {
  /** Never rejects. `form`: urlencoded. */
  forward(url: string, form: string): Promise<HttpAnswer>;
  /** The token by which an application recognises the shop. */
  tokenOf(nonce: string): string;
  /** Whether the settings give the application to the channel; both by name. */
  isGiven(application: string, channel: string): boolean;
}

export interface AccountServices {
  readonly passwords: Passwords;
  readonly oneTimeCodes: OneTimeCodes;
  readonly throttle: LoginThrottle;
  readonly codeThrottle: CodeThrottle;
  readonly devices: DeviceTokens;
  readonly requests: RequestThrottle;
  readonly roles: RoleServices;
  readonly applications: ApplicationServices;
  readonly passwordCharset: PasswordCharset;
  /** `strict`: users and orders by id are shown to the back office and to their owner's session only. */
  readonly ownership: 'open' | 'strict';
  /** Whether calls without the secret key get the token of a reset; the message holds one in any case. */
  readonly resetTokenInReply: boolean;
  /** Whether a login gives the session that was sent a new code. */
  readonly renewSessionAtLogin: boolean;
  /** Pages of the storefront with {id_user} and {session_id} in them; '': messages hold id and token themselves. */
  readonly verifyUrl: string;
  readonly resetUrl: string;
  /** Page of the back office with {code} in it; '': messages hold the code itself. */
  readonly inviteUrl: string;
  /** Page with the cart; '': no link. */
  readonly cartUrl: string;
}
