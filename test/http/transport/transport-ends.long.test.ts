// How exchanges, connections and servers end (transport-ends-contract.ts) on all other stages.
import { onOtherStages } from './both-transports.ts';
import { endings } from './transport-ends-contract.ts';

onOtherStages(endings);
