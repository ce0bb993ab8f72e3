// What the server prints when it starts.
import { atOnce } from '../../kernel/many.ts';
import type { Config, RawSettings, SettingName } from '../../config/config.ts';
import { SETTINGS, SETTING_NAMES, isChanged, valueLine } from '../../config/config.ts';
import { unknownVariables } from '../../config/environment.ts';
import { DEMO_CREDENTIALS } from '../../admin/credentials.ts';
import type { Store } from '../../engine/store/store.ts';
import { isLoopback } from '../../outside/http/addresses.ts';
import { printedAccounts } from '../demo/accounts.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import { reportValidity } from '../ports/tls.ts';

/** Settings that differ from their defaults and from `own`, or all of them, with value and help text. */
export const printSettings = (config: Config, isVerbose: boolean, own: RawSettings = {}): void => {
  const isOwn = (name: SettingName): boolean => JSON.stringify(config[name]) === JSON.stringify(own[name]);
  const names = SETTING_NAMES.filter((name) => isVerbose || (isChanged(config, name) && !isOwn(name)));
  const which = isVerbose
    ? ''
    : names.length === 0
      ? ' the defaults (--verbose lists them)'
      : ' those that differ from the defaults (--verbose: all)';
  const rows = names.map((name) => `${name.padEnd(31)} ${valueLine(config, name).padEnd(20)} ${SETTINGS[name].help}`);
  logInfo(`effective settings:${which}`, { rows });
};

/** One line for each variable that looks like a setting and is none: it may be a misspelt one. */
export const warnOfUnknownVariables = (env: NodeJS.ProcessEnv, config: Config): void => {
  for (const line of unknownVariables(env, config)) logWarning(line);
};

/** What a start should know of its settings, each a line. */
export const warnOfSettings = (config: Config): void => {
  warnOfPlainText(config);
  reportValidity(config);
  warnOfOpenOwnership(config);
  warnOfOpenReturnHosts(config);
};

/** One line on what one channel's credentials open while `ownership` is open. */
export const warnOfOpenOwnership = ({ ownership }: Config): void => {
  if (ownership === 'open')
    logWarning('ownership is open: one leaked storefront key reads every order and account (docs/operate/security.md)');
};

/** One line where the network may read credentials and personal data: an address of it, no TLS, and no proxy named. */
export const warnOfPlainText = ({ host, behindProxy, tlsCert }: Config): void => {
  if (!isLoopback(host) && !behindProxy && tlsCert === '')
    logWarning(
      `${host} is served without TLS, so the network reads what calls carry: ` +
        'set tlsCert and tlsKey (docs/operate/tls.md), or behindProxy once a proxy speaks TLS in front',
    );
};

/** One line while a call may send shoppers, after they paid, to any host; none where no method has a provider. */
export const warnOfOpenReturnHosts = ({ paymentReturnHosts, paymentMethods }: Config): void => {
  const isRedirecting = paymentMethods.some(({ provider = 'manual' }) => provider !== 'manual');
  if (paymentReturnHosts.length === 0 && isRedirecting)
    logWarning('paymentReturnHosts is empty: a call may send shoppers who paid to any host (docs/sell/payments.md)');
};

/** How the store was recovered, and what that took. */
export const printRecovery = ({ report }: Store): void => {
  const { outcome, detail, rows, records, events, tookMs } = report;
  const rate = tookMs > 0 ? Math.round((events / tookMs) * 1000) : 0;
  logInfo(
    `recovery ${outcome}: ${rows} rows, ` +
      `${records} records with ${events} events replayed in ${Math.round(tookMs)} ms (${rate} events/s)`,
  );
  if (detail !== '') logInfo(`recovery: ${detail}`);
};

/** One line for each application that no channel may call: an operator may have meant the first channel. */
export const warnOfApplications = ({ engine }: Pick<Store, 'engine'>, { applicationChannels }: Config): void => {
  const reader = engine.readContext();
  for (const id of atOnce(reader.index('application').byName.all(), 'at the start')) {
    const { name } = reader.read('application', id)!;
    if (!Object.hasOwn(applicationChannels, name) || applicationChannels[name]!.length === 0)
      logWarning(
        `no channel may call the application ${name}: applicationChannels names none (docs/sell/applications.md)`,
      );
  }
};

const FIRST_STEPS = [
  'create_class             name=product type=product',
  'create_class_attributes  id_class=1 attributes=[{"name":"name","type":"CHAR"},{"name":"price","type":"FLOAT"}]',
  'create_category          id_parent=0 name=desk',
  'create_product           class=product name=lamp shop_active=1 categories=[1] attributes=…',
  'kontor serve --admin-port 8081 shows a link instead: the shop is then made in the browser (docs/sell/first-run.md)',
  'docs/start/first-steps.md has them as commands; `kontor import FILE` brings a whole catalogue instead (docs/sell/import.md)',
];

/** How goods come into a shop that has none; nothing where there is a class. */
export const printFirstSteps = ({ engine }: Store): void => {
  if (engine.tables.class.nextId === 1) logInfo('the shop is empty; first steps:', { rows: FIRST_STEPS });
};

/** What to do first with a demo shop that is served; nothing of the back office where it has no listener. */
export const printDemo = (serviceUrl: string, office: string, { engine }: Store): void => {
  const shop = serviceUrl.replace(/\/srv\/service\/$/, '');
  const { username, password } = DEMO_CREDENTIALS;
  const curl = (call: string): string => `curl -s ${serviceUrl}${call} -u ${username}:${password}`;
  const manager = printedAccounts(engine.readContext()).find(({ level }) => level === 100);
  const login = manager === undefined ? '' : `  log in as ${manager.username} with ${manager.password}`;
  logInfo('the demo shop is open:', {
    rows: [
      `shop         ${shop}`,
      ...(office === '' ? [] : [`back office  ${office}/${login}`]),
      `all accounts, and what there is to see: docs/start/demo.md`,
      curl('get_products_in_category -d id_category=1'),
      curl('seo_get_product_details -d permalink=reading-lamp'),
      curl('search_products -d right_limit=3 --data-urlencode \'constraint={"search":["MATCH","lamp"]}\''),
    ],
  });
};
