// The other end of service-socket.ts: begins requests to the server of a data directory, wherever it listens now.
import { Agent, request } from 'node:http';
import { callingAddress } from '../../admin/control-address.ts';
import type { Begins } from './passing-on.ts';
import { SERVICE_SOCKET } from './service-socket.ts';

/** An idle connection is closed from this side, well before the server would while a call is sent on it. */
const IDLE_MS = 4_000;

export class ServiceClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: IDLE_MS });
  private readonly directory: string;
  private address: string | undefined;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Undefined where the server listens nowhere. */
  get begins(): Begins | undefined {
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
