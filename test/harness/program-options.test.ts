// Options of `npm run sim`. Catches help that is a crash, and a wrong option that is taken for another or for none.
import { expect, test } from 'vitest';
import { flag, number, readOptions, text } from './program-options.ts';

const PROGRAM = {
  name: 'shop',
  does: 'Runs a shop.',
  options: {
    seed: number(1, 'the first seed'),
    calls: number(Infinity, 'how many calls at most'),
    only: text('NAME', 'faults of such names', (given) => (given === 'none' ? 'is no fault' : '')),
    brief: flag('short ones'),
  },
};

test('what is not told has its value', () => {
  expect(readOptions(PROGRAM, [])).toEqual({
    values: { seed: 1, calls: Infinity, only: '', brief: false },
    given: [],
  });
  expect(readOptions(PROGRAM, ['--seed', '7', '--only=x', '--brief'])).toMatchObject({
    values: { seed: 7, only: 'x', brief: true },
  });
});

test('help names every option', () => {
  expect(readOptions(PROGRAM, ['--seed', 'x', '--help'])).toEqual({
    code: 0,
    said: [
      'npm run sim -- shop [options]',
      '',
      'Runs a shop.',
      '',
      '  --seed N     the first seed, 1 unless told',
      '  --calls N    how many calls at most',
      '  --only NAME  faults of such names',
      '  --brief      short ones',
      '  --help       shows this',
    ].join('\n'),
  });
});

test.each([
  [['--sede', '7'], "Unknown option '--sede'"],
  [['--seed'], "Option '--seed <value>' argument missing"],
  [['--seed', 'x'], '--seed x is no number from 0 on'],
  [['--seed='], '--seed  is no number from 0 on'],
  [['--seed=-1'], '--seed -1 is no number from 0 on'],
  [['--seed=Infinity'], '--seed Infinity is no number from 0 on'],
  [['--brief=yes'], "Option '--brief' does not take an argument"],
  [['--only', 'none'], '--only none is no fault'],
  [['seven'], "Unexpected argument 'seven'"],
])('%j is refused by name', (args, why) => {
  expect(readOptions(PROGRAM, args)).toEqual({ code: 2, said: `${why}\nnpm run sim -- shop --help` });
});

test('files are given besides options where a program takes them', () => {
  const { options: _, ...program } = PROGRAM;
  const taking = { ...program, options: {}, given: 'file …' };
  expect(readOptions(taking, ['a.ts', 'b.ts'])).toEqual({ values: {}, given: ['a.ts', 'b.ts'] });
  expect(readOptions(taking, ['--help'])).toMatchObject({ said: expect.stringContaining('[options] [file …]') });
});
