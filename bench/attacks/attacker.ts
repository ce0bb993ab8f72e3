// One attack in a process of its own, so that its work is not the shopper's. It ends when its parent says so, or is no
// more, and sends its outcome.
import { ATTACKS } from './attacks.ts';
import { endAttack } from './hammer.ts';
import type { Target } from './hammer.ts';

const [name = '', target = ''] = process.argv.slice(2);
process.once('message', endAttack);
process.once('disconnect', endAttack);
const outcome = await ATTACKS[name]!(JSON.parse(target) as Target);
if (!process.connected) process.exit(1);
process.send!({ outcome }, () => process.exit(0));
