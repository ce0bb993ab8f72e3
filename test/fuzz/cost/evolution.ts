// Breeds calls that cost more and more: the dearest of every operation are kept, changed and crossed.
//
// The fitness is the longest turn that the thread is held, the CPU of the whole call, and bytes out per byte in; each
// operation keeps the dearest call of each.
import { REFUSALS, statusOutsideOperations } from '../../../src/kernel/refusals.ts';
import type { Code } from '../../../src/kernel/refusals.ts';
import { OPERATIONS } from '../../../src/operations/dispatch/registry.ts';
import type { Seeded } from '../../engine/seeded.ts';
import { BODY_MAX } from './bodies.ts';
import { BODY, drawn, mutated } from './call.ts';
import type { Call } from './call.ts';
import type { Cost } from './gauge.ts';
import { lengthOf } from './written-call.ts';

export interface Measured {
  readonly call: Call;
  readonly cost: Cost;
}

const FITNESS = {
  hold: ({ holdCpuMs }: Cost): number => holdCpuMs,
  work: ({ cpuMs }: Cost): number => cpuMs,
  amplification: ({ bytesIn, bytesOut }: Cost): number => bytesOut / bytesIn,
} as const;
type Fitness = keyof typeof FITNESS;
const KINDS = Object.keys(FITNESS) as Fitness[];

/** A call that is measured as dearer must be so by this much, or noise would replace good calls all day. */
const BETTER = 1.05;
const FRESH = 0.2;
const CORPUS_LINE_MAX = 1000;
/** Of what is kept of a call; longer texts and bodies are kept as their unit and count. */
const TEXT_MAX = 200_000;

export class Evolution {
  private readonly random: Seeded;
  private readonly operations: readonly string[];
  private readonly dearest = new Map<string, Measured>();

  /** `only`: operations by their names. */
  constructor(random: Seeded, only = /./) {
    this.random = random;
    this.operations = [...OPERATIONS.keys(), BODY].filter((name) => only.test(name));
  }

  /** A call that a body may hold. */
  next(): Call {
    for (;;) {
      const call = this.bred();
      if (JSON.stringify(call).length <= TEXT_MAX && lengthOf(call) <= BODY_MAX) return call;
    }
  }

  /** Every other call is of an operation by chance, the rest by how long they hold the thread. */
  private bred(): Call {
    const { random } = this;
    const request = random.chance(0.5) ? random.of(this.operations) : this.byHold();
    const parents = KINDS.flatMap((kind) => this.dearest.get(`${request} ${kind}`) ?? []);
    if (parents.length === 0 || random.chance(FRESH)) return drawn(random, request);
    const others = [...this.dearest.values()];
    let { call } = random.of(parents);
    for (let count = 1 + random.below(3); count > 0; count -= 1) call = mutated(random, call, random.of(others).call);
    return call;
  }

  private byHold(): string {
    const all = [...this.dearest.values()].filter(({ call }) => this.operations.includes(call.request));
    let left = this.random.next() * all.reduce((sum, { cost }) => sum + cost.holdCpuMs, 0);
    return all.find(({ cost }) => (left -= cost.holdCpuMs) < 0)?.call.request ?? this.random.of(this.operations);
  }

  /** Whether it is the dearest of its operation in some way. */
  add(measured: Measured): boolean {
    const { call, cost } = measured;
    const kinds = KINDS.filter((kind) => {
      const known = this.dearest.get(`${call.request} ${kind}`);
      return known === undefined || FITNESS[kind](cost) > FITNESS[kind](known.cost) * BETTER;
    });
    for (const kind of kinds) this.dearest.set(`${call.request} ${kind}`, measured);
    return kinds.length > 0;
  }

  /** The dearest calls by the turn that they hold the thread, each once. */
  ranking(): Measured[] {
    return [...new Set(this.dearest.values())].sort((a, b) => b.cost.holdCpuMs - a.cost.holdCpuMs);
  }

  /** The dearest call of each operation in each way as lines of text, without those that are long or cost nothing. */
  corpus(): string[] {
    const dear = this.ranking().filter(({ cost }) => cost.holdCpuMs >= 1 || FITNESS.amplification(cost) > 100);
    return dear.map(({ call }) => JSON.stringify(call)).filter((text) => text.length <= CORPUS_LINE_MAX);
  }
}

/** Statuses of 500 and above, and what stands for a fault, that a call may get from a server that is busy. */
const BUSY: readonly Code[] = ['OVERLOADED', 'SEARCH_WARMING_UP'];

/** Why a reply is none that a call may get; '' for one that it may. Status 0: the caller has hung up. */
export const wrongReply = ({ status, text }: Pick<Cost, 'status' | 'text'>, hangsUp = false): string => {
  if (hangsUp && status === 0) return '';
  const code = /^\{"object":"error".*?"message":"(\w+)"/.exec(text)?.[1] ?? /<message>(\w+)<\/message>/.exec(text)?.[1];
  if (code !== undefined && BUSY.some((busy) => busy === code)) return '';
  const isKnown = code !== undefined && code in REFUSALS && code !== 'INTERNAL_ERROR';
  if (isKnown && (status === 200 || status === statusOutsideOperations(code as Code))) return '';
  if (status !== 200 && status !== 413) return `status ${status}: ${text.slice(0, 200)}`;
  return code === undefined ? '' : `${code}: ${text.slice(0, 300)}`;
};

export interface Oracle {
  /** The longest turn of the event loop, in milliseconds. */
  readonly holdMsMax: number;
  readonly rssMbMax: number;
  /** CPU of the thread for the whole call, in milliseconds. */
  readonly workMsMax: number;
}

/** What writing a reply and reading a body may cost beyond the work of the call: 10 kB/ms. */
const BYTES_PER_MS = 10_000;
/** For what every call costs, and collections of the heap that fall into it. */
const WORK_MS = 1000;

/** The work that a call may have done: what its caller may use, and what its bytes cost. */
export const workMsMax = (callWorkMsMax: number, { bytesIn, bytesOut }: Pick<Cost, 'bytesIn' | 'bytesOut'>): number =>
  callWorkMsMax + WORK_MS + (bytesIn + bytesOut) / BYTES_PER_MS;

/** 3 × the longest delay of an idle process of the same run, and 50 ms. */
export const holdMsMax = (idleMs: number): number => 3 * idleMs + 50;

/** What a call does that no call may; '' for nothing. */
export const violation = (
  cost: Cost,
  { holdMsMax: ms, rssMbMax, workMsMax: workMs }: Oracle,
  hangsUp = false,
): string => {
  if (cost.holdCpuMs > ms && cost.holdMs > ms) return `holds the thread for ${cost.holdCpuMs.toFixed(0)} ms of CPU`;
  if (cost.cpuMs > workMs) return `costs ${cost.cpuMs.toFixed(0)} ms of CPU`;
  if (cost.rssMb > rssMbMax) return `the process takes ${cost.rssMb.toFixed(0)} MB`;
  return wrongReply(cost, hangsUp);
};
