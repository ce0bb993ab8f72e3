// The whole shop on a simulated disk, with claims that must hold after every reply and every recovery.
//
// Chance decides what happens next: a call, a commit that becomes durable, a turn of the event loop, background work, a
// jump of the clock, a power cut, a commit that fails, damage found by the next start. A seed repeats a run.
import type { Order } from '../../src/domain/orders/order.ts';
import { StoreDamage } from '../../src/engine/disk/store-damage.ts';
import { recover } from '../../src/engine/recovery/recovery.ts';
import { verifyStore } from '../../src/engine/recovery/verify.ts';
import { SimulatedDisk } from '../engine/journal/simulated-disk.ts';
import { Seeded } from '../engine/seeded.ts';
import { DAMAGES, RememberingJournal } from '../engine/store/damages.ts';
import { copyOf } from '../engine/store/copy.ts';
import { Violation } from './claims.ts';
import type { Claim } from './claims.ts';
import { AfterSale } from './after-sale.ts';
import { checkEnds } from './ended-orders.ts';
import { noCounts } from './counts.ts';
import type { Counts } from './counts.ts';
import { ClockScript } from './clock-script.ts';
import { Life } from './simulated-shop.ts';
import type { Answer, SentCall } from './simulated-shop.ts';
import { isRepaired, isTold } from './met-damage.ts';
import { Erasures } from './erasures.ts';
import { wrongSums, wrongTallies } from './promotion-claims.ts';
import { checkPlaced, placedSum } from './placed-claims.ts';
import { checkRules } from './rule-claims.ts';
import { isOwnAnswer, isRefusal, mayLeave, outcomeOf, replyOf } from './replies.ts';
import type { Reply } from './replies.ts';
import { stateBySnapshot } from './snapshot-check.ts';
import { StateHistory, firstDifference, stateOf, without } from './state-history.ts';
import type { State } from './state-history.ts';
import { turns } from './turns.ts';
import { firstCalls } from './first-calls.ts';
import { LateMoney } from './late-money.ts';
import { LyingExtensions } from './lying-extensions.ts';
import type { ShopSimulationOptions } from './options.ts';
import { ToldMessages } from './told-messages.ts';
import { learnMade, newKnown, nextCall } from './traffic.ts';
import { wrongBox } from './word-claims.ts';

const PRODUCTS = 6;
const KEY_LIFE_MS = 60_000;
const SCRUB_BYTES = 500;

/** Counts that a report writes down before it reads them: no caller is told of them, and a crash may lose them. */
const OF_NOBODY: ReadonlySet<string> = new Set(['usage_counted', 'zero_result_searches_counted']);

export class ShopSimulation {
  readonly counts: Counts = noCounts();
  private readonly options: ShopSimulationOptions;
  private readonly chance: Seeded;
  private readonly script = new ClockScript();
  private readonly disk: SimulatedDisk;
  private readonly versions: ReadonlyMap<string, readonly Buffer[]>;
  private readonly known: ReturnType<typeof newKnown>;
  private readonly operations = new Set<string>();
  private life!: Life;
  private lives = 0;
  private failure: Violation | undefined;
  /** The process is being ended, so that what fails now is no finding. */
  private ending = false;
  private hasFailed = false;
  private readonly history = new StateHistory();
  private readonly messages: ToldMessages;
  private readonly money: LateMoney;
  private readonly afterSale: AfterSale;
  private readonly extensions: LyingExtensions | undefined;
  private readonly erasures = new Erasures();
  private acknowledgedSeq = 0;
  /** By number: its sum when it was acknowledged. */
  private readonly orders = new Map<number, number>();
  /** By key: what was answered, and when. */
  private readonly answered = new Map<string, { readonly text: string; readonly atMs: number }>();

  constructor(options: ShopSimulationOptions) {
    this.options = options;
    this.chance = new Seeded(options.seed);
    const durable = new RememberingJournal(this.erasures.keys.cipher);
    this.versions = durable.versions;
    this.disk = new SimulatedDisk(durable, options.lateMax);
    this.messages = new ToldMessages(this.chance, (holds, message) => this.claim('told', holds, message));
    this.afterSale = new AfterSale(this.chance, this.counts, () => this.disk.head, this.claim.bind(this));
    const took = this.afterSale.provider.took.bind(this.afterSale.provider);
    this.money = new LateMoney(this.counts, took, (holds, message) => this.claim('money', holds, message));
    const { seed, asks = false } = options;
    this.known = newKnown(PRODUCTS, asks);
    if (asks) this.extensions = new LyingExtensions(new Seeded(~seed), this.counts, this.claim.bind(this));
    this.start();
  }

  /** Throws a Violation. */
  run(): Promise<Counts> {
    return this.toTheEnd().finally(() => Life.calls.disable());
  }

  private async toTheEnd(): Promise<Counts> {
    for (const call of firstCalls(this.known)) await this.answer(call);
    for (let step = 0; step < this.options.steps; step += 1) {
      await this.step();
      if (this.failure !== undefined) throw this.failure;
      if (this.hasFailed) await this.restart('cut');
      if (this.failure !== undefined) throw this.failure;
    }
    await this.restart('stop');
    const hasFailed = (): boolean => this.failure !== undefined;
    await this.messages.tellAll(this.life, this.script.clock, this.disk, hasFailed);
    if (this.failure !== undefined) throw this.failure;
    return this.counts;
  }

  private claim(claim: Claim, holds: boolean, message: () => string): void {
    if (!holds) this.failure ??= new Violation(claim, `${message()} (step after ${this.counts.calls} calls)`);
  }

  private start(): void {
    this.lives += 1;
    const own = this.lives;
    const isOver = (): boolean => this.ending || own !== this.lives;
    this.extensions?.begin();
    const life = new Life({
      journal: this.disk.plugIn(),
      chance: this.chance,
      clock: this.script.clock,
      stepped: (fromMs, toMs) => this.stepped(fromMs, toMs),
      durableSeq: () => this.disk.head,
      receive: (call) => this.messages.receive(call, this.disk.head),
      fatal: (reason) => {
        this.claim('alarm', isOver() || this.counts.failedCommits > 0, () => reason);
        if (!isOver()) this.hasFailed = true;
      },
      alarm: (line) => this.claim('alarm', isOver(), () => line),
      pay: (payments) => this.afterSale.payments(payments),
      extensions: this.extensions,
    });
    this.life = life;
    this.afterSale.begin(life);
    this.history.watch(
      life.engine,
      () => life === this.life,
      (seq, events, cause) => {
        this.counts.records += 1;
        this.checkTime(seq);
        this.messages.check(events, cause);
        this.money.check(life.engine, events, cause);
        this.afterSale.check(life.engine, seq, events, cause.operation === 'settle_refund');
        this.extensions?.check(life.engine, events, cause);
        const found = (claim: Claim) => (wrong: string) => this.claim(claim, false, () => wrong);
        checkRules(life.engine, events, this.counts, found);
        checkEnds(life.engine, events, this.history.atMs(seq), found('ended'));
      },
    );
    life.fillNew();
  }

  /** Sends a call and lets the disk work until it is answered. */
  private async answer(call: SentCall): Promise<Reply> {
    const replies: Reply[] = [];
    this.send(call, (reply) => replies.push(reply));
    for (let turn = 0; turn < 50 && replies.length === 0; turn += 1) {
      await turns(1);
      await this.disk.completeNext();
    }
    return replies[0] ?? {};
  }

  private async step(): Promise<void> {
    const { chance, life } = this;
    this.script.move(chance);
    life.time.tick(2);
    life.scrub.advance(SCRUB_BYTES);
    const what = chance.below(100);
    if (what < 45) this.send(nextCall(chance, this.known));
    else if (what < 48) this.money.bring(life, chance, (call) => this.send(call));
    else if (what < 52) this.afterSale.bring(life, chance, [...this.known.returns.keys()], this.send.bind(this));
    else if (what < 72) await this.disk.step(what >= 67);
    else if (what < 84) await turns(1 + chance.below(3));
    else if (what < 89) life.engine.tick();
    else if (what < 93) life.sweeper.sweep(1 + chance.below(20));
    else if (what < 95) life.outbox.tick();
    else if (what < 97) life.refunds.tick();
    else if (what < 98) life.usage.tick();
    else if (chance.chance(0.1)) await this.takeSnapshot();
    else if (chance.chance(0.06)) await this.erase();
    else if (chance.chance(0.2)) this.failCommit();
    else if (chance.chance(0.3)) await this.restart(chance.of(['stop', 'cut', 'cut']));
  }

  /** Only a record that says so goes back in time, and none errs more than the clock did a moment ago. */
  private checkTime(seq: number): void {
    const { history, script } = this;
    const goesOn = history.atMs(seq) >= history.atMs(seq - 1) || history.isAbout(seq, 'time_step');
    this.claim('time', goesOn, () => `record ${seq} is older than its predecessor`);
    const errorMs = Math.abs(history.atMs(seq) - script.clock.ms);
    this.claim('time', errorMs <= script.toleranceMs, () => `record ${seq} errs by ${errorMs} ms`);
  }

  /** What was over by either time may be forgotten; the rest is remembered from now on. */
  private stepped(fromMs: number, toMs: number): void {
    for (const [key, { text, atMs }] of this.answered)
      if (Math.max(fromMs, toMs) - atMs >= KEY_LIFE_MS) this.answered.delete(key);
      else this.answered.set(key, { text, atMs: Math.min(atMs, toMs) });
  }

  /** What a file says of the shop is the shop at its record, whatever happened while it was written. */
  private async takeSnapshot(): Promise<void> {
    if (this.life.engine.headSeq === 0) return;
    const taken = await stateBySnapshot(this.life.engine, async () => {
      if (this.chance.chance(0.3)) this.send(nextCall(this.chance, this.known));
      await turns(1);
      await this.disk.completeNext();
    });
    if (taken === undefined) return;
    this.counts.snapshots += 1;
    const difference = firstDifference(taken.state, this.history.stateAt(taken.seq));
    this.claim('state', difference === '', () => `in the snapshot file of record ${taken.seq}: ${difference}`);
  }

  /** Between two lives. A power cut may interrupt it, and then it is run again. */
  private async erase(): Promise<void> {
    const { chance, known } = this;
    if (known.usernames.length === 0) return;
    const username = chance.of(known.usernames);
    await this.restart('stop');
    for (let attempt = 0; attempt < 5 && this.failure === undefined && !this.hasFailed; attempt += 1) {
      const { life } = this;
      const erasure = await this.erasures.begin(life.engine, username);
      if (erasure === undefined) return;
      this.messages.forget(erasure.own);
      const erasing = { isDone: false };
      erasure.done.then(
        () => (erasing.isDone = true),
        (error: unknown) =>
          this.claim('erased', life !== this.life || this.ending || this.hasFailed, () => String(error)),
      );
      const turnsMax = chance.chance(0.3) ? chance.below(8) : 200;
      for (let turn = 0; turn < turnsMax && !erasing.isDone; turn += 1) {
        await turns(1);
        await this.disk.completeNext();
      }
      // Replies of before say what is no longer known.
      this.answered.clear();
      this.afterSale.forget();
      known.keyed.length = 0;
      await this.restart(erasing.isDone ? 'stop' : 'cut', erasure.own);
      if (!erasing.isDone) continue;
      this.counts.erasures += 1;
      known.usernames.splice(known.usernames.indexOf(username), 1);
      return;
    }
  }

  private failCommit(): void {
    if (this.disk.waiting === 0) return;
    this.counts.failedCommits += 1;
    this.disk.failNext(this.chance.of(['Input/output error', 'No space left on device']));
  }

  private send(call: SentCall, told: (reply: Reply) => void = () => {}): void {
    this.counts.calls += 1;
    this.operations.add(call.request);
    this.counts.operations = this.operations.size;
    const own = this.lives;
    this.life.send(call, (answer) => {
      if (own !== this.lives) return;
      const reply = replyOf(answer.text);
      this.check(call, answer, reply);
      told(reply);
    });
    const [fault] = this.life.faults;
    this.claim('fault', fault === undefined, () => `${JSON.stringify(call)}: ${fault}`);
  }

  private check(call: SentCall, { status, text, made, durableSeq, isCurrent }: Answer, reply: Reply): void {
    const shown = (): string => `${JSON.stringify(call).slice(0, 300)} → ${status} ${text.slice(0, 200)}`;
    // Whether a commit that failed is on the disk is open, and the reply says so. A call that waits for a document
    // finds its store closed here; a server answers it before.
    if (status === 503 || (this.ending && reply.message === 'INTERNAL_ERROR')) return;
    this.claim('fault', status === 200 && reply.message !== 'INTERNAL_ERROR', shown);
    const last = made.findLast(({ events }) => events.some((type) => !OF_NOBODY.has(type)))?.seq ?? 0;
    this.claim('early', last <= durableSeq, () => `${shown()} at ${durableSeq}, made ${last}`);
    this.acknowledgedSeq = Math.max(this.acknowledgedSeq, last);
    if (isRefusal(reply)) {
      this.counts.refused += 1;
      const hasParts = text.includes('"aggregate_');
      const kept = made.flatMap(({ events }) => events.filter((type) => !mayLeave(reply, type)));
      this.claim('denied', kept.length === 0 || hasParts, () => `${shown()} made ${kept.join()}`);
    } else {
      this.remember(call, reply);
      this.afterSale.checkReply(call, text, reply, made);
      const lost = isCurrent ? wrongBox(this.life.engine, call, reply, this.counts) : '';
      this.claim('words', lost === '', () => `${lost}: ${shown()}`);
    }
    const wrong = wrongSums(reply);
    this.claim('promotion', wrong === '', () => `${wrong}: ${shown()}`);
    if (reply.message === 'PROMOTION_USED_UP') this.counts.usedUp += 1;
    this.claim('own', isOwnAnswer(call, reply), shown);
    if (call.key !== '') this.checkOnce(call, outcomeOf(reply, text), made, reply);
  }

  private remember({ request, params }: SentCall, reply: Reply): void {
    const { known } = this;
    const session = String(params['session'] ?? '');
    if (request === 'get_new_session' && reply.code !== undefined) known.sessions.push(reply.code);
    if (request === 'add_to_cart') known.lines.set(session, (known.lines.get(session) ?? 0) + 1);
    learnMade(known, request, reply);
    if (request !== 'checkout' || reply.id_order === undefined || reply.id_order === 0) return;
    const id = Number(reply.id_order);
    const order = this.life.engine.tables.order.peek(id) as Order | undefined;
    this.claim('order', order !== undefined, () => `order ${id} was acknowledged and is not there`);
    if (!this.orders.has(id)) {
      this.counts.orders += 1;
      known.orders.push(id);
      known.buyers.set(id, reply.session ?? '');
      const goods = order?.cart.lines.filter(({ type }) => type !== 'DELIVERY_COSTS') ?? [];
      known.orderLines.set(
        id,
        goods.map((line) => [line.id, Math.max(1, Math.round(line.quantityMilli / 1000))] as const),
      );
    }
    this.orders.set(id, placedSum(order));
  }

  private checkOnce({ key, request }: SentCall, text: string, made: Answer['made'], reply: Reply): void {
    const first = this.answered.get(key);
    const isKept = made.some(({ events }) => events.includes('idempotency_record_created'));
    // One-time secrets are not repeated, and a session that has ended is refused before keys are looked at.
    if (reply.message?.startsWith('IDEMPOTENCY_') === true || reply.message === 'SESSION_INVALID') return;
    const nowMs = this.life.engine.nowMs();
    // Time may have been stepped back since the call was decided.
    const decidedMs = isKept ? this.history.atMs(made.at(-1)!.seq) : nowMs;
    const isOver = first === undefined || decidedMs - first.atMs >= KEY_LIFE_MS;
    if (isKept && isOver) this.answered.set(key, { text, atMs: Math.min(decidedMs, nowMs) });
    if (isOver) return;
    this.claim('once', first.text === text, () => `${request} with ${key}: ${first.text} is not ${text}`);
  }

  // The end of a life, and the next.

  /** `erased`: what may read otherwise afterwards. */
  private async restart(how: 'stop' | 'cut', erased: ReadonlySet<string> = new Set()): Promise<void> {
    this.counts.restarts += 1;
    this.ending = true;
    if (how === 'stop' && !this.hasFailed) {
      const closing = { done: false };
      const close = this.life.engine.close().finally(() => (closing.done = true));
      close.catch(() => {});
      while (!closing.done) {
        await turns(1);
        await this.disk.completeNext();
      }
    }
    await this.disk.cutPower(this.chance.below(2));
    const { head } = this.disk;
    this.claim('lost', head >= this.acknowledgedSeq, () => `${this.acknowledgedSeq} was answered, ${head} is left`);
    this.history.endAt(head);
    const state = this.history.stateAt(head);
    if (erased.size === 0 && this.chance.chance(this.options.damaged ?? 0.3)) await this.meetDamage(state);
    this.hasFailed = false;
    try {
      this.start();
    } catch (error) {
      if (!(error instanceof StoreDamage)) throw error;
      return this.claim('lost', false, () => error.message);
    }
    this.ending = false;
    this.claim('state', this.life.engine.headSeq === head, () => `${this.life.engine.headSeq} of ${head} records`);
    const read = stateOf(this.life.engine.tables);
    const difference = firstDifference(without(read, erased), without(state, erased));
    this.claim('state', difference === '', () => difference);
    if (erased.size > 0) this.history.readFrom(head, read);
    const wrong = this.erasures.wrong(read);
    this.claim('erased', wrong === '', () => wrong);
    const { findings } = await verifyStore(this.disk.durable, undefined);
    this.claim('verify', findings.length === 0, () => findings.join('; '));
    checkPlaced(this.life.engine, this.orders, (claim, holds, message) => this.claim(claim, holds, message));
    const miscounted = wrongTallies(this.life.engine.tables);
    this.claim('promotion', miscounted === '', () => miscounted);
    this.script.accept(this.life.engine, (fromMs, toMs) => this.stepped(fromMs, toMs));
  }

  /** A start on a copy of the disk that was damaged: it is told, or what is served is right. */
  private async meetDamage(state: State): Promise<void> {
    const { chance } = this;
    const sound = this.disk.durable;
    const copy = await copyOf(sound);
    const what = chance.of(Object.keys(DAMAGES));
    const stored = { journal: sound, state, versions: this.versions };
    if (!(await DAMAGES[what]!(copy, stored, chance.below(10_000), chance.below(100_000)))) return;
    this.counts.damages += 1;
    const told = isTold(copy, this.script.clock);
    this.claim('damage', told, () => `nobody has told of ${what}`);
    if (await isRepaired(copy)) {
      this.counts.repaired += 1;
      const difference = firstDifference(stateOf(recover(copy).tables), state);
      this.claim('damage', difference === '', () => `restored after ${what}, ${difference}`);
    }
  }
}
