import { ApiError, type game } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { createDealer, type Choice } from './dealer.ts';
import { pair } from '../testing.ts';

const CHOICE: Choice = { letters: ['A'], grid: '2x2' };

/** Creates a dealer whose server and media the test controls. */
function setUp() {
  const answers: PromiseWithResolvers<game.DealtItem[]>[] = [];
  const prepared: (readonly game.DealtItem[])[] = [];
  const signals: AbortSignal[] = [];
  /** The cards whose pictures and sounds fail to load. */
  const bare = new Set<readonly game.DealtItem[]>();
  const dealer = createDealer({
    random: () => 0,
    draw: (_choice, signal) => {
      signals.push(signal);
      const answer = Promise.withResolvers<game.DealtItem[]>();
      answers.push(answer);
      signal.addEventListener('abort', () => answer.reject(signal.reason as Error));
      return answer.promise;
    },
    prepare: async (items) => {
      prepared.push(items);
      return !bare.has(items);
    },
  });
  /** Lets everything run that needs no response. */
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { dealer, answers, prepared, signals, bare, settle };
}

it('the dealer fetches the next cards with their media while the first cards are played', async () => {
  const { dealer, answers, prepared, settle } = setUp();
  const [first, second] = [pair('apple'), pair('ant')];
  const started = dealer.start(CHOICE);
  answers[0]!.resolve(first);
  expect(await started).toBe(first);
  await settle();
  expect([answers.length, prepared]).toEqual([2, [first]]);
  answers[1]!.resolve(second);
  await settle();
  expect(prepared).toEqual([first, second]);
  expect(dealer.again()).toBe(second);
  expect(answers).toHaveLength(3);
});

it('the dealer deals the cards it has when no network answers', async () => {
  const { dealer, answers, settle } = setUp();
  const first = pair('apple');
  const started = dealer.start(CHOICE);
  answers[0]!.resolve(first);
  await started;
  await settle();
  answers[1]!.reject(new ApiError({ status: 0, message: 'offline' }));
  await settle();
  expect(dealer.again()).toBe(first);
  expect(dealer.again()).toBe(first);
});

it('the dealer deals no prefetched cards without their pictures and sounds', async () => {
  const { dealer, answers, bare, settle } = setUp();
  const [first, second, third] = [pair('apple'), pair('ant'), pair('arm')];
  const started = dealer.start(CHOICE);
  answers[0]!.resolve(first);
  await started;
  await settle();
  bare.add(second);
  answers[1]!.resolve(second);
  await settle();
  expect(dealer.again()).toBe(first);
  answers[2]!.resolve(third);
  await settle();
  expect(dealer.again()).toBe(third);
});

it('the dealer deals the first cards without their media only while there are no others, and fetches the media again', async () => {
  const { dealer, answers, prepared, bare, settle } = setUp();
  const [first, second] = [pair('apple'), pair('ant')];
  bare.add(first);
  const started = dealer.start(CHOICE);
  answers[0]!.resolve(first);
  await started;
  await settle();
  answers[1]!.reject(new ApiError({ status: 0, message: 'offline' }));
  await settle();
  expect(dealer.again()).toBe(first);
  expect(prepared).toEqual([first, first]);
  answers[2]!.resolve(second);
  await settle();
  expect(dealer.again()).toBe(second);
  answers[3]!.reject(new ApiError({ status: 0, message: 'offline' }));
  await settle();
  // A random one of both, although the first cards are older.
  expect(dealer.again()).toBe(second);
});

it('the dealer lets the last of several starts win', async () => {
  const { dealer, answers, signals } = setUp();
  const first = dealer.start(CHOICE);
  const second = dealer.start({ ...CHOICE, letters: ['B'] });
  expect(signals[0]!.aborted).toBe(true);
  await expect(first).rejects.toThrow('aborted');
  answers[1]!.resolve(pair('bee'));
  expect(await second).toHaveLength(2);
});

it('the dealer keeps the previous letters when the chosen ones have no cards', async () => {
  const { dealer, answers, settle } = setUp();
  const first = pair('apple');
  const started = dealer.start(CHOICE);
  answers[0]!.resolve(first);
  await started;
  await settle();
  const starting = dealer.start({ ...CHOICE, letters: ['Q'] });
  answers.at(-1)!.resolve([]);
  expect(await starting).toEqual([]);
  expect(dealer.again()).toBe(first);
});

it('the dealer deals nothing once the server has said that there are no cards', async () => {
  const { dealer, answers, settle } = setUp();
  const started = dealer.start(CHOICE);
  answers[0]!.resolve(pair('apple'));
  await started;
  await settle();
  answers[1]!.resolve([]);
  await settle();
  expect(dealer.again()).toEqual([]);
  // The letter may have cards again.
  const restarted = dealer.start(CHOICE);
  const ants = pair('ant');
  answers.at(-1)!.resolve(ants);
  await restarted;
  expect(dealer.again()).toBe(ants);
});

it('the dealer deals no cards of the previous letters after others were chosen', async () => {
  const { dealer, answers, settle } = setUp();
  const started = dealer.start(CHOICE);
  answers[0]!.resolve(pair('apple'));
  await started;
  await settle();
  const starting = dealer.start({ ...CHOICE, letters: ['B'] });
  const bees = pair('bee');
  answers[2]!.resolve(bees);
  await starting;
  answers[1]!.resolve(pair('ant'));
  await settle();
  expect(dealer.again()).toBe(bees);
});

it('the dealer drops prefetched cards when the letters have changed', async () => {
  const { dealer, answers, settle } = setUp();
  const started = dealer.start(CHOICE);
  answers[0]!.resolve(pair('apple'));
  await started;
  await settle();
  answers[1]!.resolve(pair('ant'));
  await settle();
  dealer.refresh();
  const fresh = pair('avocado');
  answers[2]!.resolve(fresh);
  await settle();
  expect(dealer.again()).toBe(fresh);
});

describe('cards reserved for another choice', () => {
  const NEXT: Choice = { letters: ['B'], grid: '2x2' };

  /** Plays the letter A with its next cards fetched. */
  async function play() {
    const opened = setUp();
    const started = opened.dealer.start(CHOICE);
    opened.answers[0]!.resolve(pair('apple'));
    await started;
    await opened.settle();
    opened.answers[1]!.resolve(pair('ant'));
    await opened.settle();
    return opened;
  }

  it('reserved cards are fetched once with their media, and start without another request', async () => {
    const { dealer, answers, prepared, settle } = await play();
    dealer.reserve(NEXT);
    dealer.reserve({ ...NEXT });
    expect(answers).toHaveLength(3);
    const bees = pair('bee');
    answers[2]!.resolve(bees);
    await settle();
    expect(prepared.at(-1)).toBe(bees);
    expect(await dealer.start(NEXT)).toBe(bees);
    await settle();
    expect(answers).toHaveLength(4); // the next cards of the new letter
  });

  it('cards that could not be reserved are requested at the start', async () => {
    const { dealer, answers, bare, settle } = await play();
    const silent = pair('bee');
    bare.add(silent);
    dealer.reserve(NEXT);
    answers[2]!.resolve(silent);
    await settle();
    const started = dealer.start(NEXT);
    const bees = pair('bee');
    answers[3]!.resolve(bees);
    expect(await started).toBe(bees);
  });

  it('reserved cards are dropped when the letters have changed', async () => {
    const { dealer, answers, signals, settle } = await play();
    dealer.reserve(NEXT);
    dealer.refresh();
    expect(signals[2]!.aborted).toBe(true);
    await settle();
    dealer.reserve(NEXT);
    expect(answers).toHaveLength(5);
  });
});

it('cards of another choice that come after Play again are not dealt', async () => {
  const { dealer, answers, settle } = setUp();
  const first = pair('apple');
  const started = dealer.start(CHOICE);
  answers[0]!.resolve(first);
  await started;
  await settle();
  const late = dealer.start({ ...CHOICE, letters: ['B'] });
  expect(dealer.again()).toBe(first);
  answers.at(-1)!.resolve(pair('bee'));
  await expect(late).rejects.toThrow('aborted');
});
