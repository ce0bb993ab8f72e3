// `kontor status`: what the shop holds and how it does, in one look.
import { dateTime } from '../domain/date-time.ts';
import { findSnapshots } from '../engine/snapshots/snapshot-files.ts';
import { actorCount } from './actor-count.ts';
import type { Shop } from './command.ts';
import type { Terminal } from './terminal.ts';

export const showStatus = async (
  { store: { engine, identity }, config, server }: Shop,
  _given: object,
  terminal: Terminal,
): Promise<boolean> => {
  const { tables, time, writeRefusal } = engine;
  const shop = engine.readContext();
  const newest = (await findSnapshots(config.snapshots, identity)).at(-1);
  const data = {
    served: server !== undefined,
    url: server?.url() ?? null,
    record: engine.headSeq,
    durable_record: engine.durableSeq,
    writes: writeRefusal === undefined ? 'ready' : writeRefusal.code,
    search: engine.isSearchWarming ? 'warming_up' : 'ready',
    clock_jump_ms: time.jumpMs,
    products: shop.index('shopobject').counts.product,
    contents: shop.index('shopobject').counts.content,
    categories: tables.category.idsInUse,
    users: tables.user.idsInUse,
    orders: actorCount(engine, 'order'),
    sessions: tables.session.idsInUse,
    messages_waiting: [...shop.index('message').queues.values()].reduce((sum, { length }) => sum + length, 0),
    snapshot_record: newest?.seqTo ?? null,
    now: dateTime(engine.nowMs()),
  };
  const threads = (server?.ioThreads() ?? []).map((thread) => ({
    connections: thread.connections,
    requests: thread.requests,
    clients_gone: thread.clientsGone,
    cached_replies: thread.cachedReplies,
    wakes: thread.wakes,
    ring_bytes: thread.ringBytes,
    replies_waiting: thread.repliesWaiting,
    cpu_seconds: thread.cpuSeconds ?? null,
  }));
  const standby = server?.standby();
  const node = server?.node();
  const followers = server?.followers() ?? [];
  const line = (name: string, value: unknown): string =>
    `${name.replaceAll('_', ' ').padEnd(18)}${String(value ?? 'none')}`;
  const figures = (thread: object): string =>
    Object.entries(thread)
      .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value ?? 'unknown'}`)
      .join(', ');
  const lines = [
    ...Object.entries(data).map(([name, value]) => line(name, value)),
    ...threads.map((thread, place) => line(`io_thread_${place + 1}`, figures(thread))),
    ...(standby === undefined ? [] : [line('follows', figures(standby))]),
    ...(node === undefined ? [] : [line('node', figures(node))]),
    ...followers.map((follower) =>
      line('followed_by', figures({ ...follower, behind: engine.headSeq - follower.sentSeq })),
    ),
  ];
  await terminal.show(lines.join('\n'), {
    ...data,
    ...(threads.length > 0 && { io_threads: threads }),
    ...(standby !== undefined && { follows: standby }),
    ...(node !== undefined && { node }),
    ...(followers.length > 0 && { followed_by: followers }),
  });
  return true;
};
