// What extensions answer to one call. A decision that needs an answer which nobody has given yet is broken off, nothing
// of it is recorded, the extensions are asked outside of it, and it begins again.
//
// An answer counts for the very bytes of its question, so for nothing that has changed since: then the question is
// another one, and is asked anew, twice at most in all (D550).
import type { Answered, AnsweredBy, ExtensionPoint, Extensions, ReadAnswer } from '../../kernel/extensions.ts';
import { Again } from '../../kernel/interrupted.ts';
import { refuseAt } from '../../kernel/limits.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Refusal, Result } from '../../kernel/result.ts';
import type { QuestionPlaces } from './question-places.ts';

/** Thrown out of a decision that needs an answer. */
export class Unanswered extends Again {
  readonly point: ExtensionPoint;
  /** JSON. */
  readonly questions: readonly string[];
  readonly read: ReadAnswer<object>;

  constructor(point: ExtensionPoint, questions: readonly string[], read: ReadAnswer<object>) {
    super(`extensions are asked for ${point} first`);
    this.point = point;
    this.questions = questions;
    this.read = read;
  }
}

/** What one said; undefined: it has nothing to say. */
type Said<A> = Pick<Answered<A>, 'by' | 'answer'>;

const isFailed = ({ failure, maySkip }: Answered<object>): boolean => failure !== '' && !maySkip;

const refuseFailed = ({ by: [name] }: Answered<object>): Refusal =>
  refuse('EXTENSION_UNAVAILABLE', name, `The extension ${name} must be asked first, and failed.`);

/** How often a call asks anew because what it had asked about has changed. */
const CHANGES_MAX = 2;

export class Answers {
  private readonly extensions: Extensions;
  private readonly places: QuestionPlaces;
  private readonly holder: number;
  /** By point, then by question: a key of both would be a text as long as the question, made for each look-up. */
  private readonly known = new Map<ExtensionPoint, Map<string, readonly Answered<object>[]>>();
  private changes = 0;
  /** What was asked last, until the decision has used it: the next question then follows from the answer. */
  private unused: Pick<Unanswered, 'point' | 'questions'> | undefined = undefined;

  /** `places`: of what calls of its kind ask; `holder`: whose call it is there. */
  constructor(extensions: Extensions, places: QuestionPlaces, holder: number) {
    this.extensions = extensions;
    this.places = places;
    this.holder = holder;
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
    const answered = this.answersTo(point, question, read);
    const failed = answered.find(isFailed);
    return failed === undefined ? ok(answered.filter(({ failure }) => failure === '')) : refuseFailed(failed);
  }

  /** The first that says something; one before it that fails, and may not be passed over, decides. As `whatIsSaid`. */
  firstSaid<A extends object>(
    point: ExtensionPoint,
    question: string,
    read: ReadAnswer<A>,
  ): Result<{ readonly by: AnsweredBy; readonly answer: A } | undefined> {
    for (const one of this.answersTo(point, question, read)) {
      const { by, answer } = one;
      if (isFailed(one)) return refuseFailed(one);
      if (answer !== undefined) return ok({ by, answer });
    }
    return ok(undefined);
  }

  /** Whether one that was asked has failed, and is passed over. */
  hasFailed(point: ExtensionPoint, question: string): boolean {
    return (this.answered(point, question) ?? []).some(({ failure }) => failure !== '');
  }

  private answered(point: ExtensionPoint, question: string): readonly Answered<object>[] | undefined {
    return this.known.get(point)?.get(question);
  }

  private know(point: ExtensionPoint, question: string, answered: readonly Answered<object>[]): void {
    const known = this.known.get(point) ?? new Map<string, readonly Answered<object>[]>();
    this.known.set(point, known.set(question, answered));
  }

  private answersTo<A extends object>(
    point: ExtensionPoint,
    question: string,
    read: ReadAnswer<A>,
  ): readonly Answered<A>[] {
    if (!this.extensions.has(point)) return [];
    const answered = this.answered(point, question);
    if (answered === undefined) throw new Unanswered(point, [question], read);
    if (this.unused?.point === point && this.unused.questions.includes(question)) this.unused = undefined;
    return answered as readonly Answered<object>[] as readonly Answered<A>[];
  }

  /** Asks at once what several times `whatIsSaid` will give. Throws Unanswered. */
  need(point: ExtensionPoint, questions: readonly string[], read: ReadAnswer<object>): void {
    const missing = new Set(questions.filter((question) => !this.knows(point, question)));
    if (missing.size > 0) throw new Unanswered(point, [...missing], read);
  }

  /** Whether `whatIsSaid` has what it gives. */
  knows(point: ExtensionPoint, question: string): boolean {
    return !this.extensions.has(point) || this.answered(point, question) !== undefined;
  }

  /**
   * Asks what a decision lacks. Refuses: CART_CHANGED where what it asked about has changed too often, OVERLOADED where
   * a question finds no place.
   */
  ask(unanswered: Unanswered): Promise<Refusal | undefined> {
    const { point, questions } = unanswered;
    if (this.unused !== undefined) this.changes += 1;
    if (this.changes > CHANGES_MAX) return Promise.resolve(refuse('CART_CHANGED', point));
    this.unused = unanswered;
    return this.places.within(this.holder, questions.length, (atOnce) => this.askFrom(unanswered, atOnce));
  }

  private askFrom(unanswered: Unanswered, atOnce: number, from = 0): Promise<Refusal | undefined> {
    const { point, questions, read } = unanswered;
    const next = from + atOnce;
    const asked = questions.slice(from, next).map((question) =>
      this.extensions.ask(point, question, read).then((answered) => {
        this.know(point, question, answered);
        return answered.find((one) => one.isBusy === true && isFailed(one));
      }),
    );
    return Promise.all(asked).then((all) => {
      const busy = all.find((one) => one !== undefined);
      if (busy !== undefined)
        return refuseAt('extension_questions', 'OVERLOADED', '', `${busy.by[0]}: ${busy.failure}; try again.`);
      return next < questions.length ? this.askFrom(unanswered, atOnce, next) : undefined;
    });
  }
}
