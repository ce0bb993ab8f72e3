// What calls of a server ask besides its payment providers: makers of documents, the folder of pictures, mail.
import type { Config } from '../../config/config.ts';
import type { MailOutbox } from '../../engine/delivery/mail-outbox.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Extensions } from '../../kernel/extensions.ts';
import { logWarning } from '../observability/log.ts';
import type { DispatchParts } from './dispatch-parts.ts';
import { documentServices } from './documents.ts';
import { mailOutbox, smtpClient } from './mail.ts';
import { unusedImages } from './unused-images.ts';

interface MailOfServer {
  readonly outbox: MailOutbox;
  close(): Promise<void>;
}

interface AskedServices extends Pick<DispatchParts, 'documents' | 'mailClient' | 'images'> {
  /** Sends mails; undefined: no server takes any. */
  readonly mail: MailOfServer | undefined;
}

export const askedServices = (engine: Engine, config: Config, extensions: Extensions | undefined): AskedServices => {
  const documents = documentServices(config);
  const client = smtpClient(config, process.env);
  return {
    documents,
    mailClient: client,
    images: unusedImages(engine, config),
    mail: client && {
      outbox: mailOutbox(engine, config, { client, documents, extensions, warn: logWarning }),
      close: () => client.close(),
    },
  };
};
