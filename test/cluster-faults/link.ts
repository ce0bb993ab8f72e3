// One connection through a proxy, whose two directions can each be held, delayed, and robbed of answers.
//
// What is held comes later, in order, as TCP does it where packets are lost for a while; so does its end.
import type { Socket } from 'node:net';
import { SYSTEM_TIMERS } from '../../src/outside/system-clock.ts';

/** A clock that only goes on, and calls after a while; what `after` returns takes the call back. */
export interface Time {
  readonly nowMs: number;
  after(ms: number, run: () => void): () => void;
}

export const REAL_TIME: Time = {
  get nowMs() {
    return performance.now();
  },
  after: SYSTEM_TIMERS.after,
};

/** What happens now to what one side sends to the other. */
export interface Weather {
  readonly isCut: boolean;
  readonly delayMs: number;
  /** Requests pass, and their answers do not. */
  readonly losesAnswers: boolean;
}

const HELD_BYTES_MAX = 1_048_576;
/** Answers on younger connections are those of their handshakes. */
export const SETTLED_MS = 300;
/** Of connections whose answer is lost, so many hang; the others break. */
const HANGS_SHARE = 0.25;
const LOST_SHARE = 0.3;

class Direction {
  private readonly held: { readonly chunk: Buffer | undefined; readonly dueMs: number }[] = [];
  private bytes = 0;
  private cancel: () => void = () => {};
  private readonly from: Socket;
  private readonly to: Socket;
  private readonly weather: () => Weather;
  private readonly time: Time;

  constructor(from: Socket, to: Socket, time: Time, weather: () => Weather, mayPass: () => boolean) {
    this.time = time;
    this.from = from;
    this.to = to;
    this.weather = weather;
    from.on('data', (chunk: Buffer) => mayPass() && this.push(chunk));
    from.once('close', () => this.push(undefined));
    to.on('drain', () => from.resume());
  }

  private push(chunk: Buffer | undefined): void {
    this.held.push({ chunk, dueMs: this.time.nowMs + this.weather().delayMs });
    this.bytes += chunk?.length ?? 0;
    if (this.bytes > HELD_BYTES_MAX) this.from.pause();
    this.flush();
  }

  /** To be called when the weather has changed. */
  flush(): void {
    this.cancel();
    while (this.held.length > 0 && !this.weather().isCut) {
      const [{ chunk, dueMs }] = this.held as [(typeof this.held)[number]];
      const waitMs = dueMs - this.time.nowMs;
      if (waitMs > 0) {
        this.cancel = this.time.after(waitMs, () => this.flush());
        return;
      }
      this.held.shift();
      if (chunk === undefined) return void this.to.destroySoon();
      this.bytes -= chunk.length;
      if (!this.to.write(chunk)) this.from.pause();
      else if (this.bytes <= HELD_BYTES_MAX) this.from.resume();
    }
  }

  drop(): void {
    this.cancel();
    this.held.splice(0);
  }
}

export class Link {
  private readonly openedMs: number;
  private readonly directions: readonly Direction[];
  private readonly sockets: readonly Socket[];
  private isHanging = false;

  /** `there`: of what the client sends, `back`: of what it is answered. */
  constructor(
    client: Socket,
    server: Socket,
    there: () => Weather,
    back: () => Weather,
    random: () => number,
    time: Time,
  ) {
    this.openedMs = time.nowMs;
    this.sockets = [client, server];
    for (const socket of this.sockets) {
      socket.setNoDelay();
      socket.on('error', () => {});
    }
    const passes = (): boolean => {
      if (this.isHanging) return false;
      if (!back().losesAnswers || time.nowMs - this.openedMs < SETTLED_MS || random() > LOST_SHARE) return true;
      this.isHanging = random() < HANGS_SHARE;
      if (!this.isHanging) this.end();
      return false;
    };
    this.directions = [
      new Direction(client, server, time, there, () => true),
      new Direction(server, client, time, back, passes),
    ];
  }

  weatherChanged(): void {
    for (const direction of this.directions) direction.flush();
  }

  end(): void {
    for (const direction of this.directions) direction.drop();
    for (const socket of this.sockets) socket.destroy();
  }
}
