// English texts of the words of searches.
export const search = {
  words: 'Words',
  how: 'What shoppers type, and what the shop calls it. The next search follows what is saved.',
  language: 'Language',
  parts: {
    synonyms: 'Synonyms',
    pinned: 'Products shown first',
    redirects: 'Leads to a page',
    ignored: 'Ignored words',
  },
  hints: {
    synonyms:
      'One entry a line: “couch, sofa” finds both ways, “jeans > denim trousers” one way. ' +
      'What holds a comma stands in straight quotes: "1,5 l".',
    pinned: 'One query a line, with numbers of products: “sofa: 812, 77”.',
    redirects: 'One query a line, with an address: “voucher: /gift-cards”.',
    ignored: 'With commas between: “the, for”.',
  },
  wrongLine: (line: string) => `Line ${line} cannot be read.`,
  save: 'Save',
  saved: 'The words are saved.',
  unsaved: 'There are changes that are not saved.',
  drop: 'Drop the changes',
  vain: 'Found nothing',
  asked: 'Searched most',
  days: 'The last seven days.',
  nothing: 'Nobody searched for anything.',
  nothingVain: 'Every search found something.',
  text: 'Text',
  times: 'Searches',
  hits: 'Hits',
  clicked: 'Opened',
  ordered: 'Ordered',
  synonym: 'Synonym',
  synonymOf: (text: string) => `Synonym for ${text}`,
};
