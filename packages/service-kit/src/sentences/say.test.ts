import type { ValuesOf } from '@larksong/contracts';
import { compileMessage, listPlaceholders } from '@larksong/languages';
import { describe, expect, expectTypeOf, it } from 'vitest';

import { say } from './say.ts';

describe('an English sentence', () => {
  it('an English sentence has each value in the form that the end of its name asks for', () => {
    const message = '{freeBytes}, {limitMemoryBytes}, {waitSeconds}, {videoLength}, {endsAt}, {codec}';
    const values = {
      freeBytes: 4_294_967_296,
      limitMemoryBytes: 4_294_967_296,
      waitSeconds: 7200,
      videoLength: 192.4,
      endsAt: '2026-11-20T10:00:00.000Z',
      codec: 'h264',
    };
    expect(say(message, values)).toBe('4.3 GB, 4 GiB, 2 hours, 3:12, 2026-11-20, h264');
  });

  it('an English sentence lists names, parts and groups', () => {
    const values = {
      uploaderNames: ['Olive', '', 'address'],
      lateParts: ['game', 'address'],
      versionGroups: [
        ['1.2', 'auth', 'game'],
        ['1.3', 'catalog'],
      ],
    };
    expect(say('{uploaderNames}', values)).toBe('Olive, a deleted account and address');
    expect(say('{lateParts}', values)).toBe('game and the public address');
    expect(say('{versionGroups}', values)).toBe('1.2 (auth and game) and 1.3 (catalog)');
  });

  it('an English sentence shows text as it is, though it looks like a part of a message', () => {
    const message =
      "It’s {kind, select, none{empty} other{'it {text}'}}; {videoCount, plural, one{one} other{{videoCount}}}.";
    const values = { kind: 'x', text: "{a, plural} '#' it's", videoCount: 1200 };
    expect(say(message, values)).toBe("It’s 'it {a, plural} '#' it's'; 1200.");
    expect(say(message, { ...values, kind: 'none', videoCount: 1 })).toBe('It’s empty; one.');
  });

  it('an English sentence is not said if its message is not valid', () => {
    expect(() => say('{open')).toThrow(/message end/);
  });
});

it('the placeholders of a message are found in all branches, and typed', () => {
  const message =
    '{name} {pieceCount, plural, =0{} one{ {oneAt}} other{{severalNames}{x, select, s3{{deep}} other{}}}}';
  const names = ['name', 'pieceCount', 'oneAt', 'severalNames', 'x', 'deep'] as const;
  expect(listPlaceholders(compileMessage(message))).toEqual(names.toSorted());
  type Given = ValuesOf<typeof message>;
  expectTypeOf<keyof Given>().toEqualTypeOf<(typeof names)[number]>();
  expectTypeOf<Given['pieceCount']>().toEqualTypeOf<number>();
  expectTypeOf<Given['severalNames']>().toEqualTypeOf<string[]>();
});
