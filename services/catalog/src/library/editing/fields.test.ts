import { describe, expect, it } from 'vitest';

import { findFieldProblem, parseResolutions, toUploadFields } from './fields.ts';

const all = () => true;
const RESOLUTIONS_FORM = 'resolutions is a JSON list of 1080p, 720p, 480p, 360p, such as ["720p","480p"].';
const ID = '0198F3C2-7a1e-7d40-b1c9-5e2f6a90d8e1';

describe('findFieldProblem', () => {
  it.each([
    [{}, 'Enter a title'],
    [{ title: '  ' }, 'Enter a title'],
    [{ title: '\u200B\u2060' }, 'Enter a title'],
    [{ title: 'a\u0000b' }, 'The title contains characters that cannot be displayed.'],
    [{ title: 'x', resolutions: '' }, 'Select at least one resolution'],
    [{ title: 'x'.repeat(201) }, 'The title can have at most 200 characters.'],
    [{ title: 'x', description: 'y'.repeat(5001) }, 'The description can have at most 5000 characters.'],
    [{ title: 'x', visibility: 'secret' }, 'Visibility must be one of public, registered, private.'],
    [{ title: 'x', visibility: 'private' }, 'Private user ID is required for private visibility'],
    [
      { title: 'x', visibility: 'private', privateUserId: 'me' },
      'Private user ID is required for private visibility',
    ],
    [
      { title: 'x', visibility: 'private', resolutions: '[]' },
      'Private user ID is required for private visibility',
    ],
    [{ title: 'x', resolutions: '[]' }, 'Select at least one resolution'],
    [{ title: 'x', resolutions: '["4320p"]' }, RESOLUTIONS_FORM],
    [{ title: 'x', resolutions: '720p,480p' }, RESOLUTIONS_FORM],
    [{ title: 'x', resolutions: '720p' }, RESOLUTIONS_FORM],
    [{ title: 'x', resolutions: '["1080p"]' }, null],
    [{ title: 'x', resolutions: 'all' }, RESOLUTIONS_FORM],
    [{ title: 'x', letters: '["A","AB"]' }, 'A letter is exactly one character'],
    [{ title: 'x', letters: 'A,B' }, 'letters is a list such as ["A","B"].'],
    [{ title: 'x', letters: '[1]' }, 'letters is a list such as ["A","B"].'],
    [{ title: 'x', resolutions: '[]', letters: '["AB"]' }, 'Select at least one resolution'],
    [{ title: 'x', letters: '' }, null],
    [{ title: 'x', letters: '["b","A"]' }, null],
    [{ title: 'x', language: 'it' }, 'Language must be one of de, en, es, fr, pl, tr, uk, ar.'],
    [{ title: 'x', language: 'de-AT' }, 'Language must be one of de, en, es, fr, pl, tr, uk, ar.'],
    [{ title: 'x', language: 'toString' }, 'Language must be one of de, en, es, fr, pl, tr, uk, ar.'],
    [{ title: 'x', language: 'uk' }, null],
    [{ title: 'x', language: ' ' }, null],
    [{ title: 'x' }, null],
    [{ title: 'x', visibility: 'private', privateUserId: ID, resolutions: '["360p"]' }, null],
  ])('the upload fields %j have the problem: %s', (raw, problem) => {
    expect(findFieldProblem(raw, all)?.message ?? null).toBe(problem);
  });

  it('findFieldProblem ignores fields that may still arrive', () => {
    const seen = (raw: Record<string, string>) => (name: string) => name in raw;
    expect(findFieldProblem({}, seen({}))).toBeNull();
    expect(findFieldProblem({ visibility: 'private' }, seen({ visibility: 'private' }))).toBeNull();
    expect(findFieldProblem({ resolutions: '[]' }, seen({ resolutions: '[]' }))?.message).toBe(
      'Select at least one resolution',
    );
  });
});

describe('toUploadFields', () => {
  it('toUploadFields trims, fills in defaults and drops an unneeded user id', () => {
    expect(toUploadFields({ title: ' Ducks ', privateUserId: ID })).toEqual({
      title: 'Ducks',
      description: '',
      visibility: 'public',
      privateUserId: null,
      resolutions: ['720p', '480p', '360p'],
      letters: [],
      language: null,
    });
    expect(toUploadFields({ title: 'x', letters: '["b","A","B"]' }).letters).toEqual(['A', 'B']);
    expect(toUploadFields({ title: 'x', language: ' de ' }).language).toBe('de');
    expect(toUploadFields({ title: 'x', visibility: 'private', privateUserId: ID }).privateUserId).toBe(
      ID.toLowerCase(),
    );
  });

  it('parseResolutions sorts resolutions, largest first, and removes duplicates', () => {
    expect(parseResolutions('["360p","720p","360p"]')).toEqual(['720p', '360p']);
  });
});
