// `kontor webhooks tail`: shows the calls of a running server as they end, until the caller leaves.
import { ConfigError } from '../config/setting.ts';
import { dateTime } from '../domain/date-time.ts';
import type { FollowedCall } from '../engine/delivery/call-followers.ts';
import type { Shop } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Milliseconds between two looks. */
const LOOK_MS = 200;
/** Calls between two looks that are shown; more are counted. */
const CALLS_MAX = 1000;

const lineOf = ({ atMs, webhook, event, id, status, answer, durationMs }: FollowedCall): string =>
  `${dateTime(atMs)}  ${event}  ${webhook}  ${status === 0 ? 'none' : status}  ${durationMs} ms  ${id}  ${answer}`;

const dataOf = ({ atMs, webhook, event, id, status, answer, durationMs }: FollowedCall): object => ({
  date: dateTime(atMs),
  event,
  webhook,
  id,
  status,
  answer,
  duration_ms: durationMs,
});

/** Time, event, webhook, status, milliseconds, message and answer of each call. Throws ConfigError. */
export const tailWebhooks = async (
  { store: { engine }, server }: Shop,
  { webhook: only }: { readonly webhook?: string },
  terminal: Terminal,
): Promise<boolean> => {
  if (server === undefined) throw new ConfigError('no server runs, and only a server calls webhooks');
  if (only !== undefined && engine.readContext().index('webhook').byName.get(only) === undefined)
    throw new ConfigError(`there is no webhook ${only}; kontor webhooks lists them`);
  const calls: FollowedCall[] = [];
  let left = 0;
  const end = server.followCalls((call) => {
    if (only !== undefined && call.webhook !== only) return;
    if (calls.length < CALLS_MAX) calls.push(call);
    else left += 1;
  });
  try {
    while (terminal.isWatched) {
      for (const call of calls.splice(0)) await terminal.show(lineOf(call), dataOf(call));
      if (left > 0) await terminal.note(`kontor: ${left} more calls are not shown`);
      left = 0;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      await terminal.pause();
    }
  } finally {
    end();
  }
  return true;
};
