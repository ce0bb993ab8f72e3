// The part of the settings that bounds what the engine keeps.
import type { EngineLimits } from '../engine/engine-options.ts';
import { pick } from '../kernel/pick.ts';
import type { Config } from './config.ts';

/** Hours of running for which both clocks must have agreed before the time counts as confirmed. */
const CONFIRM_HOURS = 24;

export const engineLimits = (config: Config): EngineLimits => ({
  clockConfirmMs: CONFIRM_HOURS * 3_600_000,
  ...pick(config, [
    'sessionsMax',
    'channelSessionsPercent',
    'residentActorsMax',
    'pendingRepliesMax',
    'replayRecordsMax',
    'checkpointRowsMax',
    'checkpointPauseMs',
    'auditEntriesMax',
    'feedRetentionRecords',
    'journalKeepRecords',
    'clockJumpMs',
    'clockFollowMs',
    'clockAheadDaysMax',
  ]),
});
