// What extensions answer to one call. A decision that needs an answer which nobody has given yet is broken off, nothing
// of it is recorded, the extensions are asked outside of it, and it begins again.
//
// An answer counts for the very bytes of its question, so for nothing that has changed since: then the question is
// another one, and is asked anew, twice at most (D550).
import type { Answered, ExtensionPoint, Extensions, ReadAnswer } from '../../kernel/extensions.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';

/** Thrown out of a decision that needs an answer. */
export class Unanswered extends Error {
  readonly point: ExtensionPoint;
  /** JSON. */
  readonly question: string;
  readonly read: ReadAnswer<object>;

  constructor(point: ExtensionPoint, question: string, read: ReadAnswer<object>) {
    super(`extensions are asked for ${point} first`);
    this.point = point;
    this.question = question;
    this.read = read;
  }
}

/** What one said; undefined: it has nothing to say. */
type Said<A> = Pick<Answered<A>, 'by' | 'answer'>;

/** How often a call may ask at one point. */
const ROUNDS_MAX = 3;

export class Answers {
  private readonly extensions: Extensions;
  /** By point and question. */
  private readonly known = new Map<string, readonly Answered<object>[]>();
  private readonly rounds = new Map<ExtensionPoint, number>();

  constructor(extensions: Extensions) {
    this.extensions = extensions;
  }

  has(point: ExtensionPoint): boolean {
    return this.extensions.has(point);
  }

  /**
   * What the extensions with the point say, in the order of the settings, without failures that are passed over.
   *
   * Refuses: EXTENSION_UNAVAILABLE with the name of the one that failed. Throws Unanswered.
   */
  whatIsSaid<A extends object>(
    point: ExtensionPoint,
    question: string,
    read: ReadAnswer<A>,
  ): Result<readonly Said<A>[]> {
    if (!this.extensions.has(point)) return ok([]);
    const answered = this.known.get(`${point} ${question}`);
    if (answered === undefined) throw new Unanswered(point, question, read);
    const failed = answered.find(({ failure, maySkip }) => failure !== '' && !maySkip);
    if (failed !== undefined) {
      const [name] = failed.by;
      return refuse('EXTENSION_UNAVAILABLE', name, `The extension ${name} must be asked first, and failed.`);
    }
    return ok(answered.filter(({ failure }) => failure === '') as readonly Answered<object>[] as readonly Said<A>[]);
  }

  /** Whether `whatIsSaid` has what it gives. */
  knows(point: ExtensionPoint, question: string): boolean {
    return !this.extensions.has(point) || this.known.has(`${point} ${question}`);
  }

  /** Asks what a decision lacks. Refuses: CART_CHANGED where it has asked too often. */
  ask({ point, question, read }: Unanswered): Promise<Refusal | undefined> {
    const rounds = (this.rounds.get(point) ?? 0) + 1;
    if (rounds > ROUNDS_MAX) return Promise.resolve(refuse('CART_CHANGED', point));
    this.rounds.set(point, rounds);
    return this.extensions.ask(point, question, read).then((answered) => {
      this.known.set(`${point} ${question}`, answered);
      return undefined;
    });
  }
}
