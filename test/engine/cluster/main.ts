// `npm run sim -- cluster --seed N --minutes M --seconds S`: cluster simulations, one seed after the other, each over
// so many seconds of the time of its nodes.
import { number, optionsOf } from '../../harness/program-options.ts';
import { ClusterSimulation } from './cluster-simulation.ts';

const { values } = optionsOf({
  name: 'cluster',
  does: 'Leaders and followers on a simulated network, one seed after the other.',
  options: {
    seed: number(1, 'the first seed'),
    minutes: number(1, 'no seed is begun afterwards'),
    seconds: number(60, 'seconds of the time of the nodes, for each seed'),
  },
});
const { seed: first, minutes, seconds } = values;
const startedMs = performance.now();
const sums = new Map<string, number>();
let failed = 0;
let seed = first;
do {
  const simulation = new ClusterSimulation(seed);
  try {
    await simulation.run(seconds);
  } catch (error) {
    failed += 1;
    console.log(`seed ${seed}, ${seconds} s: ${(error as Error).message}`);
  }
  for (const [name, count] of Object.entries(simulation.counts)) sums.set(name, (sums.get(name) ?? 0) + count);
  seed += 1;
} while (performance.now() - startedMs < minutes * 60_000);
const perSecond = Math.round(((sums.get('steps') ?? 0) * 1000) / (performance.now() - startedMs));
console.log([...sums].map(([name, sum]) => `${name} ${sum}`).join(', '));
console.log(`${seed - first - failed} passed, ${failed} failed (${perSecond} steps per second)`);
process.exit(failed === 0 ? 0 : 1);
