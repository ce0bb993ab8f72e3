// The header `kontor-seq` of replies, with which a test of a cluster checks the order of what callers are shown:
//
//   kontor-seq: <epoch>.<read>.<known>[.<own>]
//
// `epoch`: of the leader that its process knows of, 0 where the shop is one process. `read`: the highest record that
// the reply shows. `known`: the record up to which its process was up to date when it looked. `own`: the record that
// the call made, where that is acknowledged. Guaranteed by what answers, and not by the header: a caller that has a
// reply finds `known` not below its `read` and its `own`. What a leader has decided and not yet given to the
// log is not known. Not promised: the header at replies that reach no operation, such as those of HTTP.
import type { ReplyHeaders } from '../../kernel/reply-stream.ts';
import type { AnsweredCall } from '../../operations/dispatch/call-observer.ts';

/** Where a process is in the history of its shop. */
export interface Position {
  readonly epoch: number;
  readonly knownSeq: number;
}

export class SeqTrace {
  /** Assigned once the process knows what it is; nothing is answered before. */
  position: () => Position = () => ({ epoch: 0, knownSeq: 0 });

  headers({ readSeq, knownSeq, madeSeq }: AnsweredCall): ReplyHeaders {
    const numbers = [this.position().epoch, readSeq, knownSeq, ...(madeSeq === 0 ? [] : [madeSeq])];
    return [['kontor-seq', numbers.join('.')]];
  }
}
