// What the server says, one line at a time: progress on standard output, trouble on standard error. As JSON for
// collectors of logs, or pretty for people at a terminal.
//
// No line holds what a caller sent, a credential or a personal value; operations and refusals are named by the table of
// operations alone.
import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';
import type { Config } from '../../config/config.ts';

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

const PRETTY: Sinks = {
  say: (level, line, fields) => (level === 'info' ? console.log : console.error)(`kontor: ${line}${tail(fields)}`),
};

const logger = (to: DestinationStream): Logger =>
  pino(
    {
      level: 'debug',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    to,
  );

const written = (fd: number): DestinationStream => {
  const to = pino.destination({ fd, sync: true });
  // A closed pipe must not end the shop.
  to.on('error', () => {});
  return to;
};

/** Lines of JSON, written at once: a line that was said before the process ends is there. */
export const jsonSinks = (out: DestinationStream = written(1), trouble: DestinationStream = written(2)): Sinks => {
  const [progress, warnings] = [logger(out), logger(trouble)];
  return {
    say: (level, line, fields = {}) => (level === 'info' ? progress : warnings)[level](fields, line),
  };
};

let sinks = PRETTY;
let least = LEVELS.indexOf('info');

/** For all lines from now on; until then they are pretty, from the level info on. */
export const configureLog = ({ logLevel, logFormat }: LogSettings, json: () => Sinks = jsonSinks): void => {
  least = LEVELS.indexOf(logLevel);
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && process.stdout.isTTY);
  sinks = isPretty ? PRETTY : json();
};

const say = (level: Level, line: string, fields: LogFields | undefined): void => {
  if (LEVELS.indexOf(level) >= least) sinks.say(level, line, fields);
};

export const logInfo = (line: string, fields?: LogFields): void => say('info', line, fields);
export const logWarning = (line: string, fields?: LogFields): void => say('warn', line, fields);
export const logError = (line: string, fields?: LogFields): void => say('error', line, fields);
