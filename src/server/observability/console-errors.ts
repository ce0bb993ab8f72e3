// What libraries print to the console. LMDB prints the error of a failed commit with its stack, which the engine
// reports in one line. For some errors LMDB has printed the beginning of a line before; that line is ended here.

/** From now on `console.error` prints with `print`, errors of LMDB aside. */
export const printErrors = (print: (...values: unknown[]) => void): void => {
  console.error = (...values: unknown[]): void => {
    const [error] = values;
    if (!(error instanceof Error) || !/[\\/]lmdb[\\/]/.test(error.stack ?? '')) print(...values);
    else if (error.message.includes('Attempting to write')) print();
  };
};
