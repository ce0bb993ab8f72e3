// What the server prints: progress on standard output, trouble on standard error, one line each.

export const logInfo = (line: string): void => console.log(`kontor: ${line}`);
export const logWarning = (line: string): void => console.error(`kontor: ${line}`);
