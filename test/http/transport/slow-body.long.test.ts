// Bodies that arrive slowly (slow-body-contract.ts), on both transports and for longer than uWebSockets.js's own clock.
import { transports } from './transports.ts';
import { slowBodies } from './slow-body-contract.ts';

slowBodies(transports, 1000);
