// npm run bench -- replay FILE.csv.gz: a year of a real shop, sold again through HTTP and compared to the penny.

import { parseArgs } from 'node:util';
import { COLUMNS } from './replay/invoices.ts';
import type { ReplayOptions } from './replay/options.ts';
import { ReplayError } from './replay/replay-error.ts';
import { reportLines } from './replay/report.ts';
import { replay } from './replay/run.ts';

const EXIT_EQUAL = 0;
const EXIT_DIFFERENT = 1;
const EXIT_UNFINISHED = 2;
const SHOPPERS_MAX = 4_096;

const HELP = `Sells every invoice of a CSV file through HTTP and compares each order with the file, to the penny.

  npm run bench -- replay FILE.csv.gz [flags]

FILE names the columns ${COLUMNS.join(',')}
in its first line; gzip when its name ends in .gz. Rows without positive quantity and price are not sold. Rows of
cancellations (InvoiceNo C…) are matched to the latest sale before them of the same customer, stock code and price with
enough left: an order of which nothing is left is cancelled, of others the pieces go back into the storage. Without
--url the built server is started on a fresh data directory.

  --shoppers N      concurrent connections (default 64)
  --limit N         only the first N sellable invoices
  --kill            SIGKILL the server in the middle, restart, go on; compare all again after a clean restart
  --resume          go on where an interrupted run stopped: nothing is sold twice
  --check-only      sell nothing, compare all orders and stocks of the last run again
  --state FILE      which order an invoice became (default data/replay/state.jsonl)
  --data DIR        the started server's data directory (default: a new one beside the state file, kept
                    for --check-only and removed by the next run)
  --url URL         a running shop instead; with --username, --password, --secret
  --help            this text

Exit code: ${EXIT_EQUAL} all equal, ${EXIT_DIFFERENT} a difference, ${EXIT_UNFINISHED} the run could not be finished.`;

const main = async (args: string[]): Promise<number> => {
  const options = optionsOf(args);
  if (options === undefined) {
    console.log(HELP);
    return EXIT_EQUAL;
  }
  const summary = await replay(options);
  for (const line of reportLines(summary)) console.log(line);
  if (summary.store !== '') console.log(`\nThe shop is kept in ${summary.store}: --check-only compares it again.`);
  console.log(summary.differences === 0 ? 'Everything is equal, to the penny.' : `${summary.differences} DIFFERENCES.`);
  return summary.differences === 0 ? EXIT_EQUAL : EXIT_DIFFERENT;
};

const optionsOf = (args: string[]): ReplayOptions | undefined => {
  const { values, positionals } = flagsOf(args);
  if (values.help === true) return undefined;
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw new ReplayError('Name one file: npm run bench -- replay FILE.csv.gz (see --help).');
  if (values.resume === true && values['check-only'] === true)
    throw new ReplayError('--resume and --check-only exclude each other.');
  if (values.kill === true && (values.url !== undefined || values['check-only'] === true)) {
    throw new ReplayError('--kill needs a server of its own that sells: leave --url and --check-only away.');
  }
  const shop = shopOf(values);
  return {
    file,
    mode: values['check-only'] === true ? 'check' : values.resume === true ? 'resume' : 'sell',
    statePath: values.state,
    ...(shop === undefined ? {} : { shop }),
    ...(values.data === undefined ? {} : { store: values.data }),
    shoppers: countOf('shoppers', values.shoppers, 1, SHOPPERS_MAX),
    limit: values.limit === undefined ? 0 : countOf('limit', values.limit, 1, Number.MAX_SAFE_INTEGER),
    kill: values.kill === true,
    print: (line) => console.log(line),
  };
};

const flagsOf = (args: string[]) => {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        shoppers: { type: 'string', default: '64' },
        limit: { type: 'string' },
        kill: { type: 'boolean' },
        resume: { type: 'boolean' },
        'check-only': { type: 'boolean' },
        state: { type: 'string', default: 'data/replay/state.jsonl' },
        data: { type: 'string' },
        url: { type: 'string' },
        username: { type: 'string' },
        password: { type: 'string' },
        secret: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
  } catch (cause) {
    throw new ReplayError(cause instanceof Error ? cause.message : String(cause));
  }
};

const shopOf = (
  values: Partial<Record<'url' | 'data' | 'username' | 'password' | 'secret', string>>,
): ReplayOptions['shop'] => {
  const { url, data, username, password, secret } = values;
  if (url === undefined) return undefined;
  if (data !== undefined) throw new ReplayError('--data belongs to a server of its own: leave --url away.');
  if (username === undefined || password === undefined || secret === undefined) {
    throw new ReplayError('--url needs --username, --password and --secret.');
  }
  return { url, credentials: { username, password, secretKey: secret } };
};

const countOf = (flag: string, text: string, min: number, max: number): number => {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < min || count > max)
    throw new ReplayError(`--${flag} ${text} is no whole number from ${min} to ${max}.`);
  return count;
};

// An interrupted run takes its server with it (own-server.ts listens for exit).
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (failure) {
  console.error(failure instanceof ReplayError ? failure.message : failure);
  process.exitCode = EXIT_UNFINISHED;
}
