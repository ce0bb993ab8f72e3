// What commands print that read files and need no open shop: lines for persons, or data for --json.
export class Printer {
  private readonly isJson: boolean;

  constructor(isJson: boolean) {
    this.isJson = isJson;
  }

  /** Lines without data are for persons only. */
  show(line: string, data?: object): void {
    if (!this.isJson) console.log(`kontor: ${line}`);
    else if (data !== undefined) console.log(JSON.stringify(data));
  }
}
