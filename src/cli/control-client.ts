// Asks the running server to run a command, over its control socket.
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NOBODY } from '../admin/control-address.ts';
import { ConfigError } from '../config/setting.ts';
import type { Command } from '../admin/command.ts';
import type { Ending } from '../admin/control-protocol.ts';
import type { Output } from '../admin/terminal.ts';

type Given = { readonly [name: string]: string | undefined };

/** Who runs the command: a terminal, or what reads its results itself. */
interface Asking {
  /** The file that the command reads. */
  readonly input: AsyncIterable<Buffer>;
  emit(output: Output): Promise<void>;
}

const CUT =
  'the connection to the server was cut: what the command has changed by then stays changed, and it can be run again';

const targetOf = ({ name }: Command, given: Given): string => {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(given)) if (value !== undefined) query.set(key, value);
  return `/${name.split(' ').join('/')}?${query.toString()}`;
};

const ask = (
  address: string,
  command: Command,
  given: Given,
  input: AsyncIterable<Buffer>,
): Promise<IncomingMessage | undefined> =>
  new Promise((resolve, reject) => {
    const call = request({ socketPath: address, path: targetOf(command, given), method: 'POST' });
    call.once('response', resolve);
    call.once('error', (error: NodeJS.ErrnoException) => {
      if (NOBODY.has(error.code ?? '')) resolve(undefined);
      else if (error.code === 'EACCES')
        reject(new ConfigError(`the control socket ${address} may be used by the user of the server only`));
      else reject(new ConfigError(CUT));
    });
    if (command.reads === undefined) {
      call.end();
      return;
    }
    // The file is not read before the server listens. If the server ends the call, its answer says why. The server
    // gets the call before its first byte, because what is sent may depend on what the server says.
    call.flushHeaders();
    const send = (): void => void pipeline(Readable.from(input), call).catch(() => {});
    call.once('socket', (socket) => (socket.connecting ? socket.once('connect', send) : send()));
  });

/**
 * Whether the command ended without findings; undefined where no server listens. Throws ConfigError with the server's
 * refusal.
 */
export const askServer = async (
  address: string,
  command: Command,
  given: Given,
  terminal: Asking,
): Promise<boolean | undefined> => {
  const response = await ask(address, command, given, terminal.input);
  if (response === undefined) return undefined;
  try {
    for await (const line of createInterface({ input: response })) {
      const said = JSON.parse(line) as Output | Ending;
      if ('refused' in said) throw new ConfigError(said.refused);
      if ('done' in said) return said.done;
      await terminal.emit(said);
    }
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError(CUT, { cause: error });
  } finally {
    // The command ends with its next output, where it has not ended.
    response.destroy();
  }
  throw new ConfigError(CUT);
};
