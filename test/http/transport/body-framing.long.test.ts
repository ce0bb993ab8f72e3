// Where a body ends (body-framing-contract.ts) on all other stages: heads are read
// before it matters how many threads there are, and behind TLS.
import { onOtherStages } from './both-transports.ts';
import { bodyFraming } from './body-framing-contract.ts';

onOtherStages(bodyFraming, ({ isTls, isShared }) => !isTls && !isShared);
