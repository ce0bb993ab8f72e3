// The service on a Unix socket in the data directory, for standbys that pass calls on. It is opened for the first one
// that follows. What it takes for the address of a client is what the standby says.
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { controlPath, listeningAddress } from '../../admin/control-address.ts';
import type { Config } from '../../config/config.ts';
import { listenNode } from '../../http/transport/node-transport.ts';
import type { Listener, RequestHandler } from '../../http/transport/transport.ts';
import { CLIENT_ADDRESS } from './passing-on.ts';

export const SERVICE_SOCKET = 'service.sock';

export class ServiceSocket {
  private readonly config: Config;
  private readonly handler: RequestHandler;
  private listener: Promise<Listener> | undefined;
  private files: readonly string[] = [];

  constructor(config: Config, handler: RequestHandler) {
    this.config = config;
    this.handler = handler;
  }

  /** Resolves when it listens. Rejects with what the system says. */
  async open(): Promise<void> {
    await (this.listener ??= this.listen());
  }

  private async listen(): Promise<Listener> {
    const { data, bodyBytesMax, bodyMemoryBytesMax, bodyTimeoutMs } = this.config;
    const [path, address] = [controlPath(data, SERVICE_SOCKET), listeningAddress(data, SERVICE_SOCKET)];
    this.files = address === path ? [path] : [path, address];
    for (const file of this.files) rmSync(file, { force: true });
    // The file is there before anybody could change its mode.
    const before = process.umask(0o177);
    const limits = { bodyBytesMax, bodyMemoryBytesMax, bodyTimeoutMs, clientAddressHeader: CLIENT_ADDRESS };
    const listening = listenNode({ ...limits, host: '', port: 0, path: address }, this.handler);
    process.umask(before);
    const listener = await listening;
    chmodSync(address, 0o600);
    if (address !== path) symlinkSync(address, path);
    return listener;
  }

  /** Listens no more: another process may, at the same place. */
  leave(): void {
    for (const file of this.files) rmSync(file, { force: true });
    this.files = [];
  }

  async close(timeoutMs: number): Promise<void> {
    this.leave();
    await (await this.listener?.catch(() => undefined))?.close(timeoutMs);
  }
}
