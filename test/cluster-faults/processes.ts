// The processes of the three machines, and what starts one again when it has ended, as systemd does.
//
// A process is known by its data directory on its command line, whoever has started it: a node that has handed its lead
// over starts its own successor.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 100;
const RESTART_MS = 1_000;

export interface Service {
  readonly name: string;
  /** A word of its command line that no other process has. */
  readonly mark: string;
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly log: string;
}

/** Words of the command line; none of a process that has ended. */
const wordsOf = (pid: string): readonly string[] => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
  } catch {
    return [];
  }
};

/** Ids of processes by their marks. */
const running = (services: readonly Service[]): ReadonlyMap<Service, readonly number[]> => {
  const found = new Map<Service, number[]>(services.map((service) => [service, []]));
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const words = wordsOf(pid);
    const service = services.find(({ mark }) => words.includes(mark));
    if (service !== undefined) found.get(service)!.push(Number(pid));
  }
  return found;
};

export class Processes {
  /** How often each was started again. */
  readonly restarts = new Map<string, number>();
  private readonly services: Service[] = [];
  private readonly idle = new Set<Service>();
  private timer: NodeJS.Timeout | undefined;
  private readonly dueMs = new Map<Service, number>();

  /** Starts it, and again whenever it has ended, unless it was stopped. */
  keep(service: Service): void {
    this.services.push(service);
    this.start(service);
    this.timer ??= setInterval(() => this.look(), LOOK_MS);
  }

  private start({ command: [program = '', ...args], env, log }: Service): void {
    const output = openSync(log, 'a');
    const clean = Object.entries(process.env).filter(([name]) => !/^(?:KONTOR_|NODE_OPTIONS$|ETCD)/.test(name));
    const child = spawn(program, args, {
      env: { ...Object.fromEntries(clean), ...env },
      stdio: ['ignore', output, output],
      detached: true,
    });
    child.on('error', (error) => console.log(`${program} cannot be started: ${error.message}`));
    child.unref();
    closeSync(output);
  }

  private look(): void {
    const nowMs = performance.now();
    for (const [service, pids] of running(this.services)) {
      if (pids.length > 0 || this.idle.has(service)) {
        this.dueMs.delete(service);
        continue;
      }
      const dueMs = this.dueMs.get(service) ?? nowMs + RESTART_MS;
      this.dueMs.set(service, dueMs);
      if (nowMs < dueMs) continue;
      this.dueMs.set(service, nowMs + RESTART_MS);
      this.restarts.set(service.name, (this.restarts.get(service.name) ?? 0) + 1);
      this.start(service);
    }
  }

  private named(name: string): Service {
    return this.services.find((service) => service.name === name)!;
  }

  signal(name: string, signal: NodeJS.Signals): void {
    for (const pid of running(this.services).get(this.named(name))!) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has just ended.
      }
    }
  }

  /** Resolves when the processes that run now have ended, or after a while. */
  async untilEnded(name: string, waitMs: number): Promise<void> {
    const service = this.named(name);
    const before = running(this.services).get(service)!;
    const untilMs = performance.now() + waitMs;
    while (performance.now() < untilMs) {
      const now = running(this.services).get(service)!;
      if (!before.some((pid) => now.includes(pid))) return;
      await pause(LOOK_MS);
    }
  }

  /** Stops it, and does not start it again. False: it had to be killed. */
  async stop(name: string, waitMs: number): Promise<boolean> {
    const service = this.named(name);
    this.idle.add(service);
    this.signal(name, 'SIGCONT');
    this.signal(name, 'SIGTERM');
    const untilMs = performance.now() + waitMs;
    while (running(this.services).get(service)!.length > 0) {
      if (performance.now() > untilMs) {
        this.signal(name, 'SIGKILL');
        return false;
      }
      await pause(LOOK_MS);
    }
    return true;
  }

  killAll(): void {
    clearInterval(this.timer);
    for (const { name } of this.services) this.signal(name, 'SIGKILL');
  }
}
