// Codes of an app as RFC 6238 has them, in the form that every app knows: SHA-1, six digits, 30 seconds.
import { Secret, TOTP } from 'otpauth';

/** What the operations of second factors need of it. Secrets are in Base32. */
export interface OneTimeCodes {
  /** `bytes`: in base64url. */
  base32Of(bytes: string): string;
  /** What apps read from a QR code. */
  setUpAddress(secret: string, issuer: string, username: string): string;
  /** Number of the 30 seconds whose code this is, at most `around` before or after the time; undefined: none. */
  stepOf(secret: string, code: string, atMs: number, around: number): number | undefined;
}

const PERIOD_S = 30;

const totpOf = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_S, issuer, label });

/** The code of a time. */
export const codeAt = (secret: string, atMs: number): string => totpOf(secret).generate({ timestamp: atMs });

export const ONE_TIME_CODES: OneTimeCodes = {
  base32Of: (bytes) => new Secret({ buffer: Uint8Array.from(Buffer.from(bytes, 'base64url')).buffer }).base32,
  setUpAddress: (secret, issuer, username) => totpOf(secret, issuer, username).toString(),
  stepOf(secret, code, atMs, around) {
    const delta = totpOf(secret).validate({ token: code, timestamp: atMs, window: around });
    return delta === null ? undefined : Math.floor(atMs / 1000 / PERIOD_S) + delta;
  },
};
