// Checks every reply against what its operation declares: for tests, and for a server that is developed against.
import { parseJson } from '../../kernel/json-reader.ts';
import { REFUSALS } from '../../kernel/refusals.ts';
import type { Code } from '../../kernel/refusals.ts';
import type { CallFields, Operation } from '../context/operation.ts';
import { refusalsOf } from '../context/refusals-of.ts';
import { ErrorReply } from '../replies/failures.ts';
import { Shapes, sharedRecords } from '../replies/shape.ts';
import { textOf } from '../access/channel-keys.ts';
import { OPERATIONS } from './registry.ts';

/** Before the key of a call, in the reply of an aggregate. */
const PART = 'aggregate_';

type Members = { readonly [name: string]: unknown };

/** The records that replies share, by their titles. */
const RECORDS = sharedRecords([
  ErrorReply,
  ...[...OPERATIONS.values()].flatMap(({ reply, failure }) => [
    reply,
    ...(failure === undefined ? [] : [failure.reply]),
  ]),
]);

/** Compiled schemas, for every check of the process. */
const SHAPES = new Shapes(RECORDS);

export class ReplyCheck {
  /** What is wrong with a reply, as a sentence; undefined: nothing. `text`: JSON. */
  problem(fields: CallFields, status: number, text: string): string | undefined {
    const name = textOf(fields['request']);
    const reply = JSON.parse(text) as Members;
    const operation = status === 200 ? OPERATIONS.get(name) : undefined;
    const problem =
      operation === undefined
        ? SHAPES.problem(ErrorReply, reply)
        : (this.inOperation(operation, reply) ?? this.inParts(operation, fields, reply));
    return problem === undefined ? undefined : `The reply of ${name} is not as declared: ${problem}.`;
  }

  private inOperation(operation: Operation, reply: Members): string | undefined {
    const { failure, reply: schema } = operation;
    const code = reply['message'];
    if (typeof code !== 'string' || !Object.hasOwn(REFUSALS, code)) return SHAPES.problem(schema, reply);
    // An aggregate that fails has the replies of its parts behind its own members.
    const own = operation.effect === 'aggregate' ? withoutParts(reply) : reply;
    const isUsual = failure === undefined || SHAPES.fits(ErrorReply, own);
    const misfit = SHAPES.problem(isUsual ? ErrorReply : failure.reply, own);
    return misfit ?? undeclared(operation, code as Code);
  }

  /** The parts of an aggregate. */
  private inParts(operation: Operation, fields: CallFields, reply: Members): string | undefined {
    if (operation.effect !== 'aggregate') return undefined;
    const parts = Object.keys(reply).filter((name) => name.startsWith(PART));
    if (parts.length === 0) return undefined;
    const { pipe } = fields;
    const calls = (typeof pipe === 'string' ? parseJson(pipe) : pipe) as { readonly [key: string]: CallFields };
    for (const name of parts) {
      const call = calls[name.slice(PART.length)]!;
      const problem = this.problem(call, 200, JSON.stringify(reply[name]));
      if (problem !== undefined) return `${name}: ${problem}`;
    }
    return undefined;
  }
}

/** An aggregate fails with whatever its parts fail with. */
const undeclared = (operation: Operation, code: Code): string | undefined =>
  operation.effect === 'aggregate' || REFUSALS[code].status !== 200 || refusalsOf(operation).includes(code)
    ? undefined
    : `it refuses with ${code}`;

const withoutParts = (reply: Members): Members =>
  Object.fromEntries(Object.entries(reply).filter(([name]) => !name.startsWith(PART)));
