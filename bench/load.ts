// The load generator: closed loop for throughput, open loop for latency under a fixed rate, checking replies all the
// while. Its own process, on a core of its own. The parent sends Orders and gets one Outcome for each run.
import { Connection, type Sink } from './connection.ts';
import { Histogram, seeded, type Latency } from './stats.ts';

/** Requests of one kind, built beforehand, and what their replies must be. */
export interface RequestSet {
  /** All requests, one after the other; request i is [offsets[i], offsets[i + 1]). */
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  /** `once`: no request is sent twice, and the run ends when all have been sent. */
  readonly order: 'random' | 'cycle' | 'once';
  /** The member `object` of the reply. */
  readonly object: string;
  /** Text that the whole reply must hold: one for all requests, or one for each. */
  readonly marks: readonly string[];
}

export interface RunOrder {
  readonly type: 'run';
  readonly port: number;
  readonly connections: number;
  readonly warmMs: number;
  readonly measureMs: number;
  /** Requests per second, or 0 for a closed loop. */
  readonly rate: number;
  /** Latencies count from when a request went out: the rate is more than anybody can take. */
  readonly fromSending?: boolean;
  readonly seed: number;
  /** The key of a set given before, its share of the traffic, and the name under which its latencies are counted. */
  readonly parts: readonly { readonly key: string; readonly weight: number; readonly label: string }[];
  /** The server is the ruler: all replies are the same, so marks are not looked for and `once` means `cycle`. */
  readonly echo: boolean;
  readonly tls?: boolean;
}

export type Order = RunOrder | { readonly type: 'keep'; readonly key: string; readonly set: RequestSet };

export interface Outcome {
  readonly type: 'outcome';
  /** Replies within the measured time. */
  readonly replies: number;
  /** Good replies of the whole run by label, warm-up and tail included: what the server has promised. */
  readonly acknowledged: Readonly<Record<string, number>>;
  readonly perSecond: number;
  readonly measuredMs: number;
  readonly failures: number;
  readonly firstFailure: string;
  readonly sampled: number;
  readonly latency: Readonly<Record<string, Latency>>;
  /** CPU time over measured time of this process, 1 = its core is full. */
  readonly cpu: number;
  /** The longest time without any reply while requests were out (open loop); pauses of this process are not counted. */
  readonly silenceMsMax: number;
  /** The longest pause of this process (open loop): makes latencies look worse, never better. */
  readonly ownPauseMsMax: number;
}

/** Sent when the measured time begins and ends, so that the parent can read the server's CPU time. */
export interface Tick {
  readonly type: 'begin' | 'end';
}

const SAMPLE_EVERY = 64;
const DRAIN_MS_MAX = 10_000;
/** A gap between two looks at the sockets above this is a pause of this process. */
const OWN_PAUSE_MS = 0.5;

/**
 * The open loop sleeps between two looks at the clock. A process that never sleeps keeps its core for some milliseconds
 * when a thread of the engine wakes up there to write the journal, and the bench would measure that.
 */
const NAP_MS = 0.02;
const NEVER = new Int32Array(new SharedArrayBuffer(4));

class Part {
  readonly set: RequestSet;
  readonly requests: Buffer[];
  label = '';
  histogram = new Histogram();
  good = 0;
  /** Survives runs, so that a `once` request is never sent again. */
  next = 0;

  constructor(set: RequestSet) {
    this.set = set;
    const all = Buffer.from(set.bytes.buffer, set.bytes.byteOffset, set.bytes.byteLength);
    this.requests = Array.from({ length: set.offsets.length - 1 }, (_, i) =>
      all.subarray(set.offsets[i], set.offsets[i + 1]),
    );
  }
}

class Run implements Sink {
  readonly #order: RunOrder;
  readonly #parts: readonly Part[];
  readonly #shares: readonly number[];
  readonly #random: () => number;
  readonly #histograms = new Map<string, Histogram>();
  /** Connections without a request, longest idle first: a server closes one that rests for 10 s. */
  readonly #idle: Connection[] = [];
  #idleFrom = 0;
  #idleCount = 0;
  #out = 0;
  #sent = 0;
  #replies = 0;
  #failures = 0;
  #firstFailure = '';
  #sampled = 0;
  #measuring = false;
  #stopped = false;
  #beginMs = 0;
  #endMs = 0;
  #beganCpu = process.cpuUsage();
  #cpuUs = 0;
  #lastReplyMs = 0;
  #silenceMsMax = 0;
  #ownPauseMsMax = 0;

  constructor(order: RunOrder, parts: readonly Part[]) {
    this.#order = order;
    this.#parts = parts;
    this.#random = seeded(order.seed);
    const total = order.parts.reduce((sum, part) => sum + part.weight, 0);
    let sum = 0;
    this.#shares = order.parts.map((part) => (sum += part.weight / total));
    for (const [i, part] of parts.entries()) {
      part.label = order.parts[i]?.label ?? '';
      part.good = 0;
      part.histogram = this.#histograms.get(part.label) ?? new Histogram();
      this.#histograms.set(part.label, part.histogram);
    }
  }

  async go(): Promise<Outcome> {
    const { port, connections, rate, warmMs, measureMs, tls } = this.#order;
    const all = await Promise.all(
      Array.from({ length: connections }, () => Connection.open('127.0.0.1', port, this, tls)),
    );
    // What opening connections left behind is collected before anything is measured.
    globalThis.gc?.();
    const startMs = performance.now();
    if (warmMs === 0) this.#begin();
    else setTimeout(() => this.#begin(), warmMs);
    setTimeout(() => this.#end(), warmMs + measureMs);
    for (const connection of all) {
      if (rate === 0) this.#send(connection, performance.now());
      else this.#idle[this.#idleCount++] = connection;
    }
    if (rate !== 0) await this.#keepRate(startMs, rate);
    await this.#drain();
    for (const connection of all) connection.close();
    return this.#outcome();
  }

  replied(connection: Connection): void {
    const now = performance.now();
    const part = this.#parts[connection.part] as Part;
    this.#out -= 1;
    this.#lastReplyMs = now;
    if (connection.body !== null) this.#compare(connection, part);
    if (connection.fault === '') part.good += 1;
    else this.#fail(connection.fault, part);
    if (this.#measuring) {
      this.#replies += 1;
      if (connection.fault === '') part.histogram.record((now - connection.sinceMs) * 1000);
    }
    if (this.#order.rate === 0) {
      this.#send(connection, now);
      return;
    }
    this.#idle[(this.#idleFrom + this.#idleCount) % this.#idle.length] = connection;
    this.#idleCount += 1;
  }

  lost(connection: Connection, why: string): void {
    this.#out -= 1;
    this.#fail(`connection lost: ${why}`, this.#parts[connection.part] as Part);
  }

  /** `sinceMs` is when the request was meant to go out: that is what its latency counts from. */
  #send(connection: Connection, sinceMs: number): void {
    if (this.#stopped && this.#order.rate === 0) return;
    const index = this.#choosePart();
    const part = this.#parts[index] as Part;
    const request = this.#chooseRequest(part);
    if (request < 0) {
      this.#end();
      return;
    }
    connection.part = index;
    connection.request = request;
    connection.sinceMs = sinceMs;
    this.#out += 1;
    this.#sent += 1;
    connection.send(part.requests[request] as Buffer, !this.#order.echo && this.#sent % SAMPLE_EVERY === 0);
  }

  #choosePart(): number {
    if (this.#parts.length === 1) return 0;
    const at = this.#random();
    let index = 0;
    while (index < this.#shares.length - 1 && at >= (this.#shares[index] as number)) index += 1;
    return index;
  }

  #chooseRequest(part: Part): number {
    const count = part.requests.length;
    if (part.set.order === 'random') return Math.floor(this.#random() * count);
    if (this.#order.echo) return this.#sent % count;
    if (part.next >= count) {
      if (part.set.order === 'once') return -1;
      part.next = 0;
    }
    return part.next++;
  }

  /**
   * Sends at equal distances, whether or not the server keeps up; looks at the clock every tenth of a millisecond,
   * because timers are 1 ms coarse.
   */
  #keepRate(startMs: number, rate: number): Promise<void> {
    const stepMs = 1000 / rate;
    const total = Math.floor((this.#order.warmMs + this.#order.measureMs) / stepMs);
    const lastMs = startMs + total * stepMs + DRAIN_MS_MAX;
    let due = 0;
    let lookedMs = startMs;
    return new Promise((resolve) => {
      const look = (): void => {
        const now = performance.now();
        this.#watch(now, now - lookedMs);
        lookedMs = now;
        // What is overdue goes out late instead of never, also past the end: leaving it out would hide the worst
        // latencies.
        while (due < total && startMs + due * stepMs <= now && this.#idleCount > 0) {
          const connection = this.#idle[this.#idleFrom] as Connection;
          this.#idleFrom = (this.#idleFrom + 1) % this.#idle.length;
          this.#idleCount -= 1;
          this.#send(connection, this.#order.fromSending === true ? performance.now() : startMs + due * stepMs);
          due += 1;
        }
        if (due < total && now < lastMs) {
          Atomics.wait(NEVER, 0, 0, NAP_MS);
          setImmediate(look);
          return;
        }
        if (due < total)
          this.#fail(`${total - due} requests could not be sent: all connections were waiting`, this.#parts[0] as Part);
        resolve();
      };
      look();
    });
  }

  #watch(now: number, gapMs: number): void {
    if (!this.#measuring) return;
    if (gapMs > OWN_PAUSE_MS) {
      this.#ownPauseMsMax = Math.max(this.#ownPauseMsMax, gapMs);
      this.#lastReplyMs = now;
    }
    if (this.#out === 0) this.#lastReplyMs = now;
    this.#silenceMsMax = Math.max(this.#silenceMsMax, now - this.#lastReplyMs);
  }

  #compare(connection: Connection, part: Part): void {
    if (connection.fault !== '' || this.#order.echo) return;
    this.#sampled += 1;
    const text = (connection.body as Buffer).toString('utf8');
    const mark = part.set.marks[part.set.marks.length === 1 ? 0 : connection.request];
    if (mark !== undefined && !text.includes(mark)) connection.fault = `the reply lacks ${mark}: ${text.slice(0, 400)}`;
    try {
      const { object } = JSON.parse(text) as { object?: unknown };
      if (object !== part.set.object) connection.fault = `the reply is a ${String(object)}, not a ${part.set.object}`;
    } catch {
      connection.fault = `the reply is no JSON: ${text.slice(0, 400)}`;
    }
  }

  #fail(why: string, part: Part): void {
    this.#failures += 1;
    if (this.#firstFailure === '') this.#firstFailure = `${part.label}: ${why}`;
  }

  #begin(): void {
    this.#measuring = true;
    this.#beganCpu = process.cpuUsage();
    this.#beginMs = performance.now();
    this.#lastReplyMs = this.#beginMs;
    tell({ type: 'begin' });
  }

  #end(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    const used = process.cpuUsage(this.#beganCpu);
    this.#cpuUs = used.user + used.system;
    this.#endMs = performance.now();
    // In the open loop a late reply still counts: its latency is the point.
    if (this.#order.rate === 0) this.#measuring = false;
    tell({ type: 'end' });
  }

  async #drain(): Promise<void> {
    while (!this.#stopped) await sleep(5);
    const untilMs = performance.now() + DRAIN_MS_MAX;
    while (this.#out > 0 && performance.now() < untilMs) await sleep(1);
    this.#measuring = false;
    if (this.#out > 0)
      this.#fail(`${this.#out} requests without a reply after ${DRAIN_MS_MAX / 1000} s`, this.#parts[0] as Part);
  }

  #outcome(): Outcome {
    const measuredMs = this.#endMs - this.#beginMs;
    return {
      type: 'outcome',
      replies: this.#replies,
      acknowledged: Object.fromEntries(this.#parts.map((part) => [part.label, part.good])),
      perSecond: (this.#replies / measuredMs) * 1000,
      measuredMs,
      failures: this.#failures,
      firstFailure: this.#firstFailure,
      sampled: this.#sampled,
      latency: Object.fromEntries([...this.#histograms].map(([label, histogram]) => [label, histogram.summary()])),
      cpu: this.#cpuUs / 1000 / measuredMs,
      silenceMsMax: this.#silenceMsMax,
      ownPauseMsMax: this.#ownPauseMsMax,
    };
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function tell(message: Outcome | Tick): void {
  process.send?.(message);
}

const kept = new Map<string, Part>();

async function obey(order: Order): Promise<void> {
  if (order.type === 'keep') {
    kept.set(order.key, new Part(order.set));
    return;
  }
  const parts = order.parts.map(({ key }) => {
    const part = kept.get(key);
    if (part === undefined) throw new Error(`load: no request set ${key}`);
    return part;
  });
  tell(await new Run(order, parts).go());
}

process.on('message', (order: Order) => void obey(order));
process.once('disconnect', () => process.exit(0));
