// What commands of the administration ask of the server that runs them.
import type { ServerActions } from '../../admin/command.ts';
import type { Config } from '../../config/config.ts';
import { ConfigError } from '../../config/setting.ts';
import type { CallFollowers } from '../../engine/delivery/call-followers.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Extensions } from '../../kernel/extensions.ts';
import type { SnapshotSchedule } from '../background/snapshots.ts';
import type { TimeWatch } from '../background/time-watch.ts';
import { cpuSecondsOf } from '../observability/io-thread-metrics.ts';
import type { Ports } from '../ports/ports.ts';
import type { Role } from '../standby/role.ts';
import type { Begin, HandOver } from './hand-over.ts';

interface Acting {
  readonly config: Config;
  readonly engine: Engine;
  readonly ports: Ports;
  readonly role: Pick<Role, 'actions'>;
  readonly snapshots: Pick<SnapshotSchedule, 'makeNow' | 'idle'>;
  readonly time: Pick<TimeWatch, 'confirm'>;
  readonly webhookCalls: CallFollowers;
  readonly extensions: Extensions | undefined;
  /** Undefined where nothing can take the place of this server. */
  readonly handOver: HandOver | undefined;
  /** Commands, the one that asks for it among them. */
  readonly running: () => number;
}

/** Rejects with ConfigError where no successor may begin. */
const beginSuccessor = async (acting: Acting, how: Pick<Begin, 'upgradesTo' | 'say'>): Promise<number> => {
  const { config, engine, ports, snapshots, handOver, running } = acting;
  if (handOver === undefined) throw new ConfigError('a server within another program cannot restart');
  if (how.upgradesTo !== undefined && config.log !== '')
    throw new ConfigError(
      'a node is upgraded by kontor restart, with the new version in its place: docs/operate/cluster-runbook.md',
    );
  if (how.upgradesTo !== undefined && (!engine.isLeading || engine.isReadOnly))
    throw new ConfigError('a server that takes no changes by itself cannot be followed: kontor restart');
  const whenMayStop = async (): Promise<void> => {
    await snapshots.idle();
    if (running() > 1) throw new ConfigError('other commands are running: try again when they have ended');
  };
  return handOver.begin({ ...how, config, ports, whenMayStop });
};

export const serverActions = (acting: Acting): ServerActions => {
  const { ports, role, snapshots, time, webhookCalls } = acting;
  return {
    url: () => ports.url,
    snapshot: () => snapshots.makeNow(),
    confirmTime: () => time.confirm(),
    // With what the system counts of each.
    ioThreads: () => ports.ioThreads().map((thread) => ({ ...thread, cpuSeconds: cpuSecondsOf(thread.systemId) })),
    extensions: () => acting.extensions,
    followCalls: (told) => webhookCalls.follow(told),
    ...role.actions,
    restart: (say) => beginSuccessor(acting, { say }),
    upgrade: (upgradesTo, say) => beginSuccessor(acting, { upgradesTo, say }),
  };
};
