import { ApiError } from '@larksong/contracts';
import { describe, expect, test } from 'vitest';

import { toDeleteFailure } from './use-delete-video.ts';

describe('a failed deletion', () => {
  test('a failed deletion shows the server’s reason', () => {
    const message = 'This video does not exist.';
    const error = new ApiError({ message, status: 404, data: { success: false, message } });
    expect(toDeleteFailure(error)).toBe('Failed to delete video: This video does not exist.');
  });

  test('a failed deletion shows Unknown error when the server gave no reason', () => {
    const error = new ApiError({ message: 'Request failed', status: 500, data: undefined });
    expect(toDeleteFailure(error)).toBe('Failed to delete video: Unknown error');
  });

  test('a failed deletion is a plain sentence when there was no response', () => {
    expect(toDeleteFailure(new ApiError({ message: 'unreachable', status: 0 }))).toBe(
      'Failed to delete video',
    );
    expect(toDeleteFailure(new TypeError('fetch'))).toBe('Failed to delete video');
  });
});
