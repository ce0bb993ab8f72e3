// When a loop over values has tested enough for one step: 256 values, or fewer where they are long texts.
import { READING } from '../../domain/search/reading.ts';
import { STEPS } from './steps.ts';

export class TestStep {
  private tests = 0;
  private readNs = READING.ns;

  /** Asked before each test. */
  isOver(): boolean {
    if (++this.tests < STEPS.testsMax && READING.ns - this.readNs < STEPS.readNsMax) return false;
    this.tests = 0;
    this.readNs = READING.ns;
    return true;
  }
}
