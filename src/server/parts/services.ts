// What operations use beside the engine: the services of the store, and those of the outside.
import { randomCredentials } from '../../admin/credentials.ts';
import { privateAllowed } from '../../admin/webhook-calls.ts';
import { NO_IMAGES } from '../../operations/context/image-services.ts';
import type { Services } from '../../operations/context/operation.ts';
import type { Payments } from '../../operations/context/payment-services.ts';
import { PasswordHashing } from '../../outside/passwords/password-hash.ts';
import { accountServices } from './accounts.ts';
import type { DispatchParts } from './dispatch-parts.ts';
import { documentServices } from './documents.ts';
import { privacyServices } from './privacy.ts';
import { storeServices } from './store-services.ts';
import { webhookServices } from './webhooks.ts';

/** Throws ConfigError, as the services of documents do. */
export const servicesOf = (parts: DispatchParts, payments: Payments): Services => {
  const { config, store, client, passwords, whenDestroyed, images = NO_IMAGES, extensions } = parts;
  const { engine, identity } = store;
  return {
    ...storeServices(parts),
    newCredentials: randomCredentials,
    webhooks: webhookServices(engine, config, identity.key, client, extensions),
    documents: parts.documents ?? documentServices(config),
    mail: { client: parts.mailClient, from: config.smtpFrom },
    payments,
    privacy: privacyServices(engine, config, whenDestroyed),
    images,
    extensions,
    accounts: accountServices(engine, config, identity.key, {
      passwords: passwords ?? new PasswordHashing(config),
      http: client,
      privateAllowed: privateAllowed(config),
    }),
  };
};
