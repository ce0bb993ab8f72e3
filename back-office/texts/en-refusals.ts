// What refusals mean to a person, in English.
import { accountRefusals } from './en-account.ts';

export const refusals = {
  ...accountRefusals,
  UNANSWERED:
    'The server did not answer, and nothing more is sent to it. If it had received this, it may have carried it out: ' +
    'look before you do it again.',
  PERMISSION_DENIED: 'Your account may not do this. An administrator may.',
  CHANGED_MEANWHILE: 'Somebody else has changed this meanwhile. Look at it before you do it again.',
  GROUP_IN_USE: 'A price list names this group. End the list, or change it, first.',
  GROUP_NOT_FOUND: 'There is no such group any more.',
  GROUP_NAME_ALREADY_IN_USE: 'Another group has this name.',
  GROUP_NAME_NOT_VALID: 'A group has a name of 1 to 64 characters.',
  PRICE_LIST_NAME_ALREADY_IN_USE: 'Another price list has this name.',
  PRICE_LIST_NOT_FOUND: 'There is no such price list.',
  PRICE_LIST_ENDED: 'This price list has ended. An ended list is changed no more.',
  RETURN_NOT_FOUND: 'There is no return with this number.',
  ORDER_NOT_FOUND: 'There is no order with this number.',
  INTERNAL_ERROR: 'Something went wrong in the server, and nothing was changed. Its log says more.',
  IMAGES_FULL: 'Pictures take as much space as they may. Remove those that nothing shows, or raise imagesMb.',
  DISK_FULL: 'The disk of the server is nearly full. Nothing can be changed until there is space again.',
  STORE_READ_ONLY: 'The disk of the server takes no changes. Everything can be read, and nothing changed.',
  SEARCH_WARMING_UP: 'The search is still getting ready after a start. Try again in a moment.',
  CONSTRAINT_INVALID: 'These words cannot be searched for.',
};
