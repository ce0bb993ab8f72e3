// Runs in a process of its own, below the layer that holds system calls: `copy-process.ts DIRECTORY` makes a store and
// a copy of it for another node, and prints a line for each turn of its timer until the copy is there.
import { mkdirSync } from 'node:fs';
import { open } from 'lmdb';
import { journalPath } from '../../src/engine/store/identity.ts';
import { StoreCopies } from '../../src/server/cluster/store-copies.ts';

const data = process.argv[2]!;
mkdirSync(journalPath(data), { recursive: true });
const env = open({ path: journalPath(data), noSubdir: false, maxDbs: 64, encoding: 'binary' });
await env.put('key', Buffer.alloc(100_000));
await env.close();

const timer = setInterval(() => console.log('turn'), 5);
const copies = new StoreCopies(data);
const { bytes } = await copies.get('');
console.log(bytes > 100_000 ? 'copied' : 'short');
clearInterval(timer);
copies.close();
