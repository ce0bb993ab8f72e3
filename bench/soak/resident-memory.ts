// What a process holds in memory, by what it is: Linux' /proc/PID/smaps.
//
// Pages of a mapped file are copies of what is in the file: the system takes them back when it needs memory, so they
// are no leak, however many of them have been read. What can leak is anonymous.

export interface ResidentMemory {
  /** Of files in the data directory: LMDB's map of the journal. */
  readonly journalMap: number;
  /** Of other files: the program and its libraries. */
  readonly programFiles: number;
  /** Without a file: V8's heap, malloc, stacks. */
  readonly anonymous: number;
  /** Of that, what malloc's first arena takes, from which the main thread is served. */
  readonly mainArena: number;
}

const MAPPING = /^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+ *(.*)$/;
const SIZE = /^(Rss|Anonymous): +(\d+) kB$/;
const KIB = 1024;

/** In bytes; the sum of the first three is the RSS. `data`: path of the data directory. */
export const residentMemory = (smaps: string, data: string): ResidentMemory => {
  let [journalMap, programFiles, anonymous, mainArena] = [0, 0, 0, 0];
  let path = '';
  let rss = 0;
  for (const line of smaps.split('\n')) {
    const mapping = MAPPING.exec(line);
    if (mapping !== null) path = mapping[1]!;
    const size = mapping === null ? SIZE.exec(line) : null;
    if (size === null) continue;
    const bytes = Number(size[2]) * KIB;
    if (size[1] === 'Rss') {
      rss = bytes;
      continue;
    }
    // `Anonymous` follows `Rss` in every mapping.
    anonymous += bytes;
    if (path === '[heap]') mainArena += bytes;
    if (path.startsWith(`${data}/`)) journalMap += rss - bytes;
    else programFiles += rss - bytes;
  }
  return { journalMap, programFiles, anonymous, mainArena };
};
