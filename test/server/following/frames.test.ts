// Would catch a frame that is read wrongly because of where its pieces end, a value that changes when the memory of its
// piece is used again, and a length that would take all memory, or more of it than a stranger may have.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameReader, frameOf } from '../../../src/server/following/frames.ts';

const values = fc.array(
  fc.oneof(
    fc.tuple(fc.constant('ask'), fc.integer({ min: 0, max: 2 ** 32 - 1 })),
    fc.tuple(fc.constant('promised'), fc.nat(), fc.maxSafeNat(), fc.double({ noNaN: true })),
    fc.tuple(
      fc.constant('batch'),
      fc.nat(),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    ),
    fc.tuple(fc.constant('refused'), fc.string({ unit: 'binary' })),
  ),
  { maxLength: 12 },
);

const piecesOf = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((end, index) => Buffer.from(bytes.subarray(places[index], end)));
};

test('pieces of any size give the same values, in order', () => {
  fc.assert(
    fc.property(values, fc.array(fc.nat(), { maxLength: 20 }), (sent, cuts) => {
      const reader = new FrameReader();
      const pieces = piecesOf(Buffer.concat(sent.map(frameOf)), cuts);
      expect(pieces.flatMap((piece) => [...reader.push(piece)])).toEqual(sent);
    }),
  );
});

test('a value outlives the piece in which it came', () => {
  fc.assert(
    fc.property(values, (sent) => {
      const piece = Buffer.concat(sent.map(frameOf));
      const read = [...new FrameReader().push(piece)];
      piece.fill(0x5a);
      expect(read).toEqual(sent);
    }),
  );
});

test('a length beyond any frame is no frame', () => {
  const reader = new FrameReader();
  expect([...reader.push(Buffer.of(1, 0))]).toEqual([]);
  expect(() => [...reader.push(Buffer.of(0, 0xff))]).toThrow('a frame claims 4278190085 bytes');
});

test('a limit holds until all frames are taken, and is told by the length alone', () => {
  const frame = frameOf(['refused', 'x'.repeat(2_000)]);
  const exact = new FrameReader(frame.length);
  expect(exact.push(frame)).toHaveLength(1);
  const limited = new FrameReader(frame.length - 1);
  expect(() => limited.push(frame.subarray(0, 4))).toThrow(`a frame claims ${frame.length} bytes`);
  const known = new FrameReader(frame.length - 1);
  known.takeAll();
  expect(known.push(frame)).toHaveLength(1);
});
