// `kontor app`: applications of the back office, and the tokens with which they log users in.
import { randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { addApplication } from '../domain/accounts/add-application.ts';
import {
  applicationNamed,
  deleteApplication,
  issueLogin,
  livingLogins,
  revokeLogins,
  tokenId,
} from '../domain/accounts/application-login.ts';
import { userNamed } from '../domain/accounts/find-user.ts';
import { ApplicationTokens } from '../engine/codes/application-tokens.ts';
import { digestOf, newToken } from '../operations/access/tokens.ts';
import { dateTime } from '../operations/views/format.ts';
import { mapOk, refuse } from '../kernel/result.ts';
import type { Shop } from './command.ts';
import { decideDurably, orConfigError } from './decide.ts';
import type { Terminal } from './terminal.ts';

const NAME_LENGTH_MAX = 255;
const URL_LENGTH_MAX = 2048;

const checkUrl = (url: string): void => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (url.length > URL_LENGTH_MAX || parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new ConfigError(`${url} is no http or https address`);
};

/** Names of channels to which the settings give it. */
const channelsOf = ({ applicationChannels }: Pick<Config, 'applicationChannels'>, name: string): readonly string[] =>
  Object.hasOwn(applicationChannels, name) ? applicationChannels[name]! : [];

const callersOf = (channels: readonly string[]): string =>
  channels.length === 0 ? 'no channel until applicationChannels names one' : channels.join(', ');

/** Registers an application and prints its token, which the shop sends along with every call that it forwards. */
export const addApp = async (
  { store: { engine, identity }, config }: Shop,
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
  const channels = channelsOf(config, name);
  await terminal.show(
    `kontor: application ${name} is called at ${called} by ${callersOf(channels)}; its application token is ${token}`,
    { name, url: called, channels, token },
  );
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

export const listApps = async (
  { store: { engine }, config }: Shop,
  _given: object,
  terminal: Terminal,
): Promise<boolean> => {
  for (let id = 1; id < engine.tables.application.nextId; id += 1) {
    const reader = engine.readContext();
    const state = reader.read('application', id);
    if (state === undefined) continue;
    const { name, url } = state;
    const tokens = livingLogins(reader, state).length;
    const since = dateTime(state.createdMs);
    const channels = channelsOf(config, name);
    await terminal.show(
      `kontor: ${name}  ${url}  since ${since}, ${tokens} login tokens, called by ${callersOf(channels)}`,
      {
        name,
        url,
        since,
        login_tokens: tokens,
        channels,
      },
    );
  }
  return true;
};

/** Whom the application can log in, and until when; the tokens themselves are stored nowhere. Throws ConfigError. */
export const listAppTokens = async (
  { store: { engine } }: Shop,
  { name }: { readonly name: string },
  terminal: Terminal,
): Promise<boolean> => {
  const reader = engine.readContext();
  const [, state] = orConfigError(applicationNamed(reader, name));
  for (const { digest, userId, expiresMs } of livingLogins(reader, state)) {
    const username = reader.read('user', userId)?.username ?? '';
    const until = dateTime(expiresMs);
    const id = tokenId(digest);
    await terminal.show(`kontor: ${id}  logs in ${username} until ${until} UTC`, { id, user: username, until });
  }
  return true;
};

/** Ends login tokens, of one user or of all. Throws ConfigError. */
export const revokeAppTokens = async (
  { store: { engine } }: Shop,
  { name, user }: { readonly name: string; readonly user?: string },
  terminal: Terminal,
): Promise<boolean> => {
  const count = await decideDurably(engine, 'app_revoke', (tx) => {
    const [userId] = user === undefined ? [] : (userNamed(tx, user) ?? []);
    return user !== undefined && userId === undefined
      ? refuse('USER_NOT_FOUND', user)
      : revokeLogins(tx, name, { userId });
  });
  await terminal.show(`kontor: ${count} login tokens of application ${name} are ended`, { name, count });
  return true;
};

/** Ends an application and its login tokens. Throws ConfigError. */
export const removeApp = async (
  { store: { engine } }: Shop,
  { name }: { readonly name: string },
  terminal: Terminal,
): Promise<boolean> => {
  await decideDurably(engine, 'app_remove', (tx) => deleteApplication(tx, name));
  await terminal.show(`kontor: application ${name} is removed`, { name });
  return true;
};
