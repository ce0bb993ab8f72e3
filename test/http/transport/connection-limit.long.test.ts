// How many connections there may be (connection-limit-contract.ts) on all other stages.
import { onOtherStages } from './both-transports.ts';
import { connectionLimit } from './connection-limit-contract.ts';

onOtherStages(connectionLimit);
