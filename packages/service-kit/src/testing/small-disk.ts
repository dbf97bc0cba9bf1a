import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MIB = 1024 ** 2;
const FILLER = 'filler';

/** A file system in memory, whose size can be changed while it is used. */
export class SmallDisk {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true });
    this.#mount('size=8g');
  }

  /** Leaves `freeMib` MiB of room; 0 leaves nothing. */
  shrinkTo(freeMib: number): void {
    writeFileSync(join(this.path, FILLER), Buffer.alloc(MIB)); // an empty one cannot be made smaller
    const used = execFileSync('df', ['--output=used', '-B1', this.path], { encoding: 'utf8' });
    this.#mount(`remount,size=${Number(used.trim().split('\n').at(-1)) + freeMib * MIB}`);
  }

  leaveFiles(count: number): void {
    const used = execFileSync('df', ['--output=iused', this.path], { encoding: 'utf8' });
    this.#mount(`remount,nr_inodes=${Number(used.trim().split('\n').at(-1)) + count}`);
  }

  makeReadOnly(): void {
    this.#mount('remount,ro');
  }

  repair(): void {
    this.#mount('remount,rw,size=8g,nr_inodes=1000000');
    rmSync(join(this.path, FILLER), { force: true });
  }

  remove(): void {
    execFileSync('umount', ['--lazy', this.path]);
  }

  #mount(options: string): void {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', this.path], { stdio: 'ignore' });
  }
}
