// A demo shop, its standby and whoever follows next: processes in one directory, named by their data directories.
import { expect } from 'vitest';
import { COMMANDS } from '../../src/admin/commands.ts';
import { callingAddress } from '../../src/admin/control-address.ts';
import type { Output } from '../../src/admin/terminal.ts';
import { askServer } from '../../src/cli/control-client.ts';
import { awaitSuccessor } from '../../src/cli/successor.ts';
import { loadConfig } from '../../src/config/config.ts';
import { openLmdbMoment } from '../../src/engine/journal/lmdb-journal.ts';
import { SubjectKeys } from '../../src/engine/privacy/subject-keys.ts';
import { journalPath } from '../../src/engine/store/identity.ts';
import { DEMO_SETTINGS } from '../../src/server/demo/settings.ts';
import { openConfiguredStore } from '../../src/server/start/open-store.ts';
import { PROGRAM, Place } from '../harness/program.ts';
import { reservePort } from '../harness/ports.ts';
import type { Ended, Env, Program, Ran } from '../harness/program.ts';
import { GONE } from '../harness/standby.ts';
import { DEADLINE_MS } from '../harness/until.ts';
import { Client, must } from '../kill/client.ts';
import type { Fields, Members } from '../kill/client.ts';

export const DEMO = { username: 'demo_kontor', password: 'demo-password', secretKey: 'demo-secret-key' };
export const ITEM = {
  id_shopobject: 0,
  element_type: 'FREE_ELEMENT',
  quantity: 1,
  price_field: '1.50',
  name_field: 'x',
};

/** On a busy machine too, a call waits for the leader until it is there. */
export const WAITS: Env = { KONTOR_PASS_ON_MS_MAX: String(DEADLINE_MS) };

/** An upgrade to another program, asked for as that program asks: `kontor upgrade` without the start of it. */
export class Upgrade {
  readonly notes: string[] = [];
  /** The process that has the shop, or why none has taken it over. */
  readonly ended: Promise<number | string>;
  /** The process that is to take over; undefined where it came to none. */
  readonly successor: Promise<number | undefined>;

  constructor(data: string, script: string) {
    let found!: (pid: number | undefined) => void;
    this.successor = new Promise((resolve) => (found = resolve));
    const emit = (said: Output): Promise<void> => {
      if ('note' in said) this.notes.push(said.note);
      const pid = 'note' in said ? /process (\d+) copies/.exec(said.note)?.[1] : undefined;
      if (pid !== undefined) found(Number(pid));
      return Promise.resolve();
    };
    this.ended = this.run(data, script, emit).catch((error: unknown) => (error as Error).message);
    void this.ended.then(() => found(undefined));
  }

  private async run(data: string, script: string, emit: (said: Output) => Promise<void>): Promise<number> {
    const address = callingAddress(data);
    if (address === undefined) throw new Error(`no server has ${data} open`);
    const command = COMMANDS.find(({ name }) => name === 'upgrade')!;
    const given = { node: process.execPath, script };
    const answered = await askServer(address, command, given, { input: nothing(), emit });
    if (answered === undefined) throw new Error(`no server has ${data} open`);
    const pid = (await this.successor)!;
    await awaitSuccessor(data, pid);
    return pid;
  }
}

const nothing = async function* (): AsyncIterable<Buffer> {};

export class StandbyShop {
  readonly place = new Place();
  /** By the name of the data directory. */
  private readonly programs = new Map<string, Program>();
  private readonly ports = new Map<string, number>();

  async port(data: string): Promise<number> {
    const known = this.ports.get(data) ?? (await reservePort());
    this.ports.set(data, known);
    return known;
  }

  program(data: string): Program {
    return this.programs.get(data)!;
  }

  private async start(data: string, args: readonly string[], env: Env): Promise<Program> {
    const stores = ['--data', data, '--snapshots', `${data}-snapshots`, '--port', String(await this.port(data))];
    const program = this.place.start(['serve', ...stores, ...args], env);
    this.programs.set(data, program);
    return program;
  }

  /** The shop that others follow; resolves when it is ready. */
  async lead(env: Env = {}, data = 'shop'): Promise<Program> {
    const program = await this.start(data, ['--demo'], env);
    await program.ready();
    return program;
  }

  /** Starts `data` as what follows `leader`, and resolves at once. Calls wait for that unless `env` says otherwise. */
  startFollowing(data = 'standby', leader = 'shop', env: Env = {}): Promise<Program> {
    return this.start(data, ['--demo', '--follow', leader], { ...WAITS, ...env });
  }

  async follow(data = 'standby', leader = 'shop', env: Env = {}): Promise<Program> {
    const program = await this.startFollowing(data, leader, env);
    await program.ready().catch((error: unknown) => {
      throw new Error(`${(error as Error).message}\n${leader}: ${this.program(leader).said}`);
    });
    return program;
  }

  /** The line with which a program ends instead of serving. */
  async refused(data: string, args: readonly string[]): Promise<string> {
    const program = await this.start(data, args, {});
    const { code } = await program.ended;
    const said = program.err.filter((line) => !GONE.test(line));
    expect([code, said.length], program.said).toEqual([1, 1]);
    return said[0]!;
  }

  async client(data: string): Promise<Client> {
    return new Client(await this.port(data), DEMO);
  }

  /** The reply of a call that must succeed. */
  async call(data: string, operation: string, fields: Fields = {}): Promise<Members> {
    const client = await this.client(data);
    try {
      return (await must(client.office(operation, fields))).body;
    } finally {
      client.hangUp();
    }
  }

  /** Of the cart of a session. */
  async lines(data: string, session: string): Promise<number> {
    return ((await this.call(data, 'get_cart', { session }))['contents'] as readonly unknown[]).length;
  }

  /** '' for a success, a code, or `lost`. */
  async refusal(data: string, operation: string, fields: Fields = {}): Promise<string> {
    const client = await this.client(data);
    const answer = await client.office(operation, fields);
    client.hangUp();
    return answer === undefined ? 'lost' : answer.refusal;
  }

  run(command: string, ...args: readonly string[]): Promise<Ran> {
    return this.place.run([...command.split(' '), ...args]);
  }

  async status(data: string): Promise<Members> {
    const { out, err } = await this.run('status', '--json', '--data', data);
    expect(err).toEqual([]);
    return JSON.parse(out[0]!) as Members;
  }

  /**
   * Why no server would open the store of `data`, from the function that opens it; '' where one would. `follows`: what
   * it was to follow. The process that says so ends as `refused` has it.
   */
  async whyNotServed(data: string, follows?: string): Promise<string> {
    const [directory, snapshots] = [this.place.path(data), this.place.path(`${data}-snapshots`)];
    const where = { directory, ...(follows !== undefined && { follows: this.place.path(follows) }) };
    try {
      const config = loadConfig({ data: directory, snapshots }, {}, undefined, DEMO_SETTINGS);
      const store = await openConfiguredStore(config, undefined, '', undefined, undefined, where);
      await store.close();
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** `kontor restart`; resolves with the successor, which is nobody's child and ends with this object. */
  async restart(data: string): Promise<number> {
    const { code, out, err } = await this.run('restart', '--json', '--data', data);
    expect(code, err.join('\n')).toBe(0);
    return this.place.adopt((JSON.parse(out[0]!) as { readonly pid: number }).pid);
  }

  /** An upgrade to a program, by default the one that runs; its process is killed at the end. */
  startUpgrade(data: string, script = PROGRAM): Upgrade {
    const upgrade = new Upgrade(this.place.path(data), script);
    void upgrade.successor.then((pid) => pid !== undefined && this.place.adopt(pid));
    return upgrade;
  }

  /** Resolves with the process that has the shop. */
  async upgrade(data: string, script?: string): Promise<number> {
    const pid = await this.startUpgrade(data, script).ended;
    expect(pid).toEqual(expect.any(Number));
    return Number(pid);
  }

  /** By the command of the program itself. */
  async upgradeByCommand(data: string, script: string): Promise<number> {
    const command = this.place.start(['upgrade', '--json', '--data', data], {}, [], script);
    expect((await command.ended).code, command.said).toBe(0);
    return this.place.adopt((JSON.parse(command.out.at(-1)!) as { readonly pid: number }).pid);
  }

  /** Without a word but those about a leader that has gone. */
  async stop(data: string): Promise<void> {
    const program = this.program(data);
    program.signal('SIGTERM');
    expect(await program.ended, program.said).toEqual({ code: 0, signal: null });
    expect(program.err.filter((line) => !GONE.test(line))).toEqual([]);
  }

  async kill(data: string): Promise<Ended> {
    return this.program(data).kill();
  }

  async promote(data = 'standby'): Promise<void> {
    const { code, out, err } = await this.run('promote', '--data', data);
    expect([code, out.at(-1)], err.join('\n')).toEqual([0, expect.stringMatching(/leads from record \d+ on$/)]);
  }

  /** Of stores that nobody serves. */
  async verify(...directories: readonly string[]): Promise<void> {
    for (const data of directories) {
      const { code, out, err } = await this.run('verify', data, '--snapshots', `${data}-snapshots`);
      expect(code, [...out, ...err].join('\n')).toBe(0);
    }
  }

  /** The last record of the journal as it is on the disk, and that up to which it is truncated. */
  async journal(data: string): Promise<{ readonly headSeq: number; readonly truncatedSeq: number }> {
    const directory = this.place.path(data);
    const journal = openLmdbMoment(journalPath(directory), SubjectKeys.read(directory, true).cipher);
    const { headSeq = 0, truncatedSeq = 0 } = journal.meta ?? {};
    await journal.close();
    return { headSeq, truncatedSeq };
  }

  /** The last record of a store that nobody serves. */
  async head(data: string): Promise<number> {
    return (await this.journal(data)).headSeq;
  }

  clean(): Promise<void> {
    return this.place.clean();
  }
}
