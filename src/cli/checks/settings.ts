// Checks of the settings: values, names, and what a start would refuse about them together.
import { credentialsFrom } from '../../admin/credentials.ts';
import type { Config, ReadSettings } from '../../config/config.ts';
import { unknownVariables } from '../../config/environment.ts';
import { ConfigError } from '../../config/setting.ts';
import { documentServices } from '../../server/parts/documents.ts';
import { NOBODY } from '../../kernel/http-call.ts';
import { paymentServices } from '../../server/parts/payments.ts';

/** Why `check` refuses, as a list of one line; empty where it does not. */
const refusalOf = async (check: () => unknown): Promise<readonly string[]> => {
  try {
    await check();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return [error.message];
    throw error;
  }
};

type Env = Parameters<typeof credentialsFrom>[0];

/** A line each: wrong values, unknown keys and variables, credentials, payment methods. */
export const settingProblems = async ({ config, problems }: ReadSettings, env: Env): Promise<readonly string[]> => [
  ...problems,
  ...unknownVariables(env, config),
  ...(await refusalOf(() => credentialsFrom(env, false))),
  ...(await refusalOf(() => paymentServices(config, { env, client: NOBODY, storeId: '' }))),
];

/** A template that cannot be used. */
export const templateProblems = (config: Config): Promise<readonly string[]> =>
  refusalOf(async () => {
    const { html, pdf } = documentServices(config);
    await Promise.all([html.close(), pdf.close()]);
  });
