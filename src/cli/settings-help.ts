// What help says below its options: where settings come from besides flags, and which command shows them.
import { CONFIG_FILE } from '../config/config.ts';
import { LICENCE_VARIABLES } from '../config/environment.ts';
import { flagName, variableName } from '../config/setting.ts';

const EXAMPLE = 'currency';

/** Below the help of the whole program. */
export const SETTINGS_HELP = `
Settings, the first of these wins:
  flags of the command  such as ${flagName('durability')} commit
  the environment       KONTOR_…, such as ${variableName(EXAMPLE)}=CHF, or ${variableName('cartLinesMax')}=100
  ${CONFIG_FILE}    in the working directory, such as { "${EXAMPLE}": "CHF", "cartLinesMax": 100 }

  kontor config print shows all of them, with where each comes from; kontor settings, those of the running server;
  kontor config check says what is wrong with them;
  docs/reference/settings.md says when to change which.`;

/** Below that of `kontor serve`, which reads credentials as well. */
export const SERVE_HELP = `${SETTINGS_HELP}

Credentials of the first channel, all three or none; without them a first start writes random ones to credentials.json:
${LICENCE_VARIABLES.map((name) => `  ${name}`).join('\n')}`;
