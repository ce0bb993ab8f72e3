// What commands print that read files and need no open shop: lines for persons, or data for --json.
/** The option of every command with results. */
export const JSON_FLAG = ['--json', 'results as JSON, a line each'] as const;

export class Printer {
  private readonly isJson: boolean;
  private readonly prefix: string;

  /** `prefix`: of lines for persons. */
  constructor(isJson: boolean, prefix = 'kontor: ') {
    this.isJson = isJson;
    this.prefix = prefix;
  }

  /** A line about progress, which is no result. */
  note(line: string): void {
    console.error(`${this.prefix}${line}`);
  }

  /** Lines without data are for persons only. */
  show(line: string, data?: object): void {
    if (!this.isJson) console.log(`${this.prefix}${line}`);
    else if (data !== undefined) console.log(JSON.stringify(data));
  }
}
