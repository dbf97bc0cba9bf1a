import { describe, expect, it } from 'vitest';

import { createPacketReader, packetArgs } from './packets.ts';

describe('packetArgs', () => {
  const line = (query: Parameters<typeof packetArgs>[0]) => Object.values(packetArgs(query)).flat().join(' ');

  it('packetArgs copies whole streams, or a few packets from a given time', () => {
    expect(line({ streams: [0, 1, 4], isSample: false })).toMatchSnapshot('a whole file');
    expect(line({ streams: [0, 3], isSample: true, fromSeconds: 12.5 })).toMatchSnapshot('a sample');
  });
});

describe('a packet of framecrc', () => {
  it('a packet of framecrc is parsed with times in seconds and its flags', () => {
    const read = createPacketReader([4, 7]);
    const head = ['#software: Lavf59.27.100', '#tb 0: 1/12800', '#media_type 0: video', '#tb 1: 32/1225'];
    for (const line of head) expect(read(line)).toBeUndefined();
    const rest = { streamIndex: 4, duration: 0.04 };
    expect(read('0,      -1024,          0,      512,     7608, 0x6447021d')).toEqual({
      ...{ ...rest, decodeTime: -0.08, time: 0 },
      ...{ isKey: true, isGuess: false, isDiscarded: false },
    });
    expect(
      read('0, -17920, -16896, 512, 7608, 0x64, F=0x5, S=1, Skip Samples,       10, 0x041200ae'),
    ).toEqual({
      ...{ ...rest, decodeTime: -1.4, time: -1.32 },
      ...{ isKey: true, isGuess: false, isDiscarded: true },
    });
    const none = '-9223372036854775808';
    expect(read(`1, 100, ${none}, 0, 10254, 0x6c14f9d2, F=0x0`)).toEqual({
      ...{ streamIndex: 7, decodeTime: 2.612245, time: 2.612245, duration: undefined },
      ...{ isKey: false, isGuess: true, isDiscarded: false },
    });
    expect(read(`2, 1, 1, 1, 1, 0x1`)).toBeUndefined();
    expect(read('rubbish')).toBeUndefined();
  });
});
