// How exchanges, connections and servers end (transport-ends-contract.ts) where nearly all requests go.
import { onFirstStage } from './both-transports.ts';
import { endings } from './transport-ends-contract.ts';

onFirstStage(endings);
