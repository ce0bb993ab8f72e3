// Bodies that are not read at all (undecodable-contract.ts) on all other stages: what reads heads hands over their
// headers, in this thread and from another one.
import { onOtherStages } from '../transport/both-transports.ts';
import { undecodable } from './undecodable-contract.ts';

onOtherStages(undecodable, ({ isTls, isShared }) => !isTls && !isShared);
