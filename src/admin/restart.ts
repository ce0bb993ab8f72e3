// `kontor restart` and `kontor upgrade`: the running server starts its successor and hands the shop over, without a
// call that fails.
import { existsSync } from 'node:fs';
import { ConfigError } from '../config/setting.ts';
import type { Program, ServerActions, Shop } from './command.ts';
import type { Terminal } from './terminal.ts';

const handOver = async (
  { server }: Shop,
  terminal: Terminal,
  begin: (server: ServerActions, say: (line: string) => Promise<void>) => Promise<number>,
): Promise<boolean> => {
  if (server === undefined) throw new ConfigError('no server has the store open');
  const pid = await begin(server, (line) => terminal.note(`kontor: ${line}`));
  await terminal.show(`kontor: process ${pid} has the shop`, { pid });
  return true;
};

/** Throws ConfigError: the server goes on as before. */
export const restartServer = (shop: Shop, _given: object, terminal: Terminal): Promise<boolean> =>
  handOver(shop, terminal, (server, say) => server.restart(say));

/** Throws ConfigError: the server goes on as before. */
export const upgradeServer = (shop: Shop, to: Program, terminal: Terminal): Promise<boolean> => {
  for (const path of [to.node, to.script]) if (!existsSync(path)) throw new ConfigError(`there is no program ${path}`);
  return handOver(shop, terminal, (server, say) => server.upgrade(to, say));
};
