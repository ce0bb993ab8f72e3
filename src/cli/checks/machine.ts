// Checks of the machine: Node, the native binaries, memory, descriptors and the clock.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { journalPath } from '../../engine/store/identity.ts';
import { spanText } from '../../engine/store/start-time.ts';
import { WITHOUT_UWS, whyNoUws, withUwsAgain } from '../../http/transport/uws-transport.ts';
import { PasswordHashing } from '../../outside/passwords/password-hash.ts';
import { heapBytesMax, memoryBytes } from '../../outside/process-memory.ts';
import { connectionsMax, readDescriptorLimit } from '../../server/ports/connections.ts';
import { good, note, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

const NODE_MIN = [20, 19] as const;
const NODE_ADVICE = 'install Node 22, and install Kontor with it again';
/** Until when Node's major versions get fixes of their security, as nodejs.org/en/about/previous-releases has it. */
const NODE_ENDS: { readonly [major: number]: string } = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
};

/** `version`: as in process.versions; `nowMs`: which versions still get fixes. */
export const nodeFinding = (version: string, nowMs: number): Finding => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1]);
  if (isOld) return wrong(`Node ${version} is older than ${NODE_MIN.join('.')}`, NODE_ADVICE);
  const ends = NODE_ENDS[major];
  if (ends !== undefined && nowMs > Date.parse(ends))
    return note(`Node ${version} gets no fixes of its security since ${ends}`, NODE_ADVICE);
  return good(`Node ${version}`);
};

const firstLine = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n')[0]!;

const INSTALL =
  'install Kontor again on this machine, with this Node: binaries are those of the platform that installs them';

const serverFinding = async (): Promise<Finding> => {
  const why = await whyNoUws();
  return why === undefined
    ? good('uWebSockets.js runs here')
    : note(`uWebSockets.js: ${why}; ${WITHOUT_UWS}`, withUwsAgain());
};

/** A login that takes longer than this is felt by the shopper. */
const HASH_MS_MAX = 1000;

const passwordFinding = async (config: Config): Promise<Finding> => {
  const hashing = new PasswordHashing({ ...config, passwordThreads: 1, passwordQueueMax: 1 });
  try {
    // The first one also loads the binary.
    await hashing.hash('doctor');
    const startedMs = performance.now();
    await hashing.hash('doctor');
    const tookMs = Math.round(performance.now() - startedMs);
    const line = `a password is hashed in ${tookMs} ms`;
    return tookMs <= HASH_MS_MAX
      ? good(line)
      : note(line, 'lower passwordMemoryKib or passwordPasses, or logins take that long (docs/sell/logins.md)');
  } catch (error) {
    return wrong(`passwords cannot be hashed: ${firstLine(error)}`, INSTALL);
  } finally {
    await hashing.close();
  }
};

/** Without lmdb no command begins (src/main.ts), so it needs no check. */
export const binaryFindings = async (config: Config): Promise<Finding[]> => [
  await serverFinding(),
  await passwordFinding(config),
];

const MIB = 2 ** 20;
/** More of the machine's memory than this share for the heap leaves too little for the file cache and buffers. */
const HEAP_SHARE_MAX = 0.5;

/** What V8 allows of the memory that there is. */
const memoryFinding = ({ memory }: Config): Finding => {
  const [heap, all] = [heapBytesMax() / MIB, memoryBytes(memory) / MIB];
  const line = `${Math.floor(heap)} MiB of heap, ${Math.floor(all)} MiB of memory`;
  const more = Math.floor(all * HEAP_SHARE_MAX);
  if (heap * 2 > more) return good(line);
  return note(line, `NODE_OPTIONS=--max-old-space-size=${more} lets the shop keep more in memory`);
};

/** With fewer, a few hundred idle connections keep new callers out. */
const DESCRIPTORS_MIN = 4096;

/** `descriptors`: files that this process may have open. */
export const descriptorFinding = ({ connectionsMax: wanted }: Config, descriptors: number): Finding => {
  const possible = connectionsMax(wanted, descriptors);
  const line = `${descriptors} open files, so ${possible} connections at a time`;
  const more = 'raise the limit: ulimit -n 65536, or LimitNOFILE=65536 in the unit of systemd';
  if (possible < wanted) return note(`${line}, fewer than connectionsMax, ${wanted}`, more);
  return descriptors < DESCRIPTORS_MIN ? note(line, more) : good(line);
};

const SET_CLOCK = 'set the clock, and keep it by NTP: timedatectl set-ntp true, or chrony';
/** No store is older than this. */
const EARLIEST_MS = Date.parse('2025-01-01');
const DAY_MS = 86_400_000;
/** Where systemd keeps the clock, it makes the file as soon as the clock is synchronised. */
const TIMESYNC = '/run/systemd/timesync';

/** When the journal was last written, by the file system; 0 where there is none. */
const lastWrittenMs = (data: string): number => {
  const path = join(journalPath(data), 'data.mdb');
  return existsSync(path) ? statSync(path).mtimeMs : 0;
};

/** The clock against the last write of the store, by which a start judges it (docs/operate/time.md). */
export const clockFinding = ({ data, clockJumpMs, clockAheadDaysMax }: Config, nowMs: number): Finding => {
  const says = `the clock says ${new Date(nowMs).toISOString()}`;
  if (nowMs < EARLIEST_MS) return wrong(says, SET_CLOCK);
  const lastMs = lastWrittenMs(data);
  if (nowMs < lastMs - clockJumpMs)
    return wrong(`${says}, ${spanText(lastMs - nowMs)} before the last write of the store`, SET_CLOCK);
  if (lastMs > 0 && nowMs > lastMs + clockAheadDaysMax * DAY_MS)
    return wrong(
      `${says}, ${spanText(nowMs - lastMs)} after the last write of the store`,
      'if the clock is right, start once with --accept-time (docs/operate/time.md)',
    );
  if (existsSync(TIMESYNC) && !existsSync(join(TIMESYNC, 'synchronized')))
    return note(`${says}, and systemd has not synchronised it`, SET_CLOCK);
  return good(says);
};

export const machineFindings = (config: Config): Finding[] => [
  nodeFinding(process.versions.node, Date.now()),
  memoryFinding(config),
  descriptorFinding(config, readDescriptorLimit()),
  clockFinding(config, Date.now()),
];
