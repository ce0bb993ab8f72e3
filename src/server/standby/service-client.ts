// The other end of service-socket.ts: opens requests to the server of a data directory, wherever it listens now.
import { Agent, request } from 'node:http';
import { callingAddress } from '../../admin/control-address.ts';
import { CALL_AGENT } from '../following/call-forwarding.ts';
import type { OpenRequest } from '../following/call-forwarding.ts';
import { SERVICE_SOCKET } from './service-socket.ts';

export class ServiceClient {
  private readonly agent = new Agent(CALL_AGENT);
  private readonly directory: string;
  private address: string | undefined;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Undefined where the server listens nowhere. */
  get openRequest(): OpenRequest | undefined {
    const socketPath = (this.address ??= callingAddress(this.directory, SERVICE_SOCKET));
    return socketPath === undefined ? undefined : (options) => request({ ...options, agent: this.agent, socketPath });
  }

  /** The next server of that directory may listen elsewhere. */
  forget(): void {
    this.address = undefined;
  }

  close(): void {
    this.agent.destroy();
  }
}
