// How many connections there may be (connection-limit-contract.ts) where nearly all requests go.
import { onFirstStage } from './both-transports.ts';
import { connectionLimit } from './connection-limit-contract.ts';

onFirstStage(connectionLimit);
