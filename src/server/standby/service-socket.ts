// The service on a Unix socket in the data directory, for standbys that pass calls on. It is opened for the first
// standby. The address of a client is the one that the standby passes on.
import { listenAt } from '../../admin/control-address.ts';
import type { SocketAt } from '../../admin/control-address.ts';
import type { Config } from '../../config/config.ts';
import { listenNode } from '../../http/transport/node-transport.ts';
import type { Listener, RequestHandler } from '../../http/transport/transport.ts';
import { CLIENT_ADDRESS } from '../following/call-forwarding.ts';

export const SERVICE_SOCKET = 'service.sock';

export class ServiceSocket {
  private readonly config: Config;
  private readonly handler: RequestHandler;
  private socket: Promise<SocketAt<Listener>> | undefined;

  constructor(config: Config, handler: RequestHandler) {
    this.config = config;
    this.handler = handler;
  }

  /** Resolves when it listens. Rejects with what the system says; it may be tried again. */
  async open(): Promise<void> {
    this.socket ??= this.listen();
    try {
      await this.socket;
    } catch (error) {
      this.socket = undefined;
      throw error;
    }
  }

  private listen(): Promise<SocketAt<Listener>> {
    const { data, bodyBytesMax, bodyMemoryBytesMax, bodyTimeoutMs } = this.config;
    const limits = { bodyBytesMax, bodyMemoryBytesMax, bodyTimeoutMs, clientAddressHeader: CLIENT_ADDRESS };
    const listen = (path: string): Promise<Listener> =>
      listenNode({ ...limits, traced: true, host: '', port: 0, path }, this.handler);
    return listenAt(data, listen, SERVICE_SOCKET);
  }

  /** Resolves when every call that has come is answered, or after `timeoutMs`. */
  async close(timeoutMs: number): Promise<void> {
    const socket = await this.socket?.catch(() => undefined);
    socket?.remove();
    await socket?.listener.close(timeoutMs);
  }
}
