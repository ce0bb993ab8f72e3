// Checks every reply against what its operation declares: for tests, and for a server that is developed against.
import type { FieldGroup } from '../../domain/accounts/role.ts';
import { parseJson } from '../../kernel/json-reader.ts';
import { REFUSALS } from '../../kernel/refusals.ts';
import type { Code } from '../../kernel/refusals.ts';
import type { CallFields, Operation } from '../context/operation.ts';
import { refusalsOf } from '../context/refusals-of.ts';
import { ErrorReply } from '../replies/failures.ts';
import { withoutHidden } from '../replies/hidden-members.ts';
import { Shapes, sharedRecords } from '../replies/shape.ts';
import type { TSchema } from '../../kernel/params.ts';
import { textOf } from '../access/channel-keys.ts';
import { OPERATIONS } from './registry.ts';

/** Prefix of the key of a call in the reply of an aggregate. */
const PART = 'aggregate_';

type Members = { readonly [name: string]: unknown };

/** The records that replies share, by their titles. */
export const RECORDS = sharedRecords([
  ErrorReply,
  ...[...OPERATIONS.values()].flatMap(({ reply, failure }) => [
    reply,
    ...(failure === undefined ? [] : [failure.reply]),
  ]),
]);

/** What replies are checked against. */
interface Declared {
  readonly shapes: Shapes;
  of(name: string, operation: Operation): Pick<Operation, 'reply' | 'failure'>;
}

/** Compiled schemas, for every check of the process. */
const WHOLE: Declared = { shapes: new Shapes(RECORDS), of: (_name, operation) => operation };

/** As declared, without the members that are hidden: such a member is one that there is not. */
const without = (hidden: readonly FieldGroup[]): Declared => {
  const left = (schema: TSchema, name: string): TSchema => withoutHidden(hidden, schema, name);
  const known = new Map<string, Pick<Operation, 'reply' | 'failure'>>();
  return {
    shapes: new Shapes(new Map([...RECORDS].map(([title, record]) => [title, left(record, title)]))),
    of(name, { reply, failure }) {
      const made = known.get(name) ?? {
        reply: left(reply, name),
        ...(failure && { failure: { ...failure, reply: left(failure.reply, name) } }),
      };
      known.set(name, made);
      return made;
    },
  };
};
const HIDING = new Map<string, Declared>();

const declaredTo = (hidden: readonly FieldGroup[] | undefined): Declared => {
  if (hidden === undefined) return WHOLE;
  const key = hidden.join(' ');
  const known = HIDING.get(key) ?? without(hidden);
  HIDING.set(key, known);
  return known;
};

export class ReplyCheck {
  /**
   * Returns what is wrong with a reply, as a sentence; undefined: nothing. `text`: JSON. `hidden`: what the caller's
   * role hides.
   */
  problem(fields: CallFields, status: number, text: string, hidden?: readonly FieldGroup[]): string | undefined {
    const declared = declaredTo(hidden);
    const name = textOf(fields['request']);
    const reply = JSON.parse(text) as Members;
    const operation = status === 200 ? OPERATIONS.get(name) : undefined;
    const problem =
      operation === undefined
        ? declared.shapes.problem(ErrorReply, reply)
        : (this.inOperation(name, operation, reply, declared) ?? this.inParts(operation, fields, reply, hidden));
    return problem === undefined ? undefined : `The reply of ${name} is not as declared: ${problem}.`;
  }

  private inOperation(
    name: string,
    operation: Operation,
    reply: Members,
    { shapes, of }: Declared,
  ): string | undefined {
    const { failure, reply: schema } = of(name, operation);
    const code = reply['message'];
    if (typeof code !== 'string' || !Object.hasOwn(REFUSALS, code)) return shapes.problem(schema, reply);
    // An aggregate that fails has the replies of its parts behind its own members.
    const own = operation.effect === 'aggregate' ? withoutParts(reply) : reply;
    const isUsual = failure === undefined || shapes.fits(ErrorReply, own);
    const misfit = shapes.problem(isUsual ? ErrorReply : failure.reply, own);
    return misfit ?? undeclared(operation, code as Code);
  }

  /** The parts of an aggregate. */
  private inParts(
    operation: Operation,
    fields: CallFields,
    reply: Members,
    hidden: readonly FieldGroup[] | undefined,
  ): string | undefined {
    if (operation.effect !== 'aggregate') return undefined;
    const parts = Object.keys(reply).filter((name) => name.startsWith(PART));
    if (parts.length === 0) return undefined;
    const { pipe } = fields;
    const calls = (typeof pipe === 'string' ? parseJson(pipe) : pipe) as { readonly [key: string]: CallFields };
    for (const name of parts) {
      const call = calls[name.slice(PART.length)]!;
      const problem = this.problem(call, 200, JSON.stringify(reply[name]), hidden);
      if (problem !== undefined) return `${name}: ${problem}`;
    }
    return undefined;
  }
}

/** An aggregate fails with any code of its parts. */
const undeclared = (operation: Operation, code: Code): string | undefined =>
  operation.effect === 'aggregate' || REFUSALS[code].status !== 200 || refusalsOf(operation).includes(code)
    ? undefined
    : `it refuses with ${code}`;

const withoutParts = (reply: Members): Members =>
  Object.fromEntries(Object.entries(reply).filter(([name]) => !name.startsWith(PART)));
