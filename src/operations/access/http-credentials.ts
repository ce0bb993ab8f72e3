// Credentials of a channel as headers of HTTP: `Authorization: Basic …` and `X-Licence-Secret-Key`.
import type { CallFields } from '../context/operation.ts';

/** As fields of a call; a header that is '' or no Basic authentication gives empty ones. */
export const credentialsOf = (authorization: string, secretKey: string): CallFields => {
  const [, encoded = ''] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization) ?? [];
  const [, username = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return { licence_username: username, licence_password: password, licence_secret_key: secretKey };
};
