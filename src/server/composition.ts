// The whole program put together: what a server is made of, in which order its parts are opened, and in which order
// they are closed. serve.ts says when.
//
// The engine is within the store, which is opened before: the parts are given it, and the ports, as they are.
import { UsageCounter } from '../engine/maintenance/usage-counter.ts';
import { UndiciClient } from '../outside/http/http-client.ts';
import { beginTicks, watchesOf } from './background/background.ts';
import { warm } from './background/warm-up.ts';
import { HandOver } from './lifecycle/hand-over.ts';
import type { Opened } from './lifecycle/open-shop.ts';
import { roleOf } from './lifecycle/role.ts';
import type { ServeOptions } from './lifecycle/serve-options.ts';
import { serverActions } from './lifecycle/server-actions.ts';
import type { ServerLife } from './lifecycle/server-life.ts';
import { logInfo } from './observability/log.ts';
import { openApi } from './parts/open-api.ts';
import { openControlSocket } from './ports/control-socket.ts';
import type { Operator } from './process/signals.ts';
import { notifyMainProcess } from './process/systemd.ts';

/** How long callers wait for webhooks that are being called while a successor takes over. It repeats these calls. */
const HAND_OVER_CALLS_MS = 250;
/** How long a server that stops waits for extensions that are told or asked in the background. */
const EXTENSIONS_END_MS = 1500;
/** A server that stops gives reads up that have not ended by then. */
const LONG_WORK_ENDS_MS = 500;

const NO_SOURCES: ReadonlyMap<string, string> = new Map();

/** Makes the parts; nothing answers or runs yet. `leads`: called when a server that followed decides. */
export const makeParts = (
  options: ServeOptions,
  { store, ports, joined, told }: Opened,
  life: ServerLife,
  leads: () => void,
) => {
  const { config, follow, takeOver } = options;
  const client = new UndiciClient();
  const usage = new UsageCounter(store.engine, config);
  const { handshakes } = ports;
  const role = roleOf({ store, config, usage, joined, follow, leads, handshakes, isStopping: () => life.isStopping });
  const { seqTrace } = ports.watch;
  if (seqTrace !== undefined) seqTrace.position = () => role.position;
  const watches = watchesOf(config, store);
  const handOver = takeOver === undefined ? undefined : new HandOver();
  return { life, config, store, ports, client, usage, role, ...told, ...watches, handOver };
};

export type Parts = ReturnType<typeof makeParts>;

/**
 * Prepares the store, then opens the control socket, the API and the role: calls are answered. Rejects with why the
 * shop cannot be opened; everything is closed then.
 */
export const openParts = async (parts: Parts, options: ServeOptions, prepare: () => Promise<void>) => {
  const { life, config, store, ports, client, disk, role } = parts;
  const { engine } = store;
  let control: Awaited<ReturnType<typeof openControlSocket>> | undefined;
  try {
    // A deadline may be shorter than the load of a module (D665). A successor has waited before it listened, and waits
    // no more; a node that decides later has callers already.
    const loaded = engine.isLeading ? parts.extensions?.begin() : undefined;
    await disk.check();
    await prepare();
    if (engine.readContext().index('webhook').targets.size > 0) client.warm();
    const actions = serverActions({ ...parts, engine, running: () => control!.running });
    const shop = { store, config, sources: options.sources ?? NO_SOURCES, server: actions };
    // Before the ports: a program that waits for the ready line may use it.
    control = await openControlSocket(shop, role.accept);
    const { following, actions: roles } = role;
    const isStopping = (): boolean => life.isStopping;
    const api = openApi({ ...parts, ...shop, following, roles, isStopping, demo: options.demo });
    await loaded;
    await role.begin(api.handle);
    return { ...parts, actions, control, api };
  } catch (error) {
    await ports.abandon('SHUTTING_DOWN');
    await control?.close(0);
    await parts.extensions?.close();
    await store.close();
    throw error;
  }
};

/** Begins what runs beside the calls, and what the operator may ask for. */
export const beginBackground = (parts: Awaited<ReturnType<typeof openParts>>, operator: Operator) => {
  const { config, store, snapshots, ports, role } = parts;
  warm(store.engine, config, operator);
  const ticks = beginTicks(parts);
  operator.onSnapshot(() => void snapshots.make());
  operator.onRenewal(() => void Promise.all([ports.renewTls(), role.renewTls()]));
  return { ...parts, ...ticks };
};

export type Running = ReturnType<typeof beginBackground>;

/** Closes everything but the control socket, on which the caller of a restart waits; the store last. */
export const closeParts = async (parts: Running, successor: { readonly pid: number } | undefined): Promise<void> => {
  const { config, store, api, client, control, ports, role, usage, snapshots } = parts;
  const { shutdownTimeoutMs } = config;
  const callsMs = successor === undefined ? shutdownTimeoutMs : HAND_OVER_CALLS_MS;
  api.end();
  if (successor !== undefined) control.leave();
  const longWork = setTimeout(() => {
    // A successor answers meanwhile, and nobody waits for this process to end.
    if (successor !== undefined) return api.endSearches();
    api.endLongWork();
    return control.endReads();
  }, LONG_WORK_ENDS_MS);
  const told = setTimeout(() => parts.extensions?.breakOff(), Math.min(callsMs, EXTENSIONS_END_MS));
  await Promise.all([
    successor === undefined ? undefined : notifyMainProcess(successor.pid),
    ports.close(shutdownTimeoutMs),
    role.drain(shutdownTimeoutMs),
    successor === undefined ? control.close(shutdownTimeoutMs) : undefined,
    ...[parts.outbox, api.refunds].map((calls) => calls.stop(callsMs, () => void client.close())),
    api.mail?.outbox.stop(callsMs, () => void api.mail?.close()),
  ]).finally(() => {
    clearTimeout(longWork);
    clearTimeout(told);
  });
  await parts.extensions?.close();
  await role.leave();
  const imagesStopped = parts.images.stop();
  await Promise.all([client.close(), api.mail?.close()]);
  await imagesStopped;
  clearInterval(parts.timer);
  parts.scrub.close();
  parts.processUse.close();
  api.collect();
  if (store.engine.mayWrite && store.engine.isLeading) usage.flush();
  // A successor reads the journal, which has everything; a file would make callers wait.
  await (successor === undefined ? snapshots.make() : snapshots.idle());
  role.close();
  await store.close();
  logInfo('stopped');
};
