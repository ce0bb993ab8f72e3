// Where a body ends (body-framing-contract.ts) where nearly all requests go.
import { onFirstStage } from './both-transports.ts';
import { bodyFraming } from './body-framing-contract.ts';

onFirstStage(bodyFraming);
