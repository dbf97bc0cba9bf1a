import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MIB = 1024 ** 2;
const FILLER = 'filler';

/** Mounts a small file system in memory, for which it needs root; returns whether that worked. */
export function mountSmallDisk(path: string, sizeMib: number): boolean {
  mkdirSync(path, { recursive: true });
  try {
    mount(path, `size=${sizeMib}m,mode=0700`);
    return true;
  } catch {
    return false;
  }
}

/** Unmounts it, even while it is in use. */
export function unmountSmallDisk(path: string): void {
  execFileSync('umount', ['--lazy', path]);
}

function mount(path: string, options: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'ignore' });
}

/** A file system in memory, whose size can be changed while it is used. */
export class SmallDisk {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true });
    mount(this.path, 'size=8g');
  }

  /** Leaves `freeMib` MiB of room; 0 leaves nothing. */
  shrinkTo(freeMib: number): void {
    writeFileSync(join(this.path, FILLER), Buffer.alloc(MIB)); // an empty one cannot be made smaller
    const used = execFileSync('df', ['--output=used', '-B1', this.path], { encoding: 'utf8' });
    mount(this.path, `remount,size=${Number(used.trim().split('\n').at(-1)) + freeMib * MIB}`);
  }

  leaveFiles(count: number): void {
    const used = execFileSync('df', ['--output=iused', this.path], { encoding: 'utf8' });
    mount(this.path, `remount,nr_inodes=${Number(used.trim().split('\n').at(-1)) + count}`);
  }

  makeReadOnly(): void {
    mount(this.path, 'remount,ro');
  }

  repair(): void {
    mount(this.path, 'remount,rw,size=8g,nr_inodes=1000000');
    rmSync(join(this.path, FILLER), { force: true });
  }

  remove(): void {
    unmountSmallDisk(this.path);
  }
}
