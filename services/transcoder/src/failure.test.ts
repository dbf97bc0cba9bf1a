import { describe, expect, it } from 'vitest';

import {
  cutOff,
  describeFailure,
  InfrastructureError,
  InputError,
  toClock,
  toUnitFailure,
} from './failure.ts';
import { MediaError } from './media/process.ts';
import type { Source } from './media/source.ts';

const source = (failure?: Error): Source => ({
  protocol: 'http',
  address: 'http://127.0.0.1:1/x',
  failure: () => failure,
  close: () => {},
});

describe('whose fault it is', () => {
  it('is the file’s where ffmpeg could not read it', () => {
    const failure = toUnitFailure(
      new MediaError('exit', 'Invalid data found when processing input'),
      source(),
    );
    expect(failure).toBeInstanceOf(InputError);
    expect(describeFailure(failure)).toMatchObject({
      cause: 'input',
      log: expect.stringContaining('Invalid data'),
    });
  });

  it('is the file’s where it asks for more memory than there is for one', () => {
    const failure = toUnitFailure(new MediaError('exit', 'x: Cannot allocate memory'), source());
    expect(describeFailure(failure)).toMatchObject({
      cause: 'input',
      message: expect.stringContaining('memory'),
    });
  });

  it.each([
    ['the time on the clock', 'timeout', /time limit/],
    ['computing time', 'processor', /computing time/],
    ['output', 'size', /more data than is allowed/],
    ['a crash', 'crash', /crash/],
  ] as const)('is the file’s where a limit or itself ends the work: %s', (_name, reason, sentence) => {
    const failure = describeFailure(toUnitFailure(new MediaError(reason, ''), source()));
    expect(failure).toMatchObject({ cause: 'input', message: expect.stringMatching(sentence) });
  });

  it.each([
    ['storage', new MediaError('exit', 'Invalid data'), source(new Error('away'))],
    ['storage, although the file seems cut off', cutOff(60, 10), source(new Error('away'))],
    [
      'a full disk',
      new MediaError('exit', 'av_interleaved_write_frame(): No space left on device'),
      source(),
    ],
    ['a full disk, although the file seems cut off', cutOff(60, 10, 'x: No space left on device'), source()],
    ['a signal from outside', new MediaError('signal', ''), source()],
  ])('is not the file’s: %s', (_name, error, from) => {
    const failure = toUnitFailure(error, from);
    expect(failure).toBeInstanceOf(InfrastructureError);
    expect(describeFailure(failure).cause).toBe('infrastructure');
  });

  it('is unknown, and so not the file’s, for everything else', () => {
    const failure = describeFailure(toUnitFailure(new TypeError('x is not a function'), source()));
    expect(failure.cause).toBe('infrastructure');
    expect(failure.message).not.toContain('function');
    expect(failure.log).toContain('x is not a function');
  });

  it('is said in a sentence with times as the site shows them', () => {
    expect(cutOff(192, 67).message).toBe(
      'The file is cut off: it says 3:12 but ends after 1:07. Please export it again and upload the new file.',
    );
    expect(toClock(59.7)).toBe('1:00');
  });

  it('never sends a longer log than catalog takes', () => {
    expect(describeFailure(new InputError('x', 'y'.repeat(50_000))).log).toHaveLength(20_000);
  });
});
