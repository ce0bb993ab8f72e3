// Runs a workload beside its ruler, turn by turn, and makes figures of it.
import { startEcho, type Load, type Measured, type Server } from './processes.ts';
import { median } from './stats.ts';
import { MIX, TARGETS, type Ground, type Target, type Workload } from './workloads.ts';
import type { RunOrder } from './load.ts';

export interface Pace {
  readonly rounds: number;
  readonly measureMs: number;
  readonly warmMs: number;
}

/** One figure: the median over the rounds decides. */
export interface Figure {
  readonly name: string;
  readonly target: Target;
  /** One per round. */
  readonly values: readonly number[];
  /** What stands beside it in the table, as text. */
  readonly beside: Beside;
}

export interface Beside {
  readonly op: string;
  readonly ruler: string;
  /** The same ratio in CPU time of the server's main thread; '' where it says nothing. */
  readonly cpuRatio: string;
  readonly latencyMs: string;
}

/** What the bench has seen besides figures: any failure fails it. */
export interface Tally {
  /** Good replies to add_to_cart and checkout: what the server must still know at the end. */
  added: number;
  checkedOut: number;
  readonly failures: string[];
  readonly notes: Set<string>;
}

export interface Bench {
  readonly load: Load;
  readonly server: Server;
  readonly ground: Ground;
  readonly pace: Pace;
  readonly tally: Tally;
}

/** The generator counts as too slow when the server idles more than this in a workload that waits for nothing else. */
const IDLE_MAX = 0.1;
/** Clients of the open loop: enough that a slow reply never delays the next request. */
const OPEN_CONNECTIONS = 512;
const MIX_CONNECTIONS = 64;

/** Ruler, operation, ruler, operation, …: what disturbs the machine disturbs both. */
export async function measureRatio(bench: Bench, workload: Workload): Promise<Figure> {
  const { load, ground, pace, server } = bench;
  let { set, sample } = await workload.prepare(ground, 0);
  load.keep(workload.name, set);
  const other = workload.ruler === 'echo' ? null : workload.ruler;
  if (other !== null) load.keep(other.name, (await other.prepare(ground, 0)).set);
  const echo = other === null ? await startEcho(await replyTo(bench, workload, sample)) : null;
  const ops: Measured[] = [];
  const rulers: Measured[] = [];
  for (let round = 0; round < pace.rounds; round += 1) {
    if (workload.perRound && round > 0) {
      ({ set, sample } = await workload.prepare(ground, round));
      load.keep(workload.name, set);
    }
    const key = other === null ? workload.name : other.name;
    rulers.push(await closed(bench, echo ?? server, workload, key, round));
    ops.push(await closed(bench, server, workload, workload.name, round));
  }
  await echo?.stop();
  return ratioFigure(workload, ops, rulers, bench.tally);
}

async function closed(bench: Bench, server: Server, workload: Workload, key: string, round: number): Promise<Measured> {
  const onEcho = server !== bench.server;
  const order = {
    connections: workload.connections,
    // What can be sent only once is not spent on warming up.
    warmMs: workload.perRound && !onEcho ? 0 : bench.pace.warmMs,
    measureMs: bench.pace.measureMs,
    rate: 0,
    seed: round + 1,
    parts: [{ key, weight: 1, label: key }],
    echo: onEcho,
  };
  return run(bench, server, order);
}

async function run(
  { load, server, tally }: Bench,
  at: Server,
  order: Omit<RunOrder, 'type' | 'port'>,
): Promise<Measured> {
  const got = await load.run(at, order);
  if (got.failures > 0) tally.failures.push(`${got.failures} × ${got.firstFailure}`);
  if (at !== server) return got;
  for (const [label, good] of Object.entries(got.acknowledged)) {
    if (label.startsWith('add_to_cart')) tally.added += good;
    if (label === 'checkout') tally.checkedOut += good;
  }
  return got;
}

async function replyTo({ ground, tally }: Bench, workload: Workload, sample: Buffer): Promise<Buffer> {
  let reply: Buffer = Buffer.alloc(0);
  await ground.caller.bytes(
    1,
    () => sample,
    (_, body) => (reply = body),
  );
  if (workload.name.startsWith('add_to_cart')) tally.added += 1;
  if (workload.name === 'checkout') tally.checkedOut += 1;
  return reply;
}

/** Requests per second that the server would answer if it never idled. */
function capacity({ perSecond, serverBusy }: Measured): number {
  return perSecond / serverBusy;
}

function ratioFigure(workload: Workload, ops: readonly Measured[], rulers: readonly Measured[], tally: Tally): Figure {
  // The echo can be faster than the generator: it is always counted with what it could have answered, which is against
  // us. An operation is counted so only where nothing but the generator can make the server idle.
  const opRate = (got: Measured): number => (workload.bound === 'cpu' ? capacity(got) : got.perSecond);
  const rulerRate = (got: Measured): number => (workload.ruler === 'echo' ? capacity(got) : opRate(got));
  const idle = 1 - median(ops.map((got) => got.serverBusy));
  if (workload.bound === 'cpu' && idle > IDLE_MAX) {
    tally.notes.add(
      `${workload.name}: the server idled ${(idle * 100).toFixed(0)} % of the time; its rate is extrapolated`,
    );
  }
  if (ops.some((got) => Number.isNaN(got.serverUsPerReply))) {
    tally.notes.add(
      'this system does not tell how long a thread ran: no rate is corrected for a generator that was too slow',
    );
  }
  const cpuRatio = median(ops.map((op, i) => (rulers[i] as Measured).serverUsPerReply / op.serverUsPerReply));
  const latency = ops.map((op) => Object.values(op.latency)[0]);
  const ms = (pick: 'p50Us' | 'p99Us' | 'p999Us'): string =>
    (median(latency.map((got) => got?.[pick] ?? Number.NaN)) / 1000).toFixed(2);
  return {
    name: workload.name,
    target: TARGETS[workload.name],
    values: ops.map((op, i) => opRate(op) / rulerRate(rulers[i] as Measured)),
    beside: {
      op: perSecond(median(ops.map(opRate))),
      ruler: perSecond(median(rulers.map(rulerRate))),
      cpuRatio: Number.isNaN(cpuRatio) ? '' : cpuRatio.toFixed(2),
      latencyMs: `${ms('p50Us')} / ${ms('p99Us')} / ${ms('p999Us')}`,
    },
  };
}

const TAILS = {
  mix_reads_p99: ['reads', 'p99Us'],
  mix_reads_p999: ['reads', 'p999Us'],
  mix_writes_p99: ['add_to_cart', 'p99Us'],
  mix_writes_p999: ['add_to_cart', 'p999Us'],
} as const;

/**
 * 65 % product, 15 % cart, 20 % add_to_cart at half of the rate that saturates the server in the same round, beside an
 * echo that burns for each request the CPU time that the server takes. `disturb`: called as a run on the server begins.
 */
export async function measureMix(bench: Bench, disturb?: () => void): Promise<Figure[]> {
  const { load, ground, pace, server } = bench;
  let echoed: Buffer = Buffer.alloc(0);
  for (const part of MIX) {
    const { set, sample } = await part.prepare(ground);
    load.keep(part.key, set);
    if (echoed.length === 0)
      await ground.caller.bytes(
        1,
        () => sample,
        (_, body) => (echoed = body),
      );
  }
  const parts = MIX.map(({ key, weight, label }) => ({ key, weight, label }));
  const ops: Measured[] = [];
  const echoes: Measured[] = [];
  const rates: number[] = [];
  const base = { warmMs: pace.warmMs, measureMs: pace.measureMs, parts };
  const saturated = { ...base, connections: MIX_CONNECTIONS, rate: 0 };
  const bare = await startEcho(echoed);
  const { serverUsPerReply: ownUs } = await run(bench, bare, { ...saturated, seed: 1, echo: true });
  await bare.stop();
  for (let round = 0; round < pace.rounds; round += 1) {
    const full = await run(bench, server, { ...saturated, seed: round + 1, echo: false });
    const rate = Math.floor(full.perSecond / 2);
    rates.push(rate);
    const half = { ...base, connections: OPEN_CONNECTIONS, rate, seed: round + 1 };
    const echo = await startEcho(echoed, { burnUs: Math.max(0, full.serverUsPerReply - ownUs) });
    echoes.push(await run(bench, echo, { ...half, echo: true }));
    await echo.stop();
    disturb?.();
    ops.push(await run(bench, server, { ...half, echo: false }));
  }
  const pauses = ops.map((got) => got.ownPauseMsMax);
  bench.tally.notes.add(
    `open loop: the generator itself paused for up to ${median(pauses).toFixed(1)} ms (median over the rounds)`,
  );
  const op = perSecond(median(rates));
  const tails = (Object.keys(TAILS) as (keyof typeof TAILS)[]).map((name): Figure => {
    const [label, share] = TAILS[name];
    const ms = (got: Measured, at: 'p50Us' | 'p99Us' | 'p999Us'): number => got.latency[label]![at] / 1000;
    const shown = (at: 'p50Us' | 'p99Us' | 'p999Us'): string => median(ops.map((got) => ms(got, at))).toFixed(2);
    return {
      name,
      target: TARGETS[name],
      values: ops.map((got, round) => ms(got, share) / ms(echoes[round]!, share)),
      beside: {
        op,
        ruler: `${median(echoes.map((got) => ms(got, share))).toFixed(2)} ms`,
        cpuRatio: '',
        latencyMs: `${shown('p50Us')} / ${shown('p99Us')} / ${shown('p999Us')}`,
      },
    };
  });
  const ruler = `${median(echoes.map((got) => got.silenceMsMax)).toFixed(2)} ms`;
  const values = ops.map((got) => got.silenceMsMax);
  return [
    ...tails,
    { name: 'mix_stall', target: TARGETS.mix_stall, values, beside: { op, ruler, cpuRatio: '', latencyMs: '' } },
  ];
}

function perSecond(rate: number): string {
  return `${(rate / 1000).toFixed(1)} k/s`;
}
