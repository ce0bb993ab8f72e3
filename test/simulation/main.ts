// `npm run sim -- shop --seed N --minutes M --steps S --late C`: whole-shop simulations, one seed after the other; with
// --late on a disk that is up to so many commits behind its log. Every third shop has extensions, which lie and hang.
import { number, optionsOf } from '../harness/program-options.ts';
import { ShopSimulation } from './simulation.ts';
import type { Counts } from './counts.ts';

const { values } = optionsOf({
  name: 'shop',
  does: 'A whole shop on a simulated disk, clock and network, one seed after the other.',
  options: {
    seed: number(1, 'the first seed'),
    minutes: number(1, 'no seed is begun afterwards'),
    steps: number(2000, 'steps of each seed'),
    late: number(0, 'commits that the disk may be behind its log'),
  },
});
const { seed: first, minutes, steps, late } = values;
const endMs = performance.now() + minutes * 60_000;
const sums = new Map<string, number>();
let failed = 0;
let seed = first;
do {
  try {
    const more = { asks: seed % 3 === 0, ...(late > 0 && { lateMax: late }) };
    const counts: Counts = await new ShopSimulation({ seed, steps, ...more }).run();
    for (const [name, count] of Object.entries(counts)) sums.set(name, (sums.get(name) ?? 0) + count);
  } catch (error) {
    failed += 1;
    console.log(`seed ${seed}, ${steps} steps: ${(error as Error).message}`);
  }
  seed += 1;
} while (performance.now() < endMs);
const operations = Math.round((sums.get('operations') ?? 0) / Math.max(1, seed - first - failed));
sums.set('operations', operations);
console.log([...sums].map(([name, sum]) => `${name} ${sum}`).join(', '));
console.log(`${seed - first - failed} passed, ${failed} failed (${(seed - first) * steps} steps)`);
process.exit(failed === 0 ? 0 : 1);
