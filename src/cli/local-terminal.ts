// The terminal of a command that runs here: prints, reads the file that the command reads, and writes the one that it
// writes.
//
// A file is written under another name and renamed at the end: an existing one stays whole until the new one is.
import {
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { STANDARD } from '../catalogue-files/file-options.ts';
import { systemReason } from '../engine/disk/system-error.ts';
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

const ADVICE: { readonly [code: string]: string } = {
  ENOSPC: 'free some space, or name a file on another disk',
  EDQUOT: 'free some space, or name a file on another disk',
  EFBIG: 'name a file on another disk',
  ENOENT: 'make its directory, or name another file',
  ENOTDIR: 'name another file',
  EACCES: 'name a file that this user may write',
  EPERM: 'name a file that this user may write',
  EROFS: 'name a file on another disk',
};

/** Runs what writes a file. Throws ConfigError with why it could not be written, and what to do. */
const writing = <T>(file: string, write: () => T): T => {
  try {
    return write();
  } catch (error) {
    const advice = ADVICE[(error as NodeJS.ErrnoException).code ?? ''];
    const what = advice === undefined ? '' : `; ${advice}`;
    throw new ConfigError(`${file} cannot be written: ${systemReason(error)}${what}`, { cause: error });
  }
};

/**
 * A file that replaces what is there once it is whole; behind a symbolic link, that which it leads to. Devices and
 * pipes are not replaced. Its methods throw ConfigError.
 */
class Replacement {
  /** As it was named, and where it is. */
  private readonly file: string;
  readonly path: string;
  private readonly descriptor: number;
  private isOpen = true;

  constructor(file: string) {
    const there = statSync(file, { throwIfNoEntry: false });
    if (there?.isDirectory() === true) throw new ConfigError(`${file} is a directory`);
    if (there !== undefined && !there.isFile())
      throw new ConfigError(`${file} is no regular file, and only one is replaced: - writes to standard output`);
    this.file = file;
    this.path = there === undefined ? file : realpathSync(file);
    this.descriptor = writing(file, () => openSync(this.partial, 'w', 0o600));
  }

  private get partial(): string {
    return `${this.path}.part`;
  }

  write(bytes: Buffer): void {
    writing(this.file, () => {
      for (let at = 0; at < bytes.length;) at += writeSync(this.descriptor, bytes, at);
    });
  }

  /** Puts it in its place. */
  finish(): void {
    writing(this.file, () => {
      fsyncSync(this.descriptor);
      this.close();
      renameSync(this.partial, this.path);
    });
  }

  /** Removes an unfinished file; no effect on one that is in its place. */
  abandon(): void {
    if (this.isOpen) this.close();
    rmSync(this.partial, { force: true });
  }

  private close(): void {
    this.isOpen = false;
    closeSync(this.descriptor);
  }
}

export class LocalTerminal extends Terminal {
  readonly input: AsyncIterable<Buffer>;
  /** Data of the last result that had some. */
  lastData: object | undefined;
  private readonly isJson: boolean;
  /** The file that the command writes goes to standard output, and what it says elsewhere. */
  private readonly isPiped: boolean;
  private readonly written: Replacement | undefined;
  /** A report of its own is written as it comes; one that belongs to a file is whole as that is. */
  private readonly reported: number | undefined;
  private readonly reportedWhole: Replacement | undefined;
  private readonly reportFile: string;
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
    this.reportFile = report ?? '';
    const isWhole = writes !== undefined;
    this.reported = report === undefined || isWhole ? undefined : writing(report, () => openSync(report, 'w', 0o600));
    this.reportedWhole = report === undefined || !isWhole ? undefined : this.replacementBeside(report);
  }

  /** What a command says, here or at the other end of the control socket. */
  async emit(output: Output): Promise<void> {
    if ('line' in output) this.print(output.line, output.data);
    else if ('note' in output) console.error(output.note);
    else if ('report' in output) {
      this.writeReport(`${JSON.stringify(output.report)}\n`);
    } else if ('bytes' in output) await this.put(Buffer.from(output.bytes, 'base64'));
    else if ('progress' in output) {
      const { what, done, total, records, pictures } = output.progress;
      this.progressBar ??= new Progress(what, total);
      this.progressBar.update(done, records, pictures);
    }
  }

  private replacementBeside(file: string): Replacement {
    try {
      const there = existsSync(file) ? realpathSync(file) : resolve(file);
      if (this.written !== undefined && there === resolve(this.written.path))
        throw new ConfigError(`${file} is the file that the command writes: name another one`);
      return new Replacement(file);
    } catch (error) {
      this.written?.abandon();
      throw error;
    }
  }

  private writeReport(line: string): void {
    const { reported } = this;
    this.reportedWhole?.write(Buffer.from(line));
    if (reported !== undefined) writing(this.reportFile, () => writeSync(reported, line));
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

  /** Puts the files that were written in their places. Throws ConfigError. */
  finish(): void {
    this.written?.finish();
    this.reportedWhole?.finish();
  }

  /** Ends it, whatever the command did: what is not finished leaves nothing. */
  close(): void {
    this.progressBar?.stop();
    if (this.reported !== undefined) closeSync(this.reported);
    this.reportedWhole?.abandon();
    this.written?.abandon();
  }
}

/** Nothing without a file. */
export const chunksOf = async function* (file: string | undefined): AsyncGenerator<Buffer> {
  if (file === undefined) return;
  const stream = file === STANDARD ? process.stdin : createReadStream(file, { highWaterMark: 262_144 });
  for await (const chunk of stream) yield chunk as Buffer;
};
