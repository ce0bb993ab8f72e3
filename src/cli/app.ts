// `kontor app add`, `token` and `list`: applications of the back office, in a store that no server has open.
import { randomBytes } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/setting.ts';
import { addApplication } from '../domain/accounts/add-application.ts';
import { issueLogin } from '../domain/accounts/application-login.ts';
import { ApplicationTokens } from '../engine/codes/application-tokens.ts';
import { digestOf, newToken } from '../operations/access/tokens.ts';
import { dateTime } from '../operations/views/format.ts';
import { mapOk } from '../kernel/result.ts';
import { decideDurably } from './offline/decide.ts';
import { withEngine } from './offline/store.ts';

const NAME_LENGTH_MAX = 255;
const URL_LENGTH_MAX = 2048;

const checkUrl = (url: string): void => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (url.length > URL_LENGTH_MAX || parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw new ConfigError(`${url} is no http or https address`);
};

/** Registers an application and prints its token, which the shop sends along with every call that it forwards. */
export const addApp = async (config: Config, name: string, url: string): Promise<void> => {
  if (name === '' || name.length > NAME_LENGTH_MAX)
    throw new ConfigError(`the name of an application has 1 to ${NAME_LENGTH_MAX} characters`);
  checkUrl(url);
  await withEngine(config, async (engine, storeKey) => {
    const nonce = randomBytes(18).toString('base64url');
    const token = new ApplicationTokens(storeKey).of(nonce);
    await decideDurably(engine, 'app_add', (tx) =>
      addApplication(tx, { name, url, nonce, tokenDigest: digestOf(token) }),
    );
    console.log(
      `kontor: application ${name} is called at ${new URL('srv/service/', url).href}; ` +
        `its application token is ${token}`,
    );
  });
};

/** Prints a token for the URL of the application's frame, once. */
export const issueAppToken = async (config: Config, name: string, username: string): Promise<void> => {
  await withEngine(config, async (engine) => {
    const token = await decideDurably(engine, 'app_token', (tx) => {
      const made = newToken(tx);
      return mapOk(issueLogin(tx, name, username, made.digest), () => made.token);
    });
    console.log(
      `kontor: for 24 hours application ${name} logs ${username} in with the token ${token}, which is shown this once`,
    );
  });
};

export const listApps = async (config: Config): Promise<void> => {
  await withEngine(config, (engine) => {
    const reader = engine.readContext();
    for (let id = 1; id < engine.tables.application.nextId; id += 1) {
      const state = reader.read('application', id);
      if (state === undefined) continue;
      const tokens = state.logins.filter(({ expiresMs }) => reader.atMs < expiresMs).length;
      console.log(`kontor: ${state.name}  ${state.url}  since ${dateTime(state.createdMs)}, ${tokens} login tokens`);
    }
    return Promise.resolve();
  });
};
