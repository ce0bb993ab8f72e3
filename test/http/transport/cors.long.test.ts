// Pages of other origins (cors-contract.ts) on all other stages: neither TLS
// nor a second thread knows of them.
import { onOtherStages } from './both-transports.ts';
import { crossOriginHeaders } from './cors-contract.ts';

onOtherStages(crossOriginHeaders, ({ isTls, isShared }) => !isTls && !isShared);
