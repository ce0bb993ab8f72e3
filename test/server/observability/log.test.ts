// Would catch a line that is no JSON, goes to the wrong output, or is of a level that nobody wants.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { configureLog, detachLog, logError, logInfo, logWarning } from '../../../src/server/observability/log.ts';

const collected = () => {
  const [out, err]: [string[], string[]] = [[], []];
  const to = (lines: string[]) => ({ write: (line: string) => void lines.push(line) });
  return { out, err, outputs: [to(out), to(err)] as const };
};

afterEach(() => {
  vi.restoreAllMocks();
  configureLog({ logLevel: 'info', logFormat: 'pretty' });
});

describe('the log', () => {
  test('as JSON, a line each: progress on one output, trouble on the other', () => {
    const { out, err, outputs } = collected();
    configureLog({ logLevel: 'info', logFormat: 'json' }, outputs);
    logInfo('ready', { port: 1 });
    logWarning('two\nlines');
    logError('failed');
    expect(out.map((line) => JSON.parse(line) as unknown)).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), msg: 'ready', port: 1 },
    ]);
    expect(err.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'warn', msg: 'two\nlines' },
      { level: 'error', msg: 'failed' },
    ]);
    expect([...out, ...err].every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
  });

  test.each([
    ['debug', 3],
    ['info', 3],
    ['warn', 2],
    ['error', 1],
    ['silent', 0],
  ] as const)('of the level %s and above', (logLevel, lines) => {
    const { out, err, outputs } = collected();
    configureLog({ logLevel, logFormat: 'json' }, outputs);
    logInfo('info');
    logWarning('warning');
    logError('error');
    expect(out.length + err.length).toBe(lines);
  });

  test('lines that a program around the server takes stay its own when the server begins', () => {
    const { out, err, outputs } = collected();
    configureLog({ logLevel: 'info', logFormat: 'pretty' }, outputs);
    detachLog();
    logInfo('ready');
    logWarning('slow');
    expect([out, err]).toEqual([['kontor: ready\n'], ['kontor: slow\n']]);
  });

  test('pretty: the line, its fields, and rows below it', () => {
    const [log, error] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) => spy.mockReturnValue());
    configureLog({ logLevel: 'info', logFormat: 'pretty' });
    logInfo('settings', { rows: ['one', 'two'] });
    logWarning('slow call', { ms: 7, cached: false });
    expect(log!.mock.calls).toEqual([['kontor: settings\n  one\n  two']]);
    expect(error!.mock.calls).toEqual([['kontor: slow call ms=7 cached=false']]);
  });
});
