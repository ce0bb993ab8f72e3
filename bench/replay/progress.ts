const EVERY_MS = 2_000;

interface Progress {
  /** One more is done. */
  readonly done: () => void;
  readonly end: () => void;
}

/** Prints every two seconds how far a step is, and once more at its end. */
export const progress = (verb: string, total: number, things: string, print: (line: string) => void): Progress => {
  const began = performance.now();
  let done = 0;
  const show = (): void => {
    const seconds = Math.max(0.001, (performance.now() - began) / 1000);
    print(
      `${verb} ${grouped(done)} of ${grouped(total)} ${things}, ${grouped(Math.round(done / seconds))}/s, ${seconds.toFixed(1)} s`,
    );
  };
  const timer = setInterval(show, EVERY_MS);
  return {
    done: () => void (done += 1),
    end: () => {
      clearInterval(timer);
      show();
    },
  };
};

/** A whole number with its thousands apart. */
export const grouped = (count: number): string => count.toLocaleString('en-US');
