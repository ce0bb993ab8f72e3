// A renewed certificate (tls-renewal-contract.ts) where nearly all requests go.
import { onFirstStage } from './both-transports.ts';
import { tlsRenewal } from './tls-renewal-contract.ts';

onFirstStage(tlsRenewal, true);
