// `kontor app add`, `token` and `list`: applications of the back office.
import { randomBytes } from 'node:crypto';
import { ConfigError } from '../config/setting.ts';
import { addApplication } from '../domain/accounts/add-application.ts';
import { issueLogin } from '../domain/accounts/application-login.ts';
import { ApplicationTokens } from '../engine/codes/application-tokens.ts';
import { digestOf, newToken } from '../operations/access/tokens.ts';
import { dateTime } from '../operations/views/format.ts';
import { mapOk } from '../kernel/result.ts';
import type { Shop } from './command.ts';
import { decideDurably } from './decide.ts';
import type { Terminal } from './terminal.ts';

const NAME_LENGTH_MAX = 255;
const URL_LENGTH_MAX = 2048;

const checkUrl = (url: string): void => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (url.length > URL_LENGTH_MAX || parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new ConfigError(`${url} is no http or https address`);
};

/** Registers an application and prints its token, which the shop sends along with every call that it forwards. */
export const addApp = async (
  { store: { engine, identity } }: Shop,
  { name, url }: { readonly name: string; readonly url: string },
  terminal: Terminal,
): Promise<boolean> => {
  if (name === '' || name.length > NAME_LENGTH_MAX)
    throw new ConfigError(`the name of an application has 1 to ${NAME_LENGTH_MAX} characters`);
  checkUrl(url);
  const nonce = randomBytes(18).toString('base64url');
  const token = new ApplicationTokens(identity.key).of(nonce);
  await decideDurably(engine, 'app_add', (tx) =>
    addApplication(tx, { name, url, nonce, tokenDigest: digestOf(token) }),
  );
  const called = new URL('srv/service/', url).href;
  await terminal.show(`kontor: application ${name} is called at ${called}; its application token is ${token}`, {
    name,
    url: called,
    token,
  });
  return true;
};

/** Prints a token for the URL of the application's frame, once. */
export const issueAppToken = async (
  { store: { engine } }: Shop,
  { name, user }: { readonly name: string; readonly user: string },
  terminal: Terminal,
): Promise<boolean> => {
  const token = await decideDurably(engine, 'app_token', (tx) => {
    const made = newToken(tx);
    return mapOk(issueLogin(tx, name, user, made.digest), () => made.token);
  });
  await terminal.show(
    `kontor: for 24 hours application ${name} logs ${user} in with the token ${token}, which is shown this once`,
    { name, user, token },
  );
  return true;
};

export const listApps = async ({ store: { engine } }: Shop, _given: object, terminal: Terminal): Promise<boolean> => {
  for (let id = 1; id < engine.tables.application.nextId; id += 1) {
    const reader = engine.readContext();
    const state = reader.read('application', id);
    if (state === undefined) continue;
    const { name, url } = state;
    const tokens = state.logins.filter(({ expiresMs }) => reader.atMs < expiresMs).length;
    const since = dateTime(state.createdMs);
    await terminal.show(`kontor: ${name}  ${url}  since ${since}, ${tokens} login tokens`, {
      name,
      url,
      since,
      login_tokens: tokens,
    });
  }
  return true;
};
