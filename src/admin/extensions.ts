// `kontor extension`: what a running server has loaded of own logic, and loading it again.
import { ConfigError } from '../config/setting.ts';
import type { Extensions, ExtensionFigures } from '../kernel/extensions.ts';
import type { Shop } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Throws ConfigError. */
const extensionsOf = ({ server }: Shop): Extensions => {
  if (server === undefined) throw new ConfigError('no server runs, and only a server loads extensions');
  const extensions = server.extensions();
  if (extensions === undefined) throw new ConfigError('the setting extensions names none');
  return extensions;
};

const show = async (figures: ExtensionFigures, terminal: Terminal): Promise<void> => {
  const { name, version, module, state, points, onFailure, calls, failures, restarts, p99Ms, lastError } = figures;
  const lines = [
    `${name || module}${version === '' ? '' : ` ${version}`}`,
    `  state       ${state}`,
    `  module      ${module}`,
    `  points      ${points.join(', ')}`,
    `  on failure  ${onFailure}`,
    `  calls       ${calls}, ${failures} failed, p99 ${Math.ceil(p99Ms)} ms`,
    `  restarts    ${restarts}`,
    ...(lastError === '' ? [] : [`  last error  ${lastError}`]),
  ];
  await terminal.show(lines.join('\n'), {
    name,
    version,
    module,
    state,
    points,
    on_failure: onFailure,
    calls,
    failures,
    restarts,
    p99_ms: Math.ceil(p99Ms),
    last_error: lastError,
  });
};

export const listExtensions = async (shop: Shop, _given: object, terminal: Terminal): Promise<boolean> => {
  for (const figures of extensionsOf(shop).list()) await show(figures, terminal);
  return true;
};

/** With findings where one that was meant is not at work, or its module could not be loaded. Throws ConfigError. */
export const reloadExtensions = async (
  shop: Shop,
  { name = '' }: { readonly name?: string },
  terminal: Terminal,
): Promise<boolean> => {
  const extensions = extensionsOf(shop);
  const isMeant = extensions.list().map((one) => name === '' || one.name === name);
  if (!(await extensions.reload(name))) throw new ConfigError(`there is no extension ${name}; kontor extension list`);
  // By their places: a module that is loaded again may have another name.
  const meant = extensions.list().filter((_one, place) => isMeant[place]);
  for (const figures of meant) {
    await show(figures, terminal);
    if (name !== '' && figures.name !== name && figures.name !== '')
      await terminal.show(`  renamed     its module has the name ${figures.name} now: there is no extension ${name}`, {
        renamed: name,
        name: figures.name,
      });
  }
  return meant.every((one) => one.state === 'running' && one.lastError === '' && (name === '' || one.name === name));
};
