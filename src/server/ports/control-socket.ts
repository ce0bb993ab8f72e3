// The control socket: runs commands of the administration in the server, for users who may open the socket's file.
//
// A command whose caller is gone ends with its next output. Not promised: anything about what it changed until then but
// that each change is whole.
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Command, Shop } from '../../admin/command.ts';
import { COMMANDS, CONFIRM_TIME } from '../../admin/commands.ts';
import { listenAt } from '../../admin/control-address.ts';
import type { SocketAt } from '../../admin/control-address.ts';
import { MOMENT_PATH } from '../../admin/control-protocol.ts';
import type { Ending } from '../../admin/control-protocol.ts';
import { Terminal } from '../../admin/terminal.ts';
import type { Output } from '../../admin/terminal.ts';
import { lineOf } from '../../kernel/error-line.ts';
import { logWarning } from '../observability/log.ts';
import { FOLLOW_PATH } from '../standby/protocol.ts';
import { KeptMoments } from './kept-moments.ts';

/** Commands at a time: a script that starts them without end must not take the shop's memory. */
const COMMANDS_MAX = 16;
/** As the longest command line that a system gives to a program, about. */
const TARGET_BYTES_MAX = 131_072;

/** The caller is gone: there is nobody to tell. */
class CallerGone extends Error {}

/** What becomes of commands that only read. */
interface Life {
  isEnding: boolean;
}

class RemoteTerminal extends Terminal {
  readonly input: AsyncIterable<Buffer>;
  private readonly response: ServerResponse;
  private readonly life: Life;

  constructor(request: IncomingMessage, response: ServerResponse, life: Life) {
    super();
    this.input = request;
    this.response = response;
    this.life = life;
  }

  override get isWatched(): boolean {
    return !this.response.destroyed;
  }

  override async pause(): Promise<void> {
    await super.pause();
    if (this.life.isEnding) throw new Error('it was given up, as the server stops; run it again');
  }

  emit(output: Output): Promise<void> {
    return write(this.response, output);
  }
}

const write = (response: ServerResponse, output: Output | Ending): Promise<void> => {
  if (response.destroyed) return Promise.reject(new CallerGone());
  if (response.write(`${JSON.stringify(output)}\n`)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      response.off('drain', settle);
      response.off('close', settle);
      if (response.destroyed) reject(new CallerGone());
      else resolve();
    };
    response.once('drain', settle);
    response.once('close', settle);
  });
};

/** The words of a command and its arguments; undefined where the target is no path, or is wrongly encoded. */
const targetOf = (url: string): { readonly name: string; readonly searchParams: URLSearchParams } | undefined => {
  try {
    const { pathname, searchParams } = new URL(url, 'http://kontor');
    return { name: decodeURIComponent(pathname).slice(1).split('/').join(' '), searchParams };
  } catch {
    return undefined;
  }
};

type Given = { readonly [name: string]: string };

/** The command of a call and its arguments, or the status and the sentence that refuse it. */
const read = ({
  method,
  url = '',
}: IncomingMessage): readonly [Command, Given] | readonly [status: number, why: string] => {
  const target = targetOf(url);
  if (target === undefined) return [400, 'the target of the call is no path'];
  const { name, searchParams } = target;
  const command = [...COMMANDS, CONFIRM_TIME].find((one) => one.name === name);
  if (command === undefined) return [404, `there is no command ${JSON.stringify(name)}`];
  if (method !== 'POST') return [405, 'commands are called with POST'];
  const known = { ...command.args, ...command.options };
  const given = Object.fromEntries(searchParams);
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(known, key));
  if (unknown !== undefined) return [400, `${name}: there is no argument ${JSON.stringify(unknown)}`];
  const missing = Object.entries(known).find(([key, { required }]) => required === true && given[key] === undefined);
  if (missing !== undefined) return [400, `${name}: the argument ${missing[0]} is wanted: ${missing[1].about}`];
  return [command, given];
};

const run = async (shop: Shop, reads: Life, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const found = read(request);
  response.setHeader('content-type', 'application/x-ndjson');
  if (typeof found[0] === 'number') {
    response.statusCode = found[0];
    response.end(`${JSON.stringify({ refused: found[1] })}\n`);
    return;
  }
  const [command, given] = found as readonly [Command, Given];
  const end = (ending: Ending): void => void response.end(`${JSON.stringify(ending)}\n`);
  try {
    command.check?.(given);
    const work = await command.load();
    const life = command.endsWithServer === true ? reads : { isEnding: false };
    end({ done: await work(shop, given as never, new RemoteTerminal(request, response, life)) });
  } catch (error) {
    if (error instanceof CallerGone) return;
    end({ refused: lineOf(error) });
  }
};

export interface ControlSocket {
  /** Commands that are running. */
  readonly running: number;
  /** Listens no more: another process may, at the same place. Commands that are running go on. */
  leave(): void;
  /** Gives up commands that only read. */
  endReads(): void;
  /** Resolves when no command runs any more; those that do are cut off after so long. */
  close(timeoutMs: number): Promise<void>;
}

const NONE: ControlSocket = { running: 0, leave: () => {}, endReads: () => {}, close: () => Promise.resolve() };

const listen = (server: Server, address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** Takes the connection of a standby. */
export type Follow = (socket: Duplex, head: Buffer) => void;

/**
 * A shop that cannot have a socket is served all the same, and administered while it is closed. `follow`: absent where
 * this server cannot be followed.
 */
export const openControlSocket = async (shop: Shop, follow?: Follow): Promise<ControlSocket> => {
  if (process.platform === 'win32') {
    logWarning('no control socket on Windows: commands need a store that no server has open');
    return NONE;
  }
  const running = new Set<Promise<void>>();
  const reads: Life = { isEnding: false };
  const moments = new KeptMoments(shop.store.engine.journal);
  const server = createServer({ maxHeaderSize: TARGET_BYTES_MAX, requestTimeout: 0 }, (request, response) => {
    response.on('error', () => {});
    if (running.size >= COMMANDS_MAX) {
      response.statusCode = 503;
      response.end(`${JSON.stringify({ refused: `${COMMANDS_MAX} commands run already: try again` })}\n`);
      return;
    }
    const one = run(shop, reads, request, response).finally(() => running.delete(one));
    running.add(one);
  });
  server.on('upgrade', (request, socket, head) => {
    if (request.url === MOMENT_PATH) moments.keep(socket);
    else if (follow !== undefined && request.url === FOLLOW_PATH) follow(socket, head);
    else socket.end('HTTP/1.1 409 Conflict\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  let socket: SocketAt<void>;
  try {
    socket = await listenAt(shop.config.data, (address) => listen(server, address));
  } catch (error) {
    // A shop on a disk that takes no changes has said so itself.
    if ((error as NodeJS.ErrnoException).code === 'EROFS') return NONE;
    logWarning(`no control socket: ${lineOf(error)}; commands need a store that no server has open`);
    return NONE;
  }
  let isListening = true;
  const leave = (): void => {
    if (isListening) socket.remove();
    isListening = false;
    server.close();
    server.closeIdleConnections();
  };
  return {
    get running() {
      return running.size;
    },
    leave,
    endReads: () => void (reads.isEnding = true),
    close: async (timeoutMs) => {
      leave();
      const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
      await Promise.allSettled(running);
      clearTimeout(timer);
      server.closeAllConnections();
      await moments.close();
    },
  };
};
