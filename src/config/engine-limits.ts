// The part of the settings that bounds what the engine keeps.
import type { EngineLimits } from '../engine/engine-options.ts';
import { pick } from '../kernel/pick.ts';
import type { Config } from './config.ts';

export const engineLimits = (config: Config): EngineLimits =>
  pick(config, [
    'sessionsMax',
    'channelSessionsPercent',
    'residentActorsMax',
    'pendingRepliesMax',
    'replayRecordsMax',
    'checkpointRowsMax',
    'checkpointPauseMs',
    'auditEntriesMax',
    'feedRetentionRecords',
  ]);
