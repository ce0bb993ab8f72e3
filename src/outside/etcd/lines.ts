// Splits a stream of bytes into lines. Throws where a line exceeds the reader's limit.
const NEWLINE = 0x0a;

/** Lines without their ends, as Latin-1: JSON of the gateway is ASCII but for sentences. The last may lack an end. */
export async function* linesOf(stream: AsyncIterable<Buffer>, bytesMax: number): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      begun.push(chunk.subarray(start, end));
      yield Buffer.concat(begun).toString('latin1');
      begun = [];
      length = 0;
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    length += rest.length;
    if (length > bytesMax) throw new Error(`a line is longer than ${bytesMax} bytes`);
    if (rest.length > 0) begun.push(rest);
  }
  if (length > 0) yield Buffer.concat(begun).toString('latin1');
}
