// What dispatch needs of a server. A shop for tests has it without files and ports.
import type { ServerActions } from '../../admin/command.ts';
import type { Config } from '../../config/config.ts';
import type { UsageCounter } from '../../engine/maintenance/usage-counter.ts';
import type { newestLoss } from '../../engine/recovery/loss.ts';
import type { Store } from '../../engine/store/store.ts';
import type { Extensions } from '../../kernel/extensions.ts';
import type { HttpClient } from '../../kernel/http-call.ts';
import type { MailClient } from '../../kernel/mail-client.ts';
import type { DocumentServices } from '../../operations/context/document-services.ts';
import type { ImageServices } from '../../operations/context/image-services.ts';
import type { Passwords } from '../../outside/passwords/password-hash.ts';
import type { MeasuredServer } from '../observability/server-metrics.ts';

export interface DispatchParts {
  readonly config: Config;
  readonly store: Pick<Store, 'engine' | 'identity'>;
  readonly client: HttpClient;
  readonly usage: UsageCounter;
  readonly snapshots: MeasuredServer['snapshots'];
  /** The newest loss that the directory tells of. */
  readonly loss: ReturnType<typeof newestLoss>;
  /** Absent: there are no copies of the store. */
  readonly whenDestroyed?: ServerActions['whenDestroyed'];
  /** Absent: threads that hash. */
  readonly passwords?: Passwords;
  /** Absent: those of the settings. */
  readonly documents?: DocumentServices;
  /** Absent: nothing takes mails. */
  readonly mailClient?: MailClient | undefined;
  /** Absent: the shop has none. */
  readonly extensions?: Extensions | undefined;
  /** Absent: the shop has no folder of pictures. */
  readonly images?: ImageServices;
}
