// `npm run bench`, `check`, `docs` and `sim`: runs the program of scripts/tools/ that the first argument names, in a
// process of its own with its flags of Node, and hands on its exit code and what signals it gets.
//
//   node --import tsx scripts/tool.ts TOOL [NAME] [options of NAME]
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Program, Tool } from './tools/program.ts';
import { TOOLS } from './tools/tools.ts';

const ROOT = join(import.meta.dirname, '..');
const WRONG_USE = 2;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const BUILD: Program = { does: 'dist/', file: 'scripts/build.ts' };

/** So that names of packages' programs are found without npm, too. */
const PATH = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env['PATH'] ?? ''}`;

/** The exit code of a command; 128 and its number after a signal, as shells say it. */
const run = ([program, ...args]: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(program!, args, { cwd: ROOT, env: { ...process.env, PATH }, stdio: 'inherit' });
    // Control-C in a terminal reaches the child by itself, and a second one would cut short how it ends.
    const forward = (signal: NodeJS.Signals): void => {
      if (signal !== 'SIGINT' || process.stdin.isTTY !== true) child.kill(signal);
    };
    for (const signal of SIGNALS) process.on(signal, forward);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const name of SIGNALS) process.off(name, forward);
      resolve(code ?? 128 + constants.signals[signal!]);
    });
  });

const commandsOf = (program: Program, given: readonly string[]): readonly (readonly string[])[] => {
  if ('file' in program) {
    const { flags = [], file, args = [] } = program;
    return [[process.execPath, ...flags, '--import', 'tsx', file, ...args, ...given]];
  }
  const last = program.commands.length - 1;
  return program.commands.map((command, index) => (index === last ? [...command, ...given] : command));
};

const start = async (program: Program, given: readonly string[]): Promise<number> => {
  const before = program.isBuiltFirst === true ? commandsOf(BUILD, []) : [];
  for (const command of [...before, ...commandsOf(program, given)]) {
    const code = await run(command);
    if (code !== 0) return code;
  }
  return 0;
};

const helpOf = (name: string, { does, programs, unnamed, note }: Tool): string => {
  const width = Math.max(...Object.keys(programs).map((one) => one.length));
  const lines = Object.entries(programs).map(([one, program]) => `  ${one.padEnd(width)}  ${program.does}`);
  return [
    `npm run ${name} -- ${unnamed.length > 0 ? '[NAME]' : 'NAME'} [options]`,
    '',
    does,
    '',
    ...lines,
    ...(note === undefined ? [] : ['', note]),
  ].join('\n');
};

/** All of them, also after one that failed. */
const startUnnamed = async ({ programs, unnamed }: Tool, given: readonly string[]): Promise<number> => {
  const failed: string[] = [];
  let worst = 0;
  for (const name of unnamed) {
    const code = await start(programs[name]!, given);
    if (code > 128) return code;
    if (code !== 0) failed.push(name);
    worst = Math.max(worst, code);
  }
  if (failed.length > 0 && unnamed.length > 1) console.error(`failed: ${failed.join(', ')}`);
  return worst;
};

const main = async (toolName: string, args: readonly string[]): Promise<number> => {
  const tool = TOOLS[toolName];
  if (tool === undefined) throw new Error(`no tool "${toolName}": ${Object.keys(TOOLS).join(', ')}`);
  const [first, ...given] = args;
  if (first === '--help') {
    console.log(helpOf(toolName, tool));
    return 0;
  }
  const isNamed = first !== undefined && !first.startsWith('-');
  if (!isNamed && tool.unnamed.length > 0) return await startUnnamed(tool, args);
  if (isNamed && Object.hasOwn(tool.programs, first)) return await start(tool.programs[first]!, given);
  if (isNamed) console.error(`npm run ${toolName} knows no "${first}".\n`);
  console.error(helpOf(toolName, tool));
  return WRONG_USE;
};

const [toolName = '', ...args] = process.argv.slice(2);
process.exitCode = await main(toolName, args);
