// Compares a node with the others every few seconds: its clock with theirs and with those of etcd's members, and the
// format of what it writes with the formats that they know.
//
// Guaranteed: a leader whose clock is more than two seconds off, three times in a row, gives the lead to a node whose
// clock is right within one second. The gap between both limits keeps the lead from coming back for the same reason.
// Where no node has a better clock, the lead stays. A node whose clock is off, or that writes what another node which
// is there does not know, takes a lead that nobody has after the others; where there are none, it takes it.
// Not promised: to find a wrong clock among two, or where half of them are wrong.
import { STORE_FORMAT } from '../../engine/disk/format.ts';
import type { KnownNode } from '../../engine/replication/log.ts';
import { lineOf } from '../../kernel/error-line.ts';
import { logInfo, logWarning } from '../observability/log.ts';
import { deviationsOf } from './clock-offsets.ts';
import type { ClockOffset } from './clock-offsets.ts';

const SURVEY_MS = 5_000;
const OFF_MS = 2_000;
const RIGHT_MS = 1_000;
const TIMES = 3;
/** With two clocks that differ, nobody knows which one is wrong. */
const OTHERS_MIN = 2;

export interface NodeSurvey {
  /** Clocks of the others. */
  readonly clocks: readonly ClockOffset[];
  readonly nodes: readonly KnownNode[];
}

export interface NodeWatchOptions {
  readonly name: string;
  readonly survey: () => Promise<NodeSurvey>;
  readonly isLeading: () => boolean;
  /** Resolves once the node has the lead. Rejects with why it has not. */
  readonly handOver: (to: string) => Promise<unknown>;
  /** A monotonic clock. */
  readonly nowMs: () => number;
}

/** Whether the node would lose or misread what this program writes. */
export const isOlder = ({ format }: Pick<KnownNode, 'format'>): boolean => format < STORE_FORMAT.leastWriter;

const aheadOrBehind = (ms: number): string => `${Math.abs(ms)} ms ${ms > 0 ? 'ahead of' : 'behind'}`;

export class NodeWatch {
  private deviations: ReadonlyMap<string, number> = new Map();
  private nodes: readonly KnownNode[] = [];
  /** Surveys in a row that found the own clock wrong. */
  private times = 0;
  private isUnderWay = false;
  private beganMs = -Infinity;
  private warned = '';
  private readonly options: NodeWatchOptions;

  constructor(options: NodeWatchOptions) {
    this.options = options;
  }

  /** To be called several times a second. */
  tick(): void {
    const { nowMs } = this.options;
    if (this.isUnderWay || nowMs() - this.beganMs < SURVEY_MS) return;
    this.beganMs = nowMs();
    this.isUnderWay = true;
    void this.compare().finally(() => (this.isUnderWay = false));
  }

  /** Whether others should lead before this node does. */
  get shouldYield(): boolean {
    const { name } = this.options;
    return this.times >= TIMES || this.nodes.some((node) => node.name !== name && node.isAlive && isOlder(node));
  }

  /** How far the node's clock is off, in milliseconds; 0 where it is right, or unknown. */
  offMs(name: string): number {
    const ms = this.deviations.get(name) ?? 0;
    return Math.abs(ms) > RIGHT_MS ? ms : 0;
  }

  private async compare(): Promise<void> {
    const { name, survey } = this.options;
    let found: NodeSurvey;
    try {
      found = await survey();
    } catch {
      // The log is away: other parts of the node log that.
      return;
    }
    this.nodes = found.nodes;
    if (found.clocks.length < OTHERS_MIN) return;
    this.deviations = deviationsOf(name, found.clocks);
    const ms = this.deviations.get(name)!;
    if (Math.abs(ms) > OFF_MS) this.times += 1;
    else if (Math.abs(ms) <= RIGHT_MS) this.times = 0;
    if (this.times === 0 && this.warned !== '') {
      this.warned = '';
      logInfo('the clock of this node is right again');
    }
    if (this.times < TIMES) return;
    const why = `the clock of this node is ${aheadOrBehind(ms)} the others': mend it (NTP, docs/operate/cluster-setup.md)`;
    if (this.options.isLeading()) await this.giveAway(why);
    else this.warnOnce('off', why);
  }

  private async giveAway(why: string): Promise<void> {
    const { name, handOver } = this.options;
    const better = this.nodes.filter(
      (node) => node.name !== name && node.isAlive && this.deviations.has(node.name) && this.offMs(node.name) === 0,
    );
    const problems: string[] = [];
    for (const { name: to } of better) {
      try {
        await handOver(to);
        return logWarning(`${why}; node ${to} leads instead`);
      } catch (error) {
        problems.push(lineOf(error));
      }
    }
    const because = problems.length === 0 ? 'no other node has a better clock' : problems.join('; ');
    this.warnOnce('stays', `${why}; the lead stays here: ${because}`);
  }

  /** Logs once, until another warning comes or the clock is right. */
  private warnOnce(what: string, line: string): void {
    if (this.warned !== what) logWarning(line);
    this.warned = what;
  }
}
