// Catches a log in memory that is no log: tests and simulations of everything above it would prove nothing.
import { describeLog } from './log-contract.ts';
import type { LogBench } from './log-contract.ts';
import { MemoryLog } from './memory-log.ts';
import type { MemoryConnection } from './memory-log.ts';
import { VirtualTime } from './virtual-time.ts';

/** Time passes by itself, as fast as it can. */
const openBench = async (): Promise<LogBench> => {
  const time = new VirtualTime();
  const log = new MemoryLog(time);
  log.partBytesMax = 50_000;
  const open = { is: true };
  const turn = async (): Promise<void> => {
    while (open.is) await time.completeNext();
  };
  const turning = turn();
  return {
    ...time.node(),
    tooLargeBytes: 60_000,
    rounds: 1_000,
    connect: async () => log.connect(),
    pass: (ms) => new Promise((done) => time.after(ms, done)),
    faults: {
      loseAnswers: (connection, every) => ((connection as MemoryConnection).losesEvery = every),
      cut: (connection, isCut) => {
        (connection as MemoryConnection).areRequestsCut = isCut;
        (connection as MemoryConnection).areAnswersCut = isCut;
      },
    },
    close: () => {
      open.is = false;
      return turning;
    },
  };
};

describeLog('in memory', openBench);
