import { describeReadable } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';
import { describe, expect, it } from 'vitest';

import {
  cutOff,
  describeFailure,
  hasHoles,
  InfrastructureError,
  InputError,
  toUnitFailure,
} from './failure.ts';
import { MediaError } from './media-error.ts';
import type { Source } from './media/source.ts';

const source = (failure?: Error): Source => ({
  protocol: 'http',
  address: 'http://127.0.0.1:1/x',
  failure: () => failure,
  close: () => {},
});

describe('failures', () => {
  it('a file that ffmpeg cannot read is at fault', () => {
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

  it('a file that needs more memory than the limit is at fault', () => {
    const failure = toUnitFailure(new MediaError('exit', 'x: Cannot allocate memory'), source());
    expect(describeFailure(failure)).toMatchObject({
      cause: 'input',
      message: expect.stringContaining('memory'),
    });
  });

  it.each([
    ['the time limit', 'timeout', /time limit/, 'too-large'],
    ['the limit on computing time', 'processor', /computing time/, 'too-large'],
    ['the limit on output', 'size', /too much data/, 'too-large'],
    ['a crash', 'crash', /crash/, 'crash'],
    ['an error', 'exit', /damaged/, 'damaged'],
  ] as const)('a file whose work is ended by %s is at fault', (_name, reason, sentence, code) => {
    const failure = describeFailure(toUnitFailure(new MediaError(reason, ''), source()));
    expect(failure).toMatchObject({ cause: 'input', message: expect.stringMatching(sentence), code });
  });

  it('a failure has the code of its cause', () => {
    const codeOf = (error: unknown, from = source()) => describeFailure(toUnitFailure(error, from)).code;
    expect(codeOf(cutOff(60, 10))).toBe('cut-off');
    expect(codeOf(cutOff(60, 10), source(new Error('away')))).toBe('storage');
    expect(codeOf(new MediaError('exit', 'Cannot allocate memory'))).toBe('too-large');
    expect(codeOf(new MediaError('exit', 'No space left on device'))).toBe('worker');
    expect(codeOf(new TypeError('x is not a function'))).toBe('worker');
  });

  it.each([
    ['storage fails', new MediaError('exit', 'Invalid data'), source(new Error('away'))],
    ['storage fails and the file seems cut off', cutOff(60, 10), source(new Error('away'))],
    [
      'the disk is full',
      new MediaError('exit', 'av_interleaved_write_frame(): No space left on device'),
      source(),
    ],
    ['the disk is full and the file seems cut off', cutOff(60, 10, 'x: No space left on device'), source()],
    ['a signal comes from outside', new MediaError('signal', ''), source()],
  ])('the file is not at fault if %s', (_name, error, from) => {
    const failure = toUnitFailure(error, from);
    expect(failure).toBeInstanceOf(InfrastructureError);
    expect(describeFailure(failure).cause).toBe('infrastructure');
  });

  it('the file is not at fault for an unexpected error', () => {
    const failure = describeFailure(toUnitFailure(new TypeError('x is not a function'), source()));
    expect(failure.cause).toBe('infrastructure');
    expect(failure.message).not.toContain('function');
    expect(failure.log).toContain('x is not a function');
  });

  it('a failure’s sentence shows times in the site’s format', () => {
    expect(cutOff(192, 67).message).toBe(
      'The file is cut off: it should last 3:12 but ends after 1:07. Please export it again and upload the new file.',
    );
    expect(cutOff(59.7, 10).message).toContain('it should last 1:00');
  });

  it('the sentence about a file that is cut off and the offer next to it name the same second', () => {
    const { message, readable } = cutOff(20, 11.88);
    expect(message).toContain('but ends after 0:11.');
    expect(readable && describeReadable(readable)).toMatchObject({ unit: 'seconds', count: 11 });
  });

  it('a failure’s log is never longer than catalog accepts', () => {
    expect(describeFailure(new InputError(why('damaged'), 'y'.repeat(50_000))).log).toHaveLength(20_000);
  });

  it('a file that is cut off or has holes says how much of it can be published', () => {
    expect(describeFailure(cutOff(20, 12))).toMatchObject({
      code: 'cut-off',
      readable: { seconds: 12, endSeconds: 12 },
    });
    const holes = describeFailure(hasHoles({ seconds: 660, endSeconds: 725 }));
    expect(holes).toMatchObject({ code: 'damaged', readable: { seconds: 660, endSeconds: 725 } });
    expect(holes.message).toContain('only 11:00 of its 12:05 could be read');
    expect(holes.reason).toEqual({ id: 'holes', values: { readableLength: 660, endLength: 725 } });
    expect(describeFailure(cutOff(20, 0.4))).not.toHaveProperty('readable');
  });
});
