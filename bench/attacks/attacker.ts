// One attack in a process of its own, so that its work is not the shopper's. Prints its outcome as JSON.
import { ATTACKS } from './attacks.ts';
import type { Target } from './attacks.ts';

const [name = '', target = ''] = process.argv.slice(2);
const outcome = await ATTACKS[name]!(JSON.parse(target) as Target);
process.stdout.write(JSON.stringify(outcome));
process.exit(0);
