// English texts of what changes of the shop's settings mean, and of values that a setting chooses from.
export const shopChanges = {
  consequences: {
    country: ['Carts keep the rates of their lines; products show the new ones at once.'],
    time_zone: ['Days that reports have counted stay; the next day begins at midnight of the new zone.'],
    language: ['Texts stay: a product without a text in the new language shows the one that it has.'],
    languages: ['Texts in a language that is left out stay where they are.'],
    second_factor_roles: ['Who has such a role and no second factor may only set one up, from the next click on.'],
    order_id_first: ['Drafts that show a number keep it; numbers between are never given.'],
    invoice_number_first: ['Invoices that were issued keep their numbers; numbers between are never given.'],
    invoice_per: ['Orders that were placed keep what they were placed with.'],
    session_ttl_ms: ['Carts and logins that are open get it by their next use.'],
  } as { readonly [setting: string]: readonly string[] | undefined },
  invoicePer: { order: 'each order', parcel: 'each parcel of an order' },
};
