// Destroys at a standby what its leader has destroyed: keys of erased persons, in the file and in memory, and what
// memory has of those persons.
//
// Actors that are not resident matter, too: indexes and search have their values. They are found by reading every row
// that may be a person's, in time slices. Guaranteed: when `mirror` resolves, all of that is gone, where nothing was
// folded meanwhile. Not promised: that V8 has freed the memory.
import { KIND_NAMES } from '../../domain/kinds.ts';
import type { KindName } from '../../domain/kinds.ts';
import { MESSAGE_SUBJECTS_FROM } from '../../domain/webhooks/message.ts';
import { RememberedStates, forgetDestroyed } from '../../engine/maintenance/forget.ts';
import { keyNumberOf } from '../../engine/privacy/encryption.ts';
import type { SubjectCipher } from '../../engine/privacy/encryption.ts';
import { SubjectKeys } from '../../engine/privacy/subject-keys.ts';
import type { Store } from '../../engine/store/store.ts';

/** Bits of a key's number: the depth of the tree of keys. */
const KEY_BITS = 32;
const FIRST_MESSAGE_KEY = keyNumberOf(MESSAGE_SUBJECTS_FROM, 'contact');

type Pause = () => Promise<void> | undefined;

const nodesOf = ({ tree }: SubjectCipher): string => JSON.stringify(tree.nodes());

/** Whether one of both lacks keys of persons, and not of messages alone, that the other one has. */
const personsDiffer = (own: SubjectCipher, theirs: SubjectCipher): boolean => {
  const left = new Set(theirs.tree.nodes().map(({ depth, index }) => `${depth} ${index}`));
  const isOfPersons = (depth: number, index: number): boolean => index * 2 ** (KEY_BITS - depth) < FIRST_MESSAGE_KEY;
  return own.tree.nodes().some(({ depth, index }) => !left.has(`${depth} ${index}`) && isOfPersons(depth, index));
};

export class KeyMirror {
  private readonly store: Store;
  private readonly leader: string;
  private readonly pause: Pause;
  private underWay: Promise<void> = Promise.resolve();

  /** `leader`: its data directory. `pause`: called between two actors. */
  constructor(store: Store, leader: string, pause: Pause) {
    this.store = store;
    this.leader = leader;
    this.pause = pause;
  }

  /** One after the other. Rejects with StoreDamage, and WrongFormat, where the leader's file cannot be read. */
  mirror(): Promise<void> {
    const next = this.underWay.then(() => this.run());
    this.underWay = next.catch(() => {});
    return next;
  }

  private async run(): Promise<void> {
    const { engine, keys } = this.store;
    let theirs = SubjectKeys.read(this.leader, true).cipher;
    let affected = await this.affectedBy(theirs);
    // More may be destroyed while rows are read.
    for (let latest = theirs; ; theirs = latest) {
      latest = SubjectKeys.read(this.leader, true).cipher;
      if (nodesOf(latest) === nodesOf(theirs)) break;
      affected = await this.affectedBy(latest);
    }
    const remembered = new RememberedStates(engine);
    for (const [kind, id] of affected) remembered.add(kind, id);
    if (!keys.mirror(this.leader)) return;
    remembered.forget();
    await forgetDestroyed(engine, async () => this.pause());
  }

  /** Actors of persons whose keys are intact here and destroyed there. */
  private async affectedBy(theirs: SubjectCipher): Promise<(readonly [KindName, number])[]> {
    const { engine, keys } = this.store;
    const own = keys.cipher;
    const found: (readonly [KindName, number])[] = [];
    if (!personsDiffer(own, theirs)) return found;
    const isLost = (keyNumber: number): boolean => !own.isDestroyed(keyNumber) && theirs.isDestroyed(keyNumber);
    for (const kind of KIND_NAMES) {
      const table = engine.tables[kind];
      if (kind === 'message' || table.kind.state.personalValues.length === 0) continue;
      for (let id = 1; id < table.nextId; id += 1) {
        const { subject = 0 } = (table.peek(id) ?? {}) as { readonly subject?: number };
        if (subject !== 0 && (isLost(keyNumberOf(subject, 'contact')) || isLost(keyNumberOf(subject, 'invoice'))))
          found.push([kind, id]);
        const rest = this.pause();
        if (rest !== undefined) await rest;
      }
    }
    return found;
  }
}
