// Catches a choice of members that stays with one that is slow or has failed, and limits that let no slow answer in.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Members } from '../../../src/outside/etcd/members.ts';
import type { Member } from '../../../src/outside/etcd/members.ts';

let members: Members;
let a: Member;
let b: Member;
let c: Member;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const endpoints = ['http://a:1', 'http://b:1', 'http://c:1'];
  members = new Members({ endpoints, answerMsMin: 300, answerMsMax: 1_000 });
  [a, b, c] = members.all as [Member, Member, Member];
});

afterEach(async () => {
  vi.useRealTimers();
  await members.close();
});

/** Each answers once, so slowly. */
const answered = (...ms: readonly number[]): void => {
  for (const [index, one] of ms.entries()) members.noteAnswer(members.all[index]!, one);
};

test('each is tried, then the one that answered fastest of late is asked', () => {
  expect(members.choose()).toBe(a);
  answered(3);
  expect(members.choose()).toBe(b);
  answered(3, 1, 2);
  expect(members.choose()).toBe(b);
  for (let round = 0; round < 10; round += 1) members.noteAnswer(b, 5);
  expect(members.choose()).toBe(c);
});

test('one that failed is left for 10 s, and is then the last choice', () => {
  answered(1, 2, 3);
  members.noteFailure(a, false);
  expect(members.choose()).toBe(b);
  vi.advanceTimersByTime(10_000);
  expect(members.choose()).toBe(b);
  members.noteFailure(b, true);
  vi.advanceTimersByTime(1);
  members.noteFailure(c, true);
  expect(members.choose()).toBe(a);
});

test('one that failed is asked again after 10 s where the others are slower than it was', () => {
  answered(1, 400, 500);
  members.noteFailure(a, true);
  expect(members.choose()).toBe(b);
  vi.advanceTimersByTime(9_999);
  expect(members.choose()).toBe(b);
  vi.advanceTimersByTime(1);
  expect(members.choose()).toBe(a);
});

test('where all have failed, they take turns', () => {
  const asked: Member[] = [];
  for (let round = 0; round < 6; round += 1) {
    const member = members.choose();
    asked.push(member);
    members.noteFailure(member, true);
    vi.advanceTimersByTime(1);
  }
  expect(asked).toEqual([a, b, c, a, b, c]);
});

test('a limit is four times what is usual, and doubles while nothing comes in time', () => {
  expect(members.limitMs(a)).toBe(300);
  answered(10);
  expect(members.limitMs(a)).toBe(300);
  answered(100);
  expect(members.limitMs(a)).toBe(400);
  const limits = Array.from({ length: 3 }, () => {
    members.noteFailure(a, true);
    return members.limitMs(a);
  });
  expect(limits).toEqual([800, 1_000, 1_000]);
  // A connection that is refused says nothing about how slow it is.
  members.noteFailure(b, false);
  expect(members.limitMs(b)).toBe(300);
  for (let round = 0; round < 200; round += 1) answered(10);
  expect(members.limitMs(a)).toBe(300);
});
