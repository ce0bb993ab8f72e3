// `kontor user export`: the reply of the operation export_user.
import { userNamed } from '../domain/accounts/find-user.ts';
import { toJson } from '../kernel/json.ts';
import { ok, refuse } from '../kernel/result.ts';
import type { Shop } from './command.ts';
import { orConfigError } from './decide.ts';
import { viewUserExport } from './view-user-export.ts';
import type { Terminal } from './terminal.ts';

/** Throws ConfigError. */
export const exportUser = async (
  { store: { engine } }: Shop,
  { name: username }: { readonly name: string },
  terminal: Terminal,
): Promise<boolean> => {
  const known = userNamed(engine.readContext(), username);
  const [id] = orConfigError(known === undefined ? refuse('USER_NOT_FOUND', username) : ok(known));
  const data = JSON.parse(toJson(await viewUserExport(engine, id, () => terminal.pause()))) as object;
  await terminal.show(JSON.stringify(data, undefined, 2), data);
  return true;
};
