// A renewed certificate (tls-renewal-contract.ts) on all other stages.
import { onOtherStages } from './both-transports.ts';
import { tlsRenewal } from './tls-renewal-contract.ts';

onOtherStages(tlsRenewal, () => true, true);
