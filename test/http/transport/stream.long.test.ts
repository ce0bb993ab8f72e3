// Replies that are written chunk by chunk (stream-contract.ts) on all other stages.
import { onOtherStages } from './both-transports.ts';
import { streamedReplies } from './stream-contract.ts';

onOtherStages(streamedReplies);
