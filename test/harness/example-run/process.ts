// A run without vitest: it begins as vitest's own process does, with a program beside it, and goes on until it is
// stopped, or ends by itself where it is told to.
import { spawn } from 'node:child_process';
import { beginRun } from '../run.ts';

beginRun();
const { pid } = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
console.log(`runs in ${process.env['TMPDIR']} beside process ${pid}`);
if (process.argv[2] === 'ends') process.exit(0);
setInterval(() => {}, 1_000);
