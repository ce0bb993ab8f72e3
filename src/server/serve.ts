// `kontor serve`: takes a server through its life, step by step as docs/reference/life-cycles.md draws it. The parts
// are put together in composition.ts.
import { beginBackground, closeParts, makeParts, openParts } from './composition.ts';
import type { Running } from './composition.ts';
import { announce } from './lifecycle/announce.ts';
import { openShop } from './lifecycle/open-shop.ts';
import { beginToLead, prepareRole } from './lifecycle/prepare-role.ts';
import type { ServeOptions } from './lifecycle/serve-options.ts';
import { ServerLife } from './lifecycle/server-life.ts';
import { untilStop } from './lifecycle/until-stop.ts';
import { detachLog, logInfo, ownConsole } from './observability/log.ts';
import { endAfter } from './process/end-after.ts';
import type { Fatal } from './process/end-after.ts';
import { Signals } from './process/signals.ts';
import type { Operator } from './process/signals.ts';
import { makeDemoStore } from './start/demo-store.ts';
import { prepareProcess } from './start/prepare-process.ts';

/**
 * Serves until SIGTERM or SIGINT. Resolves with the exit code: 0 when everything is on the disk, 1 when the journal has
 * failed, 3 for a node that has given its lead away by itself. Throws why it cannot start.
 */
export const serve = async (options: ServeOptions): Promise<number> => {
  ownConsole();
  let failed = false;
  const fatal: Fatal = (reason, error) => {
    failed = true;
    endAfter(reason, error);
  };
  try {
    return await runServer(options, new Signals(), fatal);
  } catch (error) {
    // An error that follows from the failed journal has been reported already.
    if (!failed) throw error;
    return 1;
  }
};

interface Start {
  readonly options: ServeOptions;
  readonly operator: Operator;
  readonly fatal: Fatal;
  readonly ready: (url: string) => void;
}

/** Until `operator` asks it to stop and everything is on the disk. `ready`: it answers at this address. */
export const runServer = async (
  options: ServeOptions,
  operator: Operator,
  fatal: Fatal,
  ready: (url: string) => void = () => {},
): Promise<number> => {
  const life = new ServerLife();
  try {
    const exitCode = await live(life, { options, operator, fatal, ready });
    life.step('end');
    return exitCode;
  } catch (error) {
    life.step('fail');
    throw error;
  }
};

const live = async (life: ServerLife, { options, operator, fatal, ready }: Start): Promise<number> => {
  const readOnly = prepareProcess(options);
  const isNew = !operator.stopping && readOnly === '' && (await makeDemoStore(options));
  const opened = await openShop({ options, operator, fatal, readOnly });
  life.step(opened === undefined ? 'stop' : 'open');
  if (opened === undefined) return 0;
  detachLog();
  const { engine } = opened.store;
  const parts = makeParts(options, opened, life, () => beginToLead(life, engine, options, fatal));
  life.step(engine.isLeading ? 'lead' : 'follow');
  const open = await openParts(parts, options, () => prepareRole(opened, options, isNew));
  const server = beginBackground(open, operator);
  announce(server, ready);
  return untilEnd(server, operator);
};

/** Resolves when the role is over, and no successor can begin in this server's place. */
const whenOver = ({ life, role, actions }: Running): Promise<void> => {
  const never = new Promise<void>(() => {});
  // In its own place, so that nobody is refused; where that cannot be, the process that has started it starts it again.
  // A server that stops, or has a successor already, starts none.
  return role.over
    .then(async () => void (life.isServing && (await actions.restart(() => Promise.resolve()))))
    .then(
      () => never,
      () => {},
    );
};

/** Serves, closes everything, and gives the store to a successor. Resolves with the exit code. */
const untilEnd = async (server: Running, operator: Operator): Promise<number> => {
  const { config, store, role, control, handOver } = server;
  const stopped = Promise.race([operator.stop, whenOver(server)]);
  const successor = await untilStop({ ...server, engine: store.engine, operator, stopped }, config.shutdownTimeoutMs);
  logInfo('stopping');
  await closeParts(server, successor);
  if (successor === undefined) return operator.stopping ? 0 : role.exitCode;
  await successor.giveStore();
  handOver?.done(successor);
  await control.close(config.shutdownTimeoutMs);
  return 0;
};
