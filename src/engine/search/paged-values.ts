// Values by number, in pages. No page is ever copied to make room, as an array or a map of a million values would be,
// which takes tens of milliseconds in one go.

const PAGE_BITS = 12;
const PAGE_MASK = (1 << PAGE_BITS) - 1;

export class PagedValues<T> {
  private readonly pages: (T | undefined)[][] = [];

  get(index: number): T | undefined {
    return this.pages[index >>> PAGE_BITS]?.[index & PAGE_MASK];
  }

  set(index: number, value: T | undefined): void {
    const { pages } = this;
    const number = index >>> PAGE_BITS;
    // Arrays without holes stay arrays for V8, not dictionaries.
    while (pages.length <= number) pages.push([]);
    const page = pages[number]!;
    while (page.length < (index & PAGE_MASK)) page.push(undefined);
    page[index & PAGE_MASK] = value;
  }
}
