// When a loop over values has tested enough for one step: 256 values, or fewer where they are long texts.
import { SEARCH_WORK } from '../../domain/search/search-work.ts';
import { STEPS, countTested } from './steps.ts';

export class TestStep {
  private tests = 0;
  private workNs = SEARCH_WORK.ns;

  /** Asked before each test. */
  isOver(): boolean {
    countTested(1);
    if (++this.tests < STEPS.testsMax && SEARCH_WORK.ns - this.workNs < STEPS.workNsMax) return false;
    this.tests = 0;
    this.workNs = SEARCH_WORK.ns;
    return true;
  }
}
