// What the server says, one line at a time: progress on standard output, trouble on standard error. As JSON for
// collectors of logs, or pretty for people at a terminal.
//
// No line holds what a caller sent, a credential or a personal value; operations and refusals are named by the table of
// operations alone.
import { isatty } from 'node:tty';
import { format } from 'node:util';
import type { Config } from '../../config/config.ts';
import { printErrors } from './console-errors.ts';
import { Outlet, jsonLogger } from './outlet.ts';
import type { LineSink } from './outlet.ts';

/** `rows`: lines of their own below the line. */
export type LogFields = Readonly<Record<string, string | number | boolean | readonly string[]>> & {
  readonly rows?: readonly string[];
};
type Level = 'info' | 'warn' | 'error';
export type LogSettings = Pick<Config, 'logLevel' | 'logFormat'>;

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

interface Sinks {
  say(level: Level, line: string, fields: LogFields | undefined): void;
}

const tail = ({ rows = [], ...fields }: LogFields = {}): string =>
  [
    ...Object.entries(fields).map(([name, value]) => ` ${name}=${String(value)}`),
    ...rows.map((row) => `\n  ${row}`),
  ].join('');

const prettyLine = (line: string, fields?: LogFields): string => `kontor: ${line}${tail(fields)}`;

const prettySinks = (out: LineSink, trouble: LineSink): Sinks => ({
  say: (level, line, fields) => (level === 'info' ? out : trouble).write(`${prettyLine(line, fields)}\n`),
});

/** A line of JSON each. */
const jsonSinks = (out: LineSink, trouble: LineSink): Sinks => {
  const [progress, warnings] = [jsonLogger(out), jsonLogger(trouble)];
  return {
    say: (level, line, fields = {}) => (level === 'info' ? progress : warnings)[level](fields, line),
  };
};

const droppedLine = (pretty: boolean) => (lines: number) => {
  const line = `${lines} lines of the log were dropped: nobody read them`;
  if (pretty) return `${prettyLine(line)}\n`;
  return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), msg: line, lines })}\n`;
};

/** Where lines go, each with its end: progress, and trouble. */
type Outputs = readonly [out: LineSink, trouble: LineSink];

/** For commands, and for a server until somebody waits for it: writing may wait for the reader. */
const CONSOLE: Outputs = [
  { write: (line) => console.log(line.slice(0, -1)) },
  { write: (line) => console.error(line.slice(0, -1)) },
];

const isPretty = ({ logFormat }: LogSettings): boolean => logFormat === 'pretty' || (logFormat === 'auto' && isatty(1));

const sinksOf = (settings: LogSettings, outputs: Outputs): Sinks =>
  (isPretty(settings) ? prettySinks : jsonSinks)(...outputs);

let current: LogSettings = { logLevel: 'info', logFormat: 'pretty' };
let sinks = sinksOf(current, CONSOLE);
let isConsole = true;
let outlets: readonly [Outlet, Outlet] | undefined;

/** For all lines from now on; until then they are pretty, from the level info on. */
export const configureLog = (settings: LogSettings, outputs: Outputs = outlets ?? CONSOLE): void => {
  current = settings;
  isConsole = outputs === CONSOLE;
  sinks = sinksOf(settings, outputs);
};

let ownsConsole = false;

/** This process is the server's own: what libraries write to the console goes where lines go. */
export const ownConsole = (): void => {
  ownsConsole = true;
};

/**
 * From now on no line holds its caller up: a slow reader loses lines, which are counted. Lines that a program
 * around the server takes itself go on to it.
 */
export const detachLog = (): void => {
  if (outlets !== undefined || !isConsole) return;
  const told = droppedLine(isPretty(current));
  const [out, trouble] = (outlets = [new Outlet(1, told), new Outlet(2, told)]);
  sinks = sinksOf(current, outlets);
  if (!ownsConsole) return;
  console.log = (...values: unknown[]) => out.write(`${format(...values)}\n`);
  printErrors((...values) => trouble.write(`${format(...values)}\n`));
};

/** Lines that nobody read in time, since the start. */
export const droppedLines = (): number => (outlets ?? []).reduce((sum, { dropped }) => sum + dropped, 0);

const say = (level: Level, line: string, fields: LogFields | undefined): void => {
  if (LEVELS.indexOf(level) >= LEVELS.indexOf(current.logLevel)) sinks.say(level, line, fields);
};

export const logInfo = (line: string, fields?: LogFields): void => say('info', line, fields);
export const logWarning = (line: string, fields?: LogFields): void => say('warn', line, fields);
export const logError = (line: string, fields?: LogFields): void => say('error', line, fields);
