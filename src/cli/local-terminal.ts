// The terminal of a command that runs here: prints, reads the file that the command reads, and writes the one that it
// writes.
//
// A file is written under another name and renamed at the end: an existing one stays whole until the new one is.
import { closeSync, createReadStream, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { STANDARD } from '../catalogue-files/file-options.ts';
import { ConfigError } from '../config/setting.ts';
import type { Command } from '../admin/command.ts';
import { Terminal } from '../admin/terminal.ts';
import type { Output } from '../admin/terminal.ts';
import { Progress } from './progress.ts';

type Given = { readonly [name: string]: string | undefined };

/** Bytes of the file; 0 for standard input and for what is not a regular file. Throws ConfigError. */
export const lengthOf = (file: string): number => {
  if (file === STANDARD) return 0;
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw new ConfigError(`there is no file ${file}`);
  if (stat.isDirectory()) throw new ConfigError(`${file} is a directory`);
  return stat.isFile() ? stat.size : 0;
};

/** A file that replaces what is there once it is whole. */
class Replacement {
  private readonly file: string;
  private readonly descriptor: number;

  constructor(file: string) {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true)
      throw new ConfigError(`${file} is a directory`);
    this.file = file;
    this.descriptor = openSync(`${file}.part`, 'w', 0o600);
  }

  write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.descriptor, bytes, at);
  }

  end(isWhole: boolean): void {
    if (isWhole) fsyncSync(this.descriptor);
    closeSync(this.descriptor);
    if (isWhole) renameSync(`${this.file}.part`, this.file);
    else rmSync(`${this.file}.part`, { force: true });
  }
}

export class LocalTerminal extends Terminal {
  readonly input: AsyncIterable<Buffer>;
  /** Of the last result with data. */
  lastData: object | undefined;
  private readonly isJson: boolean;
  /** The file that the command writes goes to standard output, and what it says elsewhere. */
  private readonly isPiped: boolean;
  private readonly written: Replacement | undefined;
  private readonly reported: number | undefined;
  private progressBar: Progress | undefined;

  /** Throws ConfigError and errors of the file system. */
  constructor({ reads, writes, reports }: Command, given: Given, isJson: boolean) {
    super();
    this.isJson = isJson;
    const source = reads === undefined ? undefined : given[reads];
    const target = writes === undefined ? undefined : given[writes];
    const report = reports === undefined ? undefined : given[reports];
    if (source !== undefined) lengthOf(source);
    this.input = chunksOf(source);
    this.isPiped = target === STANDARD;
    this.written = target === undefined || this.isPiped ? undefined : new Replacement(target);
    this.reported = report === undefined ? undefined : openSync(report, 'w', 0o600);
  }

  /** What a command says, here or at the other end of the control socket. */
  async emit(output: Output): Promise<void> {
    if ('line' in output) this.print(output.line, output.data);
    else if ('note' in output) console.error(output.note);
    else if ('report' in output) {
      if (this.reported !== undefined) writeSync(this.reported, `${JSON.stringify(output.report)}\n`);
    } else if ('bytes' in output) await this.put(Buffer.from(output.bytes, 'base64'));
    else {
      const { what, done, total, records } = output.progress;
      this.progressBar ??= new Progress(what, total);
      this.progressBar.update(done, records);
    }
  }

  private print(line: string, data: object | undefined): void {
    this.progressBar?.stop();
    this.lastData = data ?? this.lastData;
    const say = this.isPiped ? console.error : console.log;
    if (!this.isJson) say(line);
    else if (data !== undefined) say(JSON.stringify(data));
  }

  private async put(bytes: Buffer): Promise<void> {
    if (this.written !== undefined) this.written.write(bytes);
    else if (!process.stdout.write(bytes)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }

  /** `isWhole`: the file that was written is to stay. */
  end(isWhole: boolean): void {
    this.progressBar?.stop();
    if (this.reported !== undefined) closeSync(this.reported);
    this.written?.end(isWhole);
  }
}

const chunksOf = async function* (file: string | undefined): AsyncGenerator<Buffer> {
  if (file === undefined) return;
  const stream = file === STANDARD ? process.stdin : createReadStream(file, { highWaterMark: 262_144 });
  for await (const chunk of stream) yield chunk as Buffer;
};
