// Options of the programs of `npm run sim`: read, explained by --help, and refused by name where one is wrong.
import { parseArgs } from 'node:util';

interface Option<T> {
  readonly initial: T;
  readonly does: string;
  /** What stands for the value in the help; '': it has none. */
  readonly value: string;
  /** The value of a text, or why it is none. */
  readonly read: (text: string) => { readonly value: T } | string;
}

type Options = { readonly [name: string]: Option<number> | Option<string> | Option<boolean> };
type Values<O extends Options> = { readonly [N in keyof O]: O[N]['initial'] };

/** From 0 on. `initial` Infinity: there is no limit. */
export const number = (initial: number, does: string): Option<number> => ({
  initial,
  does: Number.isFinite(initial) ? `${does}, ${initial} unless told` : does,
  value: 'N',
  read: (text) => (/^\d+(\.\d+)?$/.test(text) ? { value: Number(text) } : 'is no number from 0 on'),
});

/** `why`: why a text is none; '': it is one. */
export const text = (value: string, does: string, why: (text: string) => string = () => ''): Option<string> => ({
  initial: '',
  does,
  value,
  read: (given) => why(given) || { value: given },
});

export const flag = (does: string): Option<boolean> => ({ initial: false, does, value: '', read: () => '' });

export interface Program<O extends Options> {
  /** After `npm run sim --`. */
  readonly name: string;
  readonly does: string;
  readonly options: O;
  /** What it takes besides options; absent: nothing. */
  readonly given?: string;
}

type Read<O extends Options> =
  | { readonly values: Values<O>; readonly given: readonly string[] }
  /** The program says that and ends. */
  | { readonly code: 0 | 2; readonly said: string };

const helpOf = ({ name, does, options, given = '' }: Program<Options>): string => {
  const all = { ...options, help: flag('shows this') };
  const named = Object.entries(all).map(([option, { value, does: what }]) => [`--${option} ${value}`.trim(), what]);
  const width = Math.max(...named.map(([option]) => option!.length));
  const lines = named.map(([option, what]) => `  ${option!.padEnd(width)}  ${what}`);
  return [`npm run sim -- ${name} [options]${given && ` [${given}]`}`, '', does, '', ...lines].join('\n');
};

/** What is wrong, of what `parseArgs` has against it: its first sentence. */
const whyUnread = (error: unknown): string => (error as Error).message.split(/\. |\n/)[0]!;

export const readOptions = <const O extends Options>(program: Program<O>, args: readonly string[]): Read<O> => {
  const { name, options, given } = program;
  const refused = (why: string): Read<O> => ({ code: 2, said: `${why}\nnpm run sim -- ${name} --help` });
  const parsed = ((): ReturnType<typeof parseArgs> | string => {
    const types = Object.entries(options).map(([option, { value }]) => [
      option,
      { type: value === '' ? ('boolean' as const) : ('string' as const) },
    ]);
    const known = { ...Object.fromEntries(types), help: { type: 'boolean' as const } };
    try {
      return parseArgs({ args: [...args], options: known, allowPositionals: given !== undefined });
    } catch (error) {
      return whyUnread(error);
    }
  })();
  if (typeof parsed === 'string') return refused(parsed);
  if (parsed.values['help'] === true) return { code: 0, said: helpOf(program) };
  const values: { [option: string]: unknown } = {};
  for (const [option, { initial, read }] of Object.entries(options)) {
    const told = parsed.values[option];
    const one = typeof told === 'string' ? read(told) : { value: told ?? initial };
    if (typeof one === 'string') return refused(`--${option} ${told as string} ${one}`);
    values[option] = one.value;
  }
  return { values: values as Values<O>, given: parsed.positionals };
};

/** As `readOptions` of this process, which ends where there is nothing to run. */
export const optionsOf = <const O extends Options>(program: Program<O>) => {
  const read = readOptions(program, process.argv.slice(2));
  if ('values' in read) return read;
  if (read.code === 0) console.log(read.said);
  else console.error(read.said);
  return process.exit(read.code);
};
