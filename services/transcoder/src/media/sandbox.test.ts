import { describe, expect, it } from 'vitest';

import { confine, type Isolation } from './sandbox.ts';
import { toRange } from './source-server.ts';

const ALL: Isolation = {
  niceness: 10,
  parentDeath: true,
  limits: true,
  unprivilegedUser: true,
  bubblewrap: true,
};
const run = {
  program: '/usr/bin/ffmpeg',
  readable: '/data/videos/a/source',
  writable: '/tmp/job/b',
  network: false,
  cpuSeconds: 119.5,
};

describe('confine', () => {
  it('confine puts every protection in front of the program', () => {
    expect(confine(ALL, run).join(' ')).toMatchSnapshot();
  });

  it('confine grants access only to the run’s file and folder, and to the network only if the source needs it', () => {
    const line = (network: boolean, unprivilegedUser: boolean) =>
      confine({ ...ALL, unprivilegedUser }, { ...run, network }).join(' ');
    expect(line(false, true)).toContain('--unshare-net');
    expect(line(true, true)).not.toContain('--unshare-net');
    expect(line(false, false)).not.toContain('--share-net');
    expect(line(true, false)).toContain('--share-net');
  });

  it('confine omits protections that the machine lacks', () => {
    const nothing: Isolation = {
      niceness: 10,
      parentDeath: false,
      limits: false,
      unprivilegedUser: false,
      bubblewrap: false,
    };
    expect(confine(nothing, run).join(' ')).toBe(
      '/usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin LC_ALL=C MALLOC_ARENA_MAX=2 nice -n 10 /usr/bin/ffmpeg',
    );
    const user = confine({ ...nothing, unprivilegedUser: true }, run).join(' ');
    expect(user).toContain('setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --');
  });
});

describe('toRange', () => {
  it('toRange parses the ranges that ffmpeg requests', () => {
    expect(toRange(undefined, 100)).toEqual({ start: 0, end: 99 });
    expect(toRange('bytes=10-', 100)).toEqual({ start: 10, end: 99 });
    expect(toRange('bytes=10-500', 100)).toEqual({ start: 10, end: 99 });
    expect(toRange('bytes=100-', 100)).toBeUndefined();
    expect(toRange('bytes=-5', 100)).toBeUndefined();
  });
});
