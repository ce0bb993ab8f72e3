// Own logic of the operator: the points at which it is asked, and what becomes of its answers
// (docs/build/extensions.md). Questions and answers are JSON.

/** Milliseconds within which an extension must answer, by point. */
export const POINT_DEADLINES_MS = {
  line_price: 500,
  cart_check: 1000,
  delivery_price: 2000,
  checkout_check: 2000,
  order_attributes: 2000,
  payment_provider: 10_000,
  message: 5000,
  after: 30_000,
} as const;

export type ExtensionPoint = keyof typeof POINT_DEADLINES_MS;
export const EXTENSION_POINTS = Object.keys(POINT_DEADLINES_MS) as ExtensionPoint[];

/** Who gave an answer. */
export type AnsweredBy = readonly [name: string, version: string];

/** As records keep it; what was answered stands where it counts. */
export type RecordedAnswer = readonly [point: ExtensionPoint, name: string, version: string];

/**
 * Reads an answer by the laws of the engine; a text says why it is none. Undefined: the extension has nothing to say.
 */
export type ReadAnswer<A extends object> = (given: unknown) => A | undefined | string;

/** What one extension said. */
export interface Answered<A> {
  readonly by: AnsweredBy;
  readonly answer: A | undefined;
  /** Why there is none; '': it has answered. */
  readonly failure: string;
  /** A failure is passed over, as the operator has set. */
  readonly maySkip: boolean;
  /** It was not asked: it has as many questions as it may, and is well. */
  readonly isBusy?: true;
  /** The server stops, and has not waited: that says nothing about the one who was asked. */
  readonly isBrokenOff?: true;
}

/** What a delivery method would carry, and where to. */
export interface QuoteAsked {
  readonly methodId: number;
  /** Whose cart it is; 0: a guest's, or nobody's yet. */
  readonly userId: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Two letters. */
  readonly country: string;
  /** '': unknown. */
  readonly zip: string;
  readonly channelId: number;
  readonly groups: readonly number[];
  readonly goods: readonly {
    /** 0: a free element. */
    readonly productId: number;
    readonly quantityMilli: number;
    /** Weight, length, width, height of one piece, in kilograms and centimetres; 0: unknown. */
    readonly measures: readonly number[];
    readonly sumMinor: number;
  }[];
  /** What promotions and coupons leave of the goods. */
  readonly sumAfterMinor: number;
  /** What the rules of the shop ask, in 1/10,000; undefined: they say nothing. */
  readonly ownE4: number | undefined;
}

/** The price of a delivery that an extension has said; a name or a tax class '' is the shop's own. */
interface Quoted {
  readonly minor: number;
  readonly name: string;
  readonly taxClass: string;
  readonly by: AnsweredBy;
}

/** `failed`: who must be asked has not answered. Undefined: the rules of the shop say the price. */
export type QuoteAnswer = Quoted | 'failed' | undefined;
export type QuoteBy = (asked: QuoteAsked) => QuoteAnswer;

export const EXTENSION_STATES = ['waiting', 'starting', 'running', 'resting', 'failed'] as const;

export interface ExtensionFigures {
  /** '' until it was loaded. */
  readonly name: string;
  readonly version: string;
  /** Path of the module. */
  readonly module: string;
  /**
   * `waiting`: the server does not decide. `resting`: it failed several times in a row, and is not asked for some
   * seconds. `failed`: it is not loaded.
   */
  readonly state: (typeof EXTENSION_STATES)[number];
  readonly points: readonly ExtensionPoint[];
  readonly onFailure: 'refuse' | 'skip';
  readonly calls: number;
  readonly failures: number;
  /** How often its thread was started again because it had ended or did not answer. */
  readonly restarts: number;
  /** Milliseconds of the slowest of a hundred, by the last 1,000 calls; 0: there was none. */
  readonly p99Ms: number;
  /** Seconds of all calls together. */
  readonly seconds: number;
  /** '': none. */
  readonly lastError: string;
}

/** A request to one extension by its name, such as of a payment. `part`: of the point. */
export interface NamedAsk<A extends object> {
  readonly name: string;
  readonly point: ExtensionPoint;
  readonly part?: string;
  readonly question: string;
  readonly read: ReadAnswer<A>;
}

export interface Extensions {
  /** Whether somebody may have to be asked there. */
  has(point: ExtensionPoint): boolean;
  /** Asks all that have the point, at once; answers stand in the order of the settings. Never rejects. */
  ask<A extends object>(point: ExtensionPoint, question: string, read: ReadAnswer<A>): Promise<readonly Answered<A>[]>;
  /** As `ask`, one of them. */
  askNamed<A extends object>(asked: NamedAsk<A>): Promise<Answered<A>>;
  /** Whether the one of that name may answer a call: a point, or a part of one. False: it is loaded, and cannot. */
  mayAnswer(name: string, call: string): boolean;
  list(): readonly ExtensionFigures[];
  /**
   * Loads modules again, those of the name or all; one that cannot be loaded leaves the earlier one at work. Returns
   * false where no extension has the name.
   */
  reload(name: string): Promise<boolean>;
}
