// Runs before every core test file, behind setup.ts: core tests start no program, so that every folder of theirs may
// have a name that a shell would have to quote.
import { useOddName } from './run.ts';

useOddName();
