// One request and its reply (transport-contract.ts) on all other stages.
import { onOtherStages } from './both-transports.ts';
import { exchanges } from './transport-contract.ts';

onOtherStages(exchanges);
