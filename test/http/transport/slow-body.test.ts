// Bodies that arrive slowly (slow-body-contract.ts), in steps as short as a test may take.
import { transports } from './transports.ts';
import { slowBodies } from './slow-body-contract.ts';

slowBodies(transports.slice(0, 1), 60);
