import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { chooseCache, findForeignPart } from '../tools-cache.mjs';

it.runIf(process.platform === 'linux')(
  'tools of root are kept where everybody may read them, unless a folder is set',
  () => {
    expect(chooseCache({}, true)).toBe('/var/cache/larksong');
    expect(chooseCache({}, false)).toBe(join(homedir(), '.cache', 'larksong'));
    expect(chooseCache({ XDG_CACHE_HOME: '/x' }, true)).toBe('/x/larksong');
    expect(chooseCache({ XDG_CACHE_HOME: '/x', LARKSONG_CACHE: '/y' }, true)).toBe('/y');
  },
);

it.runIf(process.getuid?.() === 0)(
  'a folder that others can write to, or that is theirs, is found on the way to a program',
  () => {
    const top = mkdtempSync(join(tmpdir(), 'larksong-cache-'));
    const [folder, link] = [join(top, 'cache', 'tools'), join(top, 'link')];
    mkdirSync(folder, { recursive: true });
    symlinkSync(folder, link);
    const foreign = () => findForeignPart(link, [0]);
    expect(foreign()).toBeUndefined();
    for (const mode of [0o775, 0o757]) {
      chmodSync(join(top, 'cache'), mode);
      expect(foreign()).toBe(join(top, 'cache'));
    }
    chmodSync(join(top, 'cache'), 0o1777); // as /tmp
    expect(foreign()).toBeUndefined();
    chownSync(folder, 65_534, 65_534);
    expect(foreign()).toBe(folder);
    expect(findForeignPart(link, [0, 65_534])).toBeUndefined();
    rmSync(top, { recursive: true });
  },
);
